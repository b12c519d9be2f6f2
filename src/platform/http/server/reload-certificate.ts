import { X509Certificate } from 'node:crypto'
import { Server as TlsServer } from 'node:tls'
import { type Repetition, repeat } from '../../concurrency/repeat.ts'
import type { PlatformConfig } from '../../config/config.ts'
import type { Logger } from '../../log/log.ts'
import type { HttpApp } from './create-http-app.ts'
import type { CertificatePair } from './self-signed-certificate.ts'
import { loadCertificate, TLS_VERSION_MIN } from './tls.ts'

type ReloadInput = {
  readonly config: Pick<PlatformConfig, 'tls' | 'dataDir' | 'host'>
  /** The pair that the server started with; undefined for plain HTTP. */
  readonly certificate: CertificatePair | undefined
  readonly log: Logger
  readonly everyMs?: number
}

/**
 * Serves new connections with a renewed certificate soon after its files have changed. While the files cannot be used,
 * such as between the renewal of the two, the former certificate stays.
 */
export function reloadCertificate(
  { server }: HttpApp,
  { config, certificate, log, everyMs = 10_000 }: ReloadInput,
): Repetition | undefined {
  if (certificate === undefined || !(server instanceof TlsServer)) return undefined
  let served = certificate
  const reload = async (): Promise<number> => {
    const found = (await loadCertificate(config)) ?? served
    if (found.cert === served.cert && found.key === served.key) return everyMs
    server.setSecureContext({ ...found, minVersion: TLS_VERSION_MIN })
    served = found
    log.info({ validTo: new X509Certificate(found.cert).validTo }, 'the certificate was reloaded')
    return everyMs
  }
  return repeat({
    work: reload,
    delayBeforeFirstMs: everyMs,
    delayAfterFailureMs: everyMs,
    failureMessage: 'the certificate could not be reloaded; the former one is still used',
    log,
  })
}
