import { readFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { expect, test } from 'vitest'
import { makeCertificateAuthority } from '../../../test/support/http/certificate-authority.ts'
import { fileResources } from '../../../test/support/run/file-resources.ts'
import { temporaryFolder } from '../../../test/support/stores/temporary-folder.ts'
import { createOutbound } from './outbound.ts'
import { createNameResolver, type ResolveName } from './resolve-name.ts'

/** Starts a server on 127.0.0.1 that counts connections; returns its port. */
async function listen(server: Server): Promise<{ readonly port: number; connections(): number }> {
  let connections = 0
  server.on('connection', () => (connections += 1))
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  fileResources.defer(() => server.close())
  fileResources.defer(() => server.closeAllConnections())
  return { port: (server.address() as AddressInfo).port, connections: () => connections }
}

const serve = (answer: RequestListener) => listen(createServer(answer))

/** Resolves each time to the next of these answers; counts the questions. */
function resolving(...answers: readonly (readonly string[])[]): { resolve: ResolveName; asked(): number } {
  let asked = 0
  const resolve: ResolveName = async () => {
    asked += 1
    return answers[Math.min(asked, answers.length) - 1] ?? []
  }
  return { resolve, asked: () => asked }
}

function open(given: Partial<Parameters<typeof createOutbound>[0]> = {}) {
  const outbound = createOutbound({ isSandbox: true, allowed: [], ...given })
  fileResources.defer(() => outbound.close())
  return outbound
}

const get = { method: 'GET' } as const

test('a request reaches the receiver with its body and headers, and its response comes back', async () => {
  const { port } = await serve((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const { method, headers, url } = request
      const seen = {
        method,
        url,
        host: headers.host,
        type: headers['content-type'],
        body: Buffer.concat(parts).toString(),
      }
      response.writeHead(202, { 'x-seen': 'yes' }).end(JSON.stringify(seen))
    })
  })

  const answer = await open().request(`http://127.0.0.1:${port}/hooks?a=b`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"a":"ü"}',
  })

  expect(answer).toMatchObject({ outcome: 'answered', status: 202, headers: { 'x-seen': 'yes' } })
  const seen = answer.outcome === 'answered' ? JSON.parse(answer.body.toString()) : undefined
  const host = `127.0.0.1:${port}`
  expect(seen).toEqual({ method: 'POST', url: '/hooks?a=b', host, type: 'application/json', body: '{"a":"ü"}' })
})

test('a name is resolved once, and the connection goes to the address that was checked', async () => {
  const { port, connections } = await serve((request, response) => response.end(request.headers.host))
  const names = resolving(['127.0.0.1'], ['10.0.0.1'])

  const answer = await open(names).request(`http://shop.example:${port}/`, get)

  expect(answer.outcome === 'answered' && answer.body.toString()).toBe(`shop.example:${port}`)
  expect([names.asked(), connections()]).toEqual([1, 1])
})

test('a name that leads to a refused address later is refused then', async () => {
  const { port, connections } = await serve((_, response) => response.setHeader('connection', 'close').end())
  const outbound = open(resolving(['127.0.0.1'], ['169.254.169.254']))

  const first = await outbound.request(`http://shop.example:${port}/`, get)
  const second = await outbound.request(`http://shop.example:${port}/`, get)

  expect([first.outcome, second.outcome, connections()]).toEqual(['answered', 'failed', 1])
})

test.each([
  ['one refused address', ['10.0.0.1']],
  ['a refused address after a good one', ['127.0.0.1', '10.0.0.1']],
  ['a refused address before a good one', ['::ffff:10.0.0.1', '127.0.0.1']],
  ['a link-local address of an interface', ['127.0.0.1', 'fe80::1%eth0']],
  ['no address', []],
])('a name with %s is not connected to', async (_, addresses) => {
  const { port, connections } = await serve((_request, response) => response.end())

  const answer = await open(resolving(addresses)).request(`http://shop.example:${port}/`, get)

  expect(answer).toEqual({
    outcome: 'failed',
    reason: 'ADDRESS_REFUSED',
    message: 'shop.example leads to an address of a private or special network, which is not allowed.',
  })
  expect(connections()).toBe(0)
})

test('outside of a sandbox loopback is refused unless the operator allows it', async () => {
  const names = resolving(['127.0.0.1'])
  const live = open({ isSandbox: false, ...names })
  const allowing = open({ isSandbox: false, allowed: ['127.0.0.0/8'], ...names })

  expect(await live.request('https://shop.example/', get)).toMatchObject({ reason: 'ADDRESS_REFUSED' })
  expect(await live.request('https://127.0.0.1/', get)).toMatchObject({ reason: 'ADDRESS_REFUSED' })
  expect(await live.request('http://8.8.8.8/', get)).toEqual({
    outcome: 'failed',
    reason: 'ADDRESS_REFUSED',
    message: 'The URL must start with https://.',
  })
  expect(live.problemOf('https://127.0.0.1/')).toContain('must not lead to')
  expect(allowing.problemOf('https://127.0.0.1/')).toBeUndefined()
})

