import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { connect, type SecureVersion } from 'node:tls'
import { expect, onTestFinished, test } from 'vitest'
import { startHttpApp } from '../../../../test/support/apps/http-app.ts'
import { temporaryFolder } from '../../../../test/support/stores/temporary-folder.ts'
import { createLogger } from '../../log/log.ts'
import { reloadCertificate } from './reload-certificate.ts'
import { createSelfSignedCertificate } from './self-signed-certificate.ts'

const newPair = () => createSelfSignedCertificate({ host: '127.0.0.1', now: Temporal.Now.instant() })

test('renewed files are served soon; while they do not match, the former certificate stays', async () => {
  const folder = temporaryFolder()
  const [certFile, keyFile] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  const [first, second] = [await newPair(), await newPair()]
  writeFileSync(certFile, first.cert)
  writeFileSync(keyFile, first.key)
  const config = { tls: { certFile, keyFile }, dataDir: folder, host: '127.0.0.1' }
  const { app, port } = await startHttpApp({ config })
  const lines: string[] = []
  const log = createLogger({ level: 'info', destination: { write: (line: string) => void lines.push(line) } })
  const reloading = reloadCertificate(app, { config, certificate: first, log, everyMs: 10 })
  onTestFinished(async () => {
    await reloading?.stop()
    await app.close()
  })

  const before = await isServed(port, first.cert)
  writeFileSync(certFile, second.cert)
  await expect.poll(() => lines.join('')).toContain('the former one is still used')
  const between = await isServed(port, first.cert)
  writeFileSync(keyFile, second.key)
  await expect.poll(() => isServed(port, second.cert)).toBe(true)

  expect([before, between]).toEqual([true, true])
  expect(lines.join('')).toContain('the certificate was reloaded')
  expect(await isServed(port, second.cert, 'TLSv1.1')).toBe(false)
})

async function isServed(port: number, ca: string, maxVersion: SecureVersion = 'TLSv1.3'): Promise<boolean> {
  const socket = connect({ host: '127.0.0.1', port, ca, maxVersion, minVersion: 'TLSv1' })
  try {
    await once(socket, 'secureConnect')
    return socket.authorized
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
