import { webcrypto } from 'node:crypto'
import { isIP } from 'node:net'

export type CertificatePair = { readonly cert: string; readonly key: string }

const EC_P256 = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const
// Some systems refuse server certificates that are valid for longer than 398 days.
const VALID_DAYS = 397

/** A certificate for development, valid for this machine and the given host; it cannot sign others. */
export async function createSelfSignedCertificate(input: {
  readonly host: string
  readonly now: Temporal.Instant
}): Promise<CertificatePair> {
  // Loaded only here: few installations make a certificate, and the library wants a polyfill.
  await import('reflect-metadata')
  const x509 = await import('@peculiar/x509')
  const keys = await webcrypto.subtle.generateKey(EC_P256, true, ['sign', 'verify'])
  // An hour of slack for machines whose clocks differ.
  const notBefore = input.now.subtract({ hours: 1 })
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: 'CN=Quittance development',
    // The library's own name of their type: the portal's type check has another one, that of browsers.
    keys: keys as Parameters<typeof x509.X509CertificateGenerator.createSelfSigned>[0]['keys'],
    signingAlgorithm: EC_P256,
    notBefore: new Date(notBefore.epochMilliseconds),
    notAfter: new Date(input.now.add({ hours: VALID_DAYS * 24 }).epochMilliseconds),
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension(alternativeNames(input.host)),
    ],
  })
  const key = await webcrypto.subtle.exportKey('pkcs8', keys.privateKey)
  return {
    cert: `${certificate.toString('pem')}\n`,
    key: `${x509.PemConverter.encode(key, 'PRIVATE KEY')}\n`,
  }
}

function alternativeNames(host: string): { type: 'dns' | 'ip'; value: string }[] {
  const names = new Set(['localhost', '127.0.0.1', '::1', host])
  // These mean every address, which no certificate can name.
  names.delete('0.0.0.0')
  names.delete('::')
  return [...names].map((value) => ({ type: isIP(value) === 0 ? 'dns' : 'ip', value }))
}
