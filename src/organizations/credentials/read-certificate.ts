import { createHash, X509Certificate } from 'node:crypto'
import { AppError } from '../../kernel/errors.ts'
import { isKeyId } from './request-facts.ts'

/** A certificate that was made elsewhere. */
export type ReadCertificate = {
  /** DER. */
  readonly certificate: Buffer
  /** The key id in tokens of this certificate: the subject's serial number, if it has one. */
  readonly keyId: string | undefined
  readonly validUntil: Temporal.Instant
}

const BYTES_MAX = 64 * 1024
const MODULUS_BITS_MIN = 2048

/** Reads PEM or DER; refuses a certificate that tokens could not be verified with. */
export function readCertificate(file: Buffer, { now }: { now: Temporal.Instant }): ReadCertificate {
  const read = parsed(file)
  const { asymmetricKeyType, asymmetricKeyDetails } = read.publicKey
  if (asymmetricKeyType !== 'rsa') throw refusal('must contain an RSA key')
  if ((asymmetricKeyDetails?.modulusLength ?? 0) < MODULUS_BITS_MIN) {
    throw refusal(`must contain a key of at least ${MODULUS_BITS_MIN} bits`)
  }
  const validUntil = Temporal.Instant.fromEpochMilliseconds(read.validToDate.getTime())
  if (Temporal.Instant.compare(validUntil, now) <= 0) throw refusal('has expired')
  return { certificate: read.raw, keyId: serialNumberOf(read), validUntil }
}

export function fingerprintOf(certificate: Buffer): Buffer {
  return createHash('sha256').update(certificate).digest()
}

function parsed(file: Buffer): X509Certificate {
  if (file.length > BYTES_MAX) throw refusal('is too large')
  try {
    const certificate = new X509Certificate(file)
    // The key is only parsed here, and may be of an unknown kind.
    void certificate.publicKey
    return certificate
  } catch (cause) {
    throw refusal('must be an X.509 certificate in PEM or DER form', { cause })
  }
}

function serialNumberOf(certificate: X509Certificate): string | undefined {
  const subject = certificate.toLegacyObject().subject as Readonly<Record<string, unknown>> | undefined
  const serialNumber = subject?.['serialNumber']
  return isKeyId(serialNumber) ? serialNumber : undefined
}

function refusal(sentence: string, options?: ErrorOptions): AppError {
  return new AppError(
    'invalid',
    'INVALID_DATA',
    `The certificate ${sentence}.`,
    [{ field: 'certificate', reason: sentence }],
    options,
  )
}
