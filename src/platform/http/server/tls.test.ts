import { generateKeyPairSync, X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, type SecureVersion } from 'node:tls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningHttpApp, startHttpApp } from '../../../../test/support/apps/http-app.ts'
import { RawConnection } from '../../../../test/support/http/raw-connection.ts'
import { StartupError } from '../../processes/startup-error.ts'
import { createSelfSignedCertificate } from './self-signed-certificate.ts'
import { loadCertificate } from './tls.ts'

const now = Temporal.Now.instant()
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quittance-tls-'))
})
afterAll(() => rm(folder, { recursive: true }))

describe('a self-signed pair', () => {
  const load = (dataDir: string, host = '127.0.0.1', at = now) =>
    loadCertificate({ tls: 'self-signed', dataDir, host }, { now: () => at })

  test('a self-signed pair covers this machine and the host, for a year, and may sign nothing', async () => {
    const pair = await createSelfSignedCertificate({ host: 'pay.example', now })

    const certificate = new X509Certificate(pair.cert)
    expect(certificate.subjectAltName?.split(', ')).toEqual([
      'DNS:localhost',
      'IP Address:127.0.0.1',
      'IP Address:0:0:0:0:0:0:0:1',
      'DNS:pay.example',
    ])
    expect(certificate.ca).toBe(false)
    expect(certificate.publicKey.asymmetricKeyDetails?.namedCurve).toBe('prime256v1')
    const days = (certificate.validToDate.getTime() - now.epochMilliseconds) / 86_400_000
    expect(days).toBeGreaterThan(365)
    expect(days).toBeLessThan(398)
  })

  test('a self-signed pair is stored with a private key that only the owner can read', async () => {
    const dataDir = join(folder, 'kept')

    const first = await load(dataDir)
    const second = await load(dataDir)

    expect(second).toEqual(first)
    expect((await stat(join(dataDir, 'tls/self-signed.pem'))).mode & 0o777).toBe(0o600)
    expect(await readFile(join(dataDir, 'tls/self-signed.crt'), 'utf8')).toBe(first?.cert)
  })

  test('a self-signed pair is renewed near its end, for another host, and if the file is damaged', async () => {
    const dataDir = join(folder, 'renewed')
    const first = await load(dataDir)

    const later = await load(dataDir, '127.0.0.1', now.add({ hours: 24 * 370 }))
    const elsewhere = await load(dataDir, 'pay.example', now)
    await writeFile(join(dataDir, 'tls/self-signed.pem'), 'damaged')
    const repaired = await load(dataDir, 'pay.example', now)

    expect(new Set([first?.cert, later?.cert, elsewhere?.cert, repaired?.cert]).size).toBe(4)
  })
})

describe('certificate files', () => {
  const settings = () => ({ certFile: join(folder, 'cert.pem'), keyFile: join(folder, 'key.pem') })
  const load = () => loadCertificate({ tls: settings(), dataDir: folder, host: 'x' })

  test('matching certificate files are served', async () => {
    const pair = await createSelfSignedCertificate({ host: 'x', now })
    await writeFile(settings().certFile, pair.cert)
    await writeFile(settings().keyFile, pair.key)

    expect(await load()).toEqual(pair)
  })

  test('files that cannot be read, parsed or matched stop the start, and the error names the setting', async () => {
    const pair = await createSelfSignedCertificate({ host: 'x', now })
    const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
    const otherKey = other.export({ type: 'pkcs8', format: 'pem' })

    await rm(settings().certFile, { force: true })
    await expect(load()).rejects.toThrow(/^QUITTANCE_TLS_CERT .*cert\.pem \(ENOENT\)\.$/)
    await writeFile(settings().certFile, 'nonsense')
    await writeFile(settings().keyFile, otherKey)
    await expect(load()).rejects.toThrow(/^QUITTANCE_TLS_CERT .* no certificate/)
    await writeFile(settings().certFile, pair.cert)
    await expect(load()).rejects.toThrow(/^QUITTANCE_TLS_KEY is not the private key/)
    await writeFile(settings().keyFile, 'nonsense')
    await expect(load()).rejects.toThrow(StartupError)
  })
})

describe('the server', () => {
  let running: RunningHttpApp
  let ca: string
  beforeAll(async () => {
    const dataDir = join(folder, 'server')
    running = await startHttpApp({ config: { tls: 'self-signed', dataDir } })
    ca = await readFile(join(dataDir, 'tls/self-signed.crt'), 'utf8')
  })
  afterAll(() => running.app.close())

  async function handshake(version: SecureVersion, ALPNProtocols = ['h2', 'http/1.1']) {
    const socket = connect({
      port: running.port,
      host: '127.0.0.1',
      ca,
      minVersion: version,
      maxVersion: version,
      ALPNProtocols,
      // Without this the client itself would refuse to offer the old version.
      ...(version === 'TLSv1.1' ? { ciphers: 'ALL:@SECLEVEL=0' } : {}),
    })
    try {
      await once(socket, 'secureConnect')
      return { protocol: socket.getProtocol(), alpn: socket.alpnProtocol }
    } finally {
      socket.destroy()
    }
  }

  test.each(['TLSv1.2', 'TLSv1.3'] as const)('%s is spoken, with HTTP/1.1 only', async (version) => {
    expect(await handshake(version)).toEqual({ protocol: version, alpn: 'http/1.1' })
  })

  test('a client that never finishes its handshake is cut off', async () => {
    const impatient = await startHttpApp({
      config: { tls: 'self-signed', dataDir: join(folder, 'server') },
      limits: { headersTimeoutMs: 50 },
    })
    const silent = await RawConnection.open(impatient.port)

    expect(await silent.receivedAll()).toBe('')
    await impatient.app.close()
  })

  test('TLS 1.1 is refused by the server', async () => {
    await expect(handshake('TLSv1.1')).rejects.toThrow('alert protocol version')
  })

  test('a client that trusts the certificate gets a response', async () => {
    const sent = request({ port: running.port, host: 'localhost', family: 4, path: '/healthz', ca })
    sent.end()
    const [response] = await once(sent, 'response')
    response.resume()

    expect(response.statusCode).toBe(200)
    // A promise of https for localhost would outlive this certificate.
    expect(response.headers['strict-transport-security']).toBeUndefined()
    sent.destroy()
  })
})
