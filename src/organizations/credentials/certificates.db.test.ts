import { generateKeyPairSync, X509Certificate } from 'node:crypto'
import forge from 'node-forge'
import { pino } from 'pino'
import { beforeAll, describe, expect, test } from 'vitest'
import { anOrganization, aTester } from '../../../test/support/data/organizations.ts'
import { aCertificate } from '../../../test/support/http/certificates.ts'
import { fileResources } from '../../../test/support/run/file-resources.ts'
import { createTestDatabase } from '../../../test/support/stores/test-database.ts'
import { systemClock } from '../../platform/clock/clock.ts'
import { createSelfSignedCertificate } from '../../platform/http/server/self-signed-certificate.ts'
import { Database } from '../../platform/postgres/database.ts'
import { createCertificate, registerCertificate } from './create-certificate.ts'
import { SCOPES } from './credential.ts'
import { findByFingerprint, findByKeyId } from './credential-store.ts'
import { makeCertificate } from './make-certificate.ts'

const database = new Database(await createTestDatabase(), pino({ level: 'silent' }))
fileResources.defer(() => database.close())
const deps = { db: database, machineClock: systemClock }
const as = (organizationId: string) => ({ organizationId, by: aTester })
const terms = { label: 'certificate', scopes: SCOPES, expiresAt: undefined }
const day = { hours: 24 }

beforeAll(async () => {
  await anOrganization({ database }, 'my_shop-1')
  await anOrganization({ database }, 'other')
})

async function anOwnCertificate(given: Partial<Parameters<typeof makeCertificate>[0]> = {}) {
  const now = systemClock.now()
  const usual = { validFrom: now.subtract(day), validUntil: now.add(day), password: 'x' }
  return makeCertificate({
    keyId: crypto.randomUUID(),
    organizationId: 'anyone',
    ...usual,
    ...given,
  })
}

/** What the library above does not make: other keys, other subjects. */
function anOddCertificate({
  bits = 2048,
  subject = [{ name: 'commonName', value: 'odd' }],
}: {
  bits?: number
  subject?: forge.pki.CertificateField[]
} = {}): Buffer {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: bits })
  const made = forge.pki.createCertificate()
  made.publicKey = forge.pki.publicKeyFromPem(publicKey.export({ type: 'spki', format: 'pem' }).toString())
  made.validity.notAfter = new Date(Date.now() + 86_400_000)
  made.setSubject(subject)
  made.sign(
    forge.pki.privateKeyFromPem(privateKey.export({ type: 'pkcs1', format: 'pem' }).toString()),
    forge.md.sha256.create(),
  )
  return Buffer.from(forge.pki.certificateToPem(made))
}

