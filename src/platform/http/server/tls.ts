import { createPrivateKey, X509Certificate } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Clock, systemClock } from '../../clock/clock.ts'
import type { PlatformConfig } from '../../config/config.ts'
import { writeSmallFile } from '../../files/small-file.ts'
import { StartupError } from '../../processes/startup-error.ts'
import { type CertificatePair, createSelfSignedCertificate } from './self-signed-certificate.ts'

export const TLS_VERSION_MIN = 'TLSv1.2'
const RENEW_BEFORE_DAYS = 30

/** The certificate and key to serve with, undefined for plain HTTP. Certificates live in real time. */
export async function loadCertificate(
  config: Pick<PlatformConfig, 'tls' | 'dataDir' | 'host'>,
  clock: Clock = systemClock,
): Promise<CertificatePair | undefined> {
  if (config.tls === undefined) return undefined
  if (config.tls === 'self-signed') return keptSelfSigned(config, clock)
  const { certFile, keyFile } = config.tls
  const cert = await readSetting('QUITTANCE_TLS_CERT', certFile)
  const key = await readSetting('QUITTANCE_TLS_KEY', keyFile)
  return checkedPair({ cert, key })
}

async function readSetting(variable: string, file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (cause) {
    const reason = (cause as NodeJS.ErrnoException).code ?? 'unreadable'
    throw new StartupError(`${variable} names a file that cannot be read: ${file} (${reason}).`, {
      cause,
    })
  }
}

function checkedPair(pair: CertificatePair): CertificatePair {
  const certificate = parsed(
    () => new X509Certificate(pair.cert),
    'QUITTANCE_TLS_CERT names a file that holds no certificate in PEM form.',
  )
  const key = parsed(
    () => createPrivateKey(pair.key),
    'QUITTANCE_TLS_KEY names a file that holds no private key in PEM form without a passphrase.',
  )
  if (!certificate.checkPrivateKey(key)) {
    throw new StartupError('QUITTANCE_TLS_KEY is not the private key of the certificate in QUITTANCE_TLS_CERT.')
  }
  return pair
}

function parsed<T>(parse: () => T, sentence: string): T {
  try {
    return parse()
  } catch (cause) {
    throw new StartupError(sentence, { cause })
  }
}

/** Certificate and key are in one file that is replaced as a whole, so that they always match. */
async function keptSelfSigned(
  { dataDir, host }: Pick<PlatformConfig, 'dataDir' | 'host'>,
  clock: Clock,
): Promise<CertificatePair> {
  const folder = join(dataDir, 'tls')
  const file = join(folder, 'self-signed.pem')
  const kept = await readKept(file)
  if (kept !== undefined && isUsable(kept, host, clock.now())) return kept
  const pair = await createSelfSignedCertificate({ host, now: clock.now() })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  writeSmallFile(file, `${pair.cert}${pair.key}`)
  // The public half alone, for clients that want to trust it.
  writeSmallFile(join(folder, 'self-signed.crt'), pair.cert)
  return pair
}

async function readKept(file: string): Promise<CertificatePair | undefined> {
  if (!existsSync(file)) return undefined
  const text = await readFile(file, 'utf8')
  const keyStart = text.indexOf('-----BEGIN PRIVATE KEY')
  return { cert: text.slice(0, keyStart), key: text.slice(keyStart) }
}

function isUsable(pair: CertificatePair, host: string, now: Temporal.Instant): boolean {
  try {
    const certificate = new X509Certificate(pair.cert)
    const renewAt = certificate.validToDate.getTime() - RENEW_BEFORE_DAYS * 24 * 3600 * 1000
    const isCovered = certificate.checkIP(host) !== undefined || certificate.checkHost(host) !== undefined
    const isKnown = ['0.0.0.0', '::'].includes(host) || isCovered
    const isMatching = certificate.checkPrivateKey(createPrivateKey(pair.key))
    return isKnown && isMatching && now.epochMilliseconds < renewAt
  } catch {
    // A damaged file is replaced.
    return false
  }
}
