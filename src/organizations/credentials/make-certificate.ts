import { webcrypto } from 'node:crypto'

/** A new certificate, and the file with its private key, which is shown only this once. */
export type MadeCertificate = {
  /** DER. */
  readonly certificate: Buffer
  readonly certificatePem: string
  readonly p12: Buffer
}

type CertificateInput = {
  readonly keyId: string
  readonly organizationId: string
  readonly password: string
  readonly validFrom: Temporal.Instant
  readonly validUntil: Temporal.Instant
}

type KeyPair = Awaited<ReturnType<typeof makeKeys>>

const RSA_SHA256 = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' } as const
const MODULUS_BITS = 2048
const SERIAL_NUMBER = '2.5.4.5'
const P12_ROUNDS = 10_000

/** An RSA key with a self-signed certificate that names the key id and the organization. */
export async function makeCertificate(input: CertificateInput): Promise<MadeCertificate> {
  const keys = await makeKeys()
  const { der, pem } = await selfSigned(keys, input)
  const p12 = await packed(keys, pem, input)
  return { certificate: der, certificatePem: pem, p12 }
}

async function makeKeys() {
  const algorithm = {
    ...RSA_SHA256,
    modulusLength: MODULUS_BITS,
    publicExponent: Uint8Array.of(1, 0, 1),
  }
  return webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
}

async function selfSigned(
  keys: KeyPair,
  { keyId, organizationId, validFrom, validUntil }: CertificateInput,
): Promise<{ readonly der: Buffer; readonly pem: string }> {
  // Loaded only here: few processes make a certificate, and the library needs a polyfill.
  await import('reflect-metadata')
  const x509 = await import('@peculiar/x509')
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: [{ [SERIAL_NUMBER]: [keyId] }, { CN: [organizationId] }],
    // The library's own name of their type: the portal's type check has another one, that of browsers.
    keys: keys as Parameters<typeof x509.X509CertificateGenerator.createSelfSigned>[0]['keys'],
    signingAlgorithm: RSA_SHA256,
    notBefore: new Date(validFrom.epochMilliseconds),
    notAfter: new Date(validUntil.epochMilliseconds),
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
    ],
  })
  return { der: Buffer.from(certificate.rawData), pem: `${certificate.toString('pem')}\n` }
}

/** The P12 file for client SDKs, which find their certificate by its friendly name. */
async function packed(
  keys: KeyPair,
  certificatePem: string,
  { keyId, organizationId, password }: CertificateInput,
): Promise<Buffer> {
  const { default: forge } = await import('node-forge')
  const exported = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey))
  const keyPem = `-----BEGIN PRIVATE KEY-----\n${exported.toString('base64')}\n-----END PRIVATE KEY-----\n`
  const file = forge.pkcs12.toPkcs12Asn1(
    forge.pki.privateKeyFromPem(keyPem) as never,
    [forge.pki.certificateFromPem(certificatePem)],
    password,
    {
      algorithm: 'aes256',
      count: P12_ROUNDS,
      friendlyName: `serialNumber=${keyId},CN=${organizationId}`,
    },
  )
  return Buffer.from(forge.asn1.toDer(file).getBytes(), 'latin1')
}