describe('a certificate that we issue', () => {
  test('names its key id and its organization, and is stored without its private key', async () => {
    const { keyId, pem, privateKey } = await aCertificate({ database }, 'my_shop-1')

    const certificate = new X509Certificate(pem)
    expect(certificate.subject).toBe(`serialNumber=${keyId}\nCN=my_shop-1`)
    expect(certificate.checkPrivateKey(privateKey)).toBe(true)
    expect(certificate.publicKey.asymmetricKeyDetails?.modulusLength).toBe(2048)
    const stored = await findByKeyId(database.db, keyId)
    expect(stored).toMatchObject({
      credential: { type: 'certificate', organizationId: 'my_shop-1', label: 'certificate' },
      secret: { type: 'certificate', certificate: certificate.raw },
    })
  })

  test('is packed under the name that client SDKs look for', async () => {
    const { keyId, p12 } = await aCertificate({ database }, 'my_shop-1', 'pass word')

    const file = forge.pkcs12.pkcs12FromAsn1(forge.asn1.fromDer(p12.toString('latin1')), 'pass word')

    const friendlyName = `serialNumber=${keyId},CN=my_shop-1`
    const { certBag = '' } = forge.pki.oids
    expect(file.getBags({ friendlyName }).friendlyName?.map(({ type }) => type)).toContain(certBag)
  })

  test('expires with its key, or after three years', async () => {
    const expiresAt = systemClock.now().add({ hours: 48 })
    const create = (until: Temporal.Instant | undefined) =>
      createCertificate(deps, as('my_shop-1'), { ...terms, expiresAt: until }, { password: 'pw' })

    const short = await create(expiresAt)
    const long = await create(undefined)

    const endOf = (pem: string) => new X509Certificate(pem).validToDate.getTime()
    expect(Math.abs(endOf(short.certificatePem) - expiresAt.epochMilliseconds)).toBeLessThan(1_000)
    const days = (endOf(long.certificatePem) - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(3 * 365 - 1)
    const { credential } = (await findByKeyId(database.db, long.keyId)) ?? {}
    expect(credential?.expiresAt?.epochMilliseconds).toBeGreaterThan(Date.now())
  })

  test('needs a password and an organization', async () => {
    const create = (organizationId: string, password: string) =>
      createCertificate(deps, as(organizationId), terms, { password })

    await expect(create('my_shop-1', '')).rejects.toMatchObject({
      details: [{ field: 'password' }],
    })
    await expect(create('nobody', 'pw')).rejects.toMatchObject({ kind: 'not-found' })
  })
})

describe("a certificate of the customer's own", () => {
  const register = (certificate: Buffer, organizationId = 'my_shop-1') =>
    registerCertificate(deps, as(organizationId), terms, { certificate })

  test.each(['PEM', 'DER'])('in %s format is identified by its subject’s serial number', async (form) => {
    const keyId = `HRB ${form}`
    const made = await anOwnCertificate({ keyId })

    const registered = await register(form === 'PEM' ? Buffer.from(made.certificatePem) : made.certificate)

    expect(registered).toEqual({ keyId })
    expect((await findByKeyId(database.db, keyId))?.credential.expiresAt).toBeDefined()
  })

  test.each([
    ['without a serial number', [{ name: 'commonName', value: 'odd' }]],
    ['with a serial number that is not a key id', [{ name: 'serialNumber', value: 'a\tb' }]],
  ])('%s gets a generated key id', async (_, subject) => {
    const file = anOddCertificate({ subject })

    const { keyId } = await register(file)

    expect(keyId).toMatch(/^[0-9a-f-]{36}$/)
    const { fingerprint256, raw } = new X509Certificate(file)
    const fingerprint = Buffer.from(fingerprint256.replaceAll(':', ''), 'hex')
    expect(await findByFingerprint(database.db, fingerprint)).toMatchObject({
      credential: { keyId },
      secret: { certificate: raw },
    })
  })

  test('cannot be registered twice', async () => {
    const made = await anOwnCertificate()
    const again = await anOwnCertificate({ keyId: 'taken' })
    const sameId = await anOwnCertificate({ keyId: 'taken' })
    await register(made.certificate)
    await register(again.certificate)

    for (const file of [made.certificate, sameId.certificate]) {
      await expect(register(file, 'other')).rejects.toMatchObject({
        kind: 'conflict',
        details: [{ field: 'certificate' }],
      })
    }
  })

  test('that has expired, is too weak or is not a certificate is refused with the reason', async () => {
    const now = systemClock.now()
    const old = await anOwnCertificate({ validUntil: now.subtract({ seconds: 1 }) })
    const elliptic = await createSelfSignedCertificate({ host: 'localhost', now })
    const cases: [Buffer, RegExp][] = [
      [old.certificate, /has expired/],
      [old.p12, /must be an X\.509 certificate/],
      [Buffer.from('-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n'), /must be an X/],
      [Buffer.alloc(0), /must be an X/],
      [Buffer.alloc(70_000), /too large/],
      [anOddCertificate({ bits: 1024 }), /at least 2048 bits/],
      [Buffer.from(elliptic.cert), /RSA/],
    ]
    for (const [file, message] of cases) {
      await expect(register(file)).rejects.toMatchObject({
        kind: 'invalid',
        message: expect.stringMatching(message),
        details: [{ field: 'certificate' }],
      })
    }
  })
})
