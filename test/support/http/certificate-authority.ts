import 'reflect-metadata'
import { webcrypto } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as x509 from '@peculiar/x509'

const EC = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const
const DAY_MS = 86_400_000

/** Files of a certificate authority of the test's own, and of a server certificate that it signed. */
export async function makeCertificateAuthority(folder: string) {
  const [authority, server] = await Promise.all([makeKeys(), makeKeys()])
  const times = {
    notBefore: new Date(Date.now() - DAY_MS),
    notAfter: new Date(Date.now() + DAY_MS),
  }
  const ca = await x509.X509CertificateGenerator.createSelfSigned({
    name: 'CN=Test authority',
    keys: authority,
    signingAlgorithm: EC,
    ...times,
    extensions: [new x509.BasicConstraintsExtension(true, 1, true)],
  })
  const certificate = await x509.X509CertificateGenerator.create({
    subject: 'CN=localhost',
    issuer: ca.subject,
    publicKey: server.publicKey,
    signingKey: authority.privateKey,
    signingAlgorithm: EC,
    ...times,
    extensions: [
      new x509.SubjectAlternativeNameExtension([
        { type: 'dns', value: 'localhost' },
        { type: 'ip', value: '127.0.0.1' },
      ]),
    ],
  })
  const key = await webcrypto.subtle.exportKey('pkcs8', server.privateKey)
  const place = (name: string, text: string): string => {
    writeFileSync(join(folder, name), `${text}\n`)
    return join(folder, name)
  }
  return {
    caFile: place('ca.pem', ca.toString('pem')),
    certFile: place('server.pem', certificate.toString('pem')),
    keyFile: place('server.key', x509.PemConverter.encode(key, 'PRIVATE KEY')),
  }
}

async function makeKeys() {
  return webcrypto.subtle.generateKey(EC, true, ['sign', 'verify'])
}