test('a redirection is not followed', async () => {
  let isFollowed = false
  const { port } = await serve((request, response) => {
    isFollowed ||= request.url === '/there'
    response.writeHead(307, { location: '/there' }).end()
  })

  const answer = await open().request(`http://127.0.0.1:${port}/here`, { method: 'POST', body: '{}' })

  expect(answer).toMatchObject({ outcome: 'answered', status: 307 })
  expect(isFollowed).toBe(false)
})

test('no more of a response is read than its limit', async () => {
  const { port } = await serve((_, response) => {
    const endless = () => {
      while (response.write('a'.repeat(1_000)));
    }
    response.on('drain', endless)
    endless()
  })

  const answer = await open().request(`http://127.0.0.1:${port}/`, { ...get, bodyBytesMax: 2_500 })

  expect(answer).toMatchObject({ outcome: 'answered', status: 200 })
  expect(answer.outcome === 'answered' && answer.body.length).toBe(2_500)
})

test('a receiver that does not answer fails by time; one that stops after its status has answered', async () => {
  const silent = await serve(() => undefined)
  const stopping = await serve((_, response) => response.writeHead(200).write('begun'))
  const outbound = open()

  const none = await outbound.request(`http://127.0.0.1:${silent.port}/`, { ...get, timeoutMs: 100 })
  const some = await outbound.request(`http://127.0.0.1:${stopping.port}/`, { ...get, timeoutMs: 2_000 })

  expect(none).toMatchObject({ outcome: 'failed', reason: 'TIMEOUT' })
  expect(some).toMatchObject({ outcome: 'answered', status: 200, body: Buffer.from('begun') })
})

test('a name server that does not answer fails by time', async () => {
  const outbound = open({ resolve: () => new Promise(() => undefined) })

  expect(await outbound.request('http://shop.example/', { ...get, timeoutMs: 50 })).toMatchObject({ reason: 'TIMEOUT' })
})

test('a call can be canceled', async () => {
  const canceling = new AbortController()
  const { port } = await serve(() => canceling.abort())

  const answer = await open().request(`http://127.0.0.1:${port}/`, { ...get, signal: canceling.signal })

  expect(answer).toMatchObject({ outcome: 'failed', reason: 'CANCELED' })
})

test('failures of connections and names are named without addresses', async () => {
  const { port } = await serve(() => undefined)
  const gone = createServer()
  const free = await listen(gone)
  await new Promise((closed) => gone.close(closed))
  const rude = createTcpServer((socket) => socket.on('data', () => socket.end('220 mail.example ESMTP\r\n')))
  await new Promise<void>((ready) => rude.listen(0, '127.0.0.1', ready))
  fileResources.defer(() => rude.close())
  const unknown = Object.assign(new Error('queryA ENOTFOUND shop.example'), { code: 'ENOTFOUND' })

  const outbound = open()
  const answers = [
    await outbound.request(`http://127.0.0.1:${free.port}/`, get),
    await outbound.request(`http://127.0.0.1:${(rude.address() as AddressInfo).port}/`, get),
    await outbound.request(`https://127.0.0.1:${port}/`, get),
    await open({ resolve: () => Promise.reject(unknown) }).request('http://shop.example/', get),
  ]

  expect(answers.map((answer) => answer.outcome === 'failed' && answer.reason)).toEqual([
    'CONNECTION_FAILED',
    'CONNECTION_FAILED',
    'CERTIFICATE_REFUSED',
    'NAME_NOT_RESOLVED',
  ])
  expect(JSON.stringify(answers)).not.toContain('127.0.0.1')
})

test('the certificate is checked for the name, not for the address that the name resolved to', async () => {
  const { certFile, keyFile, caFile } = await makeCertificateAuthority(temporaryFolder())
  const server = createSecureServer({ cert: readFileSync(certFile), key: readFileSync(keyFile) }, (request, response) =>
    response.end((request.socket as { servername?: string }).servername),
  )
  const { port } = await listen(server)
  const usual = getCACertificates('default')
  const outbound = open(resolving(['127.0.0.1']))

  const untrusted = await outbound.request(`https://localhost:${port}/`, get)
  setDefaultCACertificates([...usual, readFileSync(caFile, 'utf8')])
  fileResources.defer(() => setDefaultCACertificates(usual))
  const trusted = await outbound.request(`https://localhost:${port}/`, get)
  const otherName = await outbound.request(`https://shop.example:${port}/`, get)

  expect(untrusted).toMatchObject({ outcome: 'failed', reason: 'CERTIFICATE_REFUSED' })
  expect(trusted.outcome === 'answered' && trusted.body.toString()).toBe('localhost')
  expect(otherName).toMatchObject({ outcome: 'failed', reason: 'CERTIFICATE_REFUSED' })
})

test('names of the machine itself are resolved without asking anyone', async () => {
  const resolve = createNameResolver()

  expect(await resolve('localhost')).toEqual(['127.0.0.1', '::1'])
  expect(await resolve('shop.localhost')).toEqual(['127.0.0.1', '::1'])
})
