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

const serve = (respond: RequestListener) => listen(createServer(respond))

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

  const result = await open().request(`http://127.0.0.1:${port}/hooks?a=b`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"a":"ü"}',
  })

  expect(result).toMatchObject({ outcome: 'answered', status: 202, headers: { 'x-seen': 'yes' } })
  const seen = result.outcome === 'answered' ? JSON.parse(result.body.toString()) : undefined
  const host = `127.0.0.1:${port}`
  expect(seen).toEqual({ method: 'POST', url: '/hooks?a=b', host, type: 'application/json', body: '{"a":"ü"}' })
})

test('a name is resolved once, and the connection goes to the address that was checked', async () => {
  const { port, connections } = await serve((request, response) => response.end(request.headers.host))
  const names = resolving(['127.0.0.1'], ['10.0.0.1'])

  const result = await open(names).request(`http://shop.example:${port}/`, get)

  expect(result.outcome === 'answered' && result.body.toString()).toBe(`shop.example:${port}`)
  expect([names.asked(), connections()]).toEqual([1, 1])
})

test('a name is refused as soon as it resolves to a refused address', async () => {
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

  const result = await open(resolving(addresses)).request(`http://shop.example:${port}/`, get)

  expect(result).toEqual({
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

  const result = await open().request(`http://127.0.0.1:${port}/here`, { method: 'POST', body: '{}' })

  expect(result).toMatchObject({ outcome: 'answered', status: 307 })
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

  const result = await open().request(`http://127.0.0.1:${port}/`, { ...get, bodyBytesMax: 2_500 })

  expect(result).toMatchObject({ outcome: 'answered', status: 200 })
  expect(result.outcome === 'answered' && result.body.length).toBe(2_500)
})

test('a receiver without a response times out; a receiver that stops after its status has responded', async () => {
  const silent = await serve(() => undefined)
  const stopping = await serve((_, response) => response.writeHead(200).write('begun'))
  const outbound = open()

  const none = await outbound.request(`http://127.0.0.1:${silent.port}/`, { ...get, timeoutMs: 100 })
  const some = await outbound.request(`http://127.0.0.1:${stopping.port}/`, { ...get, timeoutMs: 2_000 })

  expect(none).toMatchObject({ outcome: 'failed', reason: 'TIMEOUT' })
  expect(some).toMatchObject({ outcome: 'answered', status: 200, body: Buffer.from('begun') })
})

test('a name server that does not answer times out', async () => {
  const outbound = open({ resolve: () => new Promise(() => undefined) })

  expect(await outbound.request('http://shop.example/', { ...get, timeoutMs: 50 })).toMatchObject({ reason: 'TIMEOUT' })
})

test('a call can be canceled', async () => {
  const canceling = new AbortController()
  const { port } = await serve(() => canceling.abort())

  const result = await open().request(`http://127.0.0.1:${port}/`, { ...get, signal: canceling.signal })

  expect(result).toMatchObject({ outcome: 'failed', reason: 'CANCELED' })
})

test('failures of connections and names are reported without addresses', async () => {
  const { port } = await serve(() => undefined)
  const gone = createServer()
  const free = await listen(gone)
  await new Promise((closed) => gone.close(closed))
  const rude = createTcpServer((socket) => socket.on('data', () => socket.end('220 mail.example ESMTP\r\n')))
  await new Promise<void>((ready) => rude.listen(0, '127.0.0.1', ready))
  fileResources.defer(() => rude.close())
  const unknown = Object.assign(new Error('queryA ENOTFOUND shop.example'), { code: 'ENOTFOUND' })

  const outbound = open()
  const results = [
    await outbound.request(`http://127.0.0.1:${free.port}/`, get),
    await outbound.request(`http://127.0.0.1:${(rude.address() as AddressInfo).port}/`, get),
    await outbound.request(`https://127.0.0.1:${port}/`, get),
    await open({ resolve: () => Promise.reject(unknown) }).request('http://shop.example/', get),
  ]

  expect(results.map((result) => result.outcome === 'failed' && result.reason)).toEqual([
    'CONNECTION_FAILED',
    'CONNECTION_FAILED',
    'CERTIFICATE_REFUSED',
    'NAME_NOT_RESOLVED',
  ])
  expect(JSON.stringify(results)).not.toContain('127.0.0.1')
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

test('names of the machine itself are resolved without a name server', async () => {
  const resolve = createNameResolver()

  expect(await resolve('localhost')).toEqual(['127.0.0.1', '::1'])
  expect(await resolve('shop.localhost')).toEqual(['127.0.0.1', '::1'])
})
