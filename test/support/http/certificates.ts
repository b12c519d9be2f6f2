import { createPrivateKey, type KeyObject } from 'node:crypto'
import forge from 'node-forge'
import { createCertificate } from '../../../src/organizations/credentials/create-certificate.ts'
import { SCOPES } from '../../../src/organizations/credentials/credential.ts'
import { systemClock } from '../../../src/platform/clock/clock.ts'
import type { Database } from '../../../src/platform/postgres/database.ts'
import { aTester } from '../data/organizations.ts'
import type { Certificate } from './signers.ts'

export type IssuedCertificate = Certificate & { readonly pem: string; readonly p12: Buffer }

/** A certificate that the service issued, with its private key taken out of the file. */
export async function aCertificate(
  { database }: { readonly database: Database },
  organizationId: string,
  password: string = organizationId,
): Promise<IssuedCertificate> {
  const { keyId, p12, certificatePem } = await createCertificate(
    { db: database, machineClock: systemClock },
    { organizationId, by: aTester },
    { label: 'certificate', scopes: SCOPES, expiresAt: undefined },
    { password },
  )
  return { keyId, pem: certificatePem, p12, privateKey: privateKeyIn(p12, password) }
}

export function privateKeyIn(p12: Buffer, password: string): KeyObject {
  const file = forge.pkcs12.pkcs12FromAsn1(forge.asn1.fromDer(p12.toString('latin1')), password)
  const bagType = forge.pki.oids['pkcs8ShroudedKeyBag'] ?? ''
  const bag = file.getBags({ bagType })[bagType]?.[0]
  return createPrivateKey(forge.pki.privateKeyToPem(bag?.key as forge.pki.PrivateKey))
}

/** A self-signed certificate in PEM form, not issued by the service. */
export function anRsaCertificate({ serialNumber }: { readonly serialNumber: string }): string {
  const keys = forge.pki.rsa.generateKeyPair(2048)
  const certificate = forge.pki.createCertificate()
  certificate.publicKey = keys.publicKey
  certificate.serialNumber = '01'
  certificate.validity.notAfter = new Date(certificate.validity.notBefore.getTime() + 86_400_000)
  const name = [
    { name: 'commonName', value: 'own' },
    { type: '2.5.4.5', value: serialNumber },
  ]
  certificate.setSubject(name)
  certificate.setIssuer(name)
  certificate.sign(keys.privateKey, forge.md.sha256.create())
  return forge.pki.certificateToPem(certificate)
}
