import { readFileSync, writeFileSync } from 'node:fs'
import { get } from 'node:https'
import { join } from 'node:path'
import type { TLSSocket } from 'node:tls'
import { expect, test } from 'vitest'
import { createSelfSignedCertificate } from '../../src/platform/http/server/self-signed-certificate.ts'
import { quittance } from '../support/processes/command.ts'
import { startService } from '../support/processes/service-process.ts'
import { startedDataFolder } from '../support/processes/started-folder.ts'
import { temporaryFolder } from '../support/stores/temporary-folder.ts'

test('a self-signed service speaks TLS that a client can trust by its certificate', async () => {
  const folder = await startedDataFolder()
  const service = await startService(folder, { QUITTANCE_TLS_CERT: 'self-signed' })
  const ca = readFileSync(join(folder, 'tls', 'self-signed.crt'))

  const { status, protocol } = await new Promise<{ status?: number; protocol: string | null }>((resolve, reject) => {
    get(`${service.url}/readyz`, { ca }, (response) => {
      const socket = response.socket as TLSSocket
      response.resume()
      resolve({ status: response.statusCode ?? 0, protocol: socket.getProtocol() })
    }).once('error', reject)
  })

  const renewed = await createSelfSignedCertificate({ host: '127.0.0.1', now: Temporal.Now.instant() })
  writeFileSync(join(folder, 'tls', 'self-signed.pem'), `${renewed.cert}${renewed.key}`)

  expect(status).toBe(200)
  expect(protocol).toBe('TLSv1.3')
  await expect.poll(() => isTrusted(service.url, renewed.cert)).toBe(true)
  expect(await service.terminate()).toBe(0)
})

async function isTrusted(url: string, ca: string): Promise<boolean> {
  return new Promise((resolve) => {
    get(`${url}/healthz`, { ca, agent: false }, (response) => resolve(response.resume().statusCode === 200)).once(
      'error',
      () => resolve(false),
    )
  })
}

test('a certificate that cannot be read is named before any store starts', async () => {
  const folder = temporaryFolder()
  const key = join(folder, 'key.pem')
  writeFileSync(key, 'no key')

  const { code, err } = await quittance(['serve'], {
    QUITTANCE_DATA_DIR: join(folder, 'data'),
    QUITTANCE_PORT: '0',
    QUITTANCE_TLS_CERT: join(folder, 'absent.pem'),
    QUITTANCE_TLS_KEY: key,
  })

  expect(code).toBe(1)
  expect(err).toMatch(/^quittance: QUITTANCE_TLS_CERT names a file that cannot be read[^\n]+\n$/)
})
