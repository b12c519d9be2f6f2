import { generateKeyPairSync, randomBytes, X509Certificate } from 'node:crypto'
import forge from 'node-forge'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { anOrganization, aTester } from '../../../test/support/data/organizations.ts'
import { aCertificate } from '../../../test/support/http/certificates.ts'
import { fileResources } from '../../../test/support/run/file-resources.ts'
import { createTestDatabase } from '../../../test/support/stores/test-database.ts'
import { systemClock } from '../../platform/clock/clock.ts'
import { createSelfSignedCertificate } from '../../platform/http/server/self-signed-certificate.ts'
import { Database } from '../../platform/postgres/database.ts'
import { createCertificate, registerCertificate } from './create-certificate.ts'
import { SCOPES } from './credential.ts'
import { findByKeyId, findCredentials } from './credential-store.ts'

const database = new Database(await createTestDatabase(), pino({ level: 'silent' }))
fileResources.defer(() => database.close())
const deps = { db: database, machineClock: systemClock }
const as = (organizationId: string) => ({ organizationId, by: aTester })
const terms = { label: 'certificate', scopes: SCOPES, expiresAt: undefined }

await anOrganization({ database }, 'my_shop-1')
await anOrganization({ database }, 'other')
// Making one takes half a second of processor time.
const issued = await aCertificate({ database }, 'my_shop-1', 'pass word')
const someKeys = generateKeyPairSync('rsa', { modulusLength: 2048 })

type OwnCertificate = {
  readonly keys?: typeof someKeys
  readonly subject?: forge.pki.CertificateField[]
  readonly validUntil?: Temporal.Instant
}

/** In PEM form. All differ, although their keys are the same. */
function anOwnCertificate({
  keys: { publicKey, privateKey } = someKeys,
  subject = [{ name: 'commonName', value: 'odd' }],
  validUntil = systemClock.now().add({ hours: 24 }),
}: OwnCertificate = {}): Buffer {
  const made = forge.pki.createCertificate()
  made.publicKey = forge.pki.publicKeyFromPem(publicKey.export({ type: 'spki', format: 'pem' }).toString())
  made.serialNumber = randomBytes(8).toString('hex').replace(/^./, '1')
  made.validity.notBefore = new Date(validUntil.subtract({ hours: 48 }).epochMilliseconds)
  made.validity.notAfter = new Date(validUntil.epochMilliseconds)
  made.setSubject(subject)
  made.sign(
    forge.pki.privateKeyFromPem(privateKey.export({ type: 'pkcs1', format: 'pem' }).toString()),
    forge.md.sha256.create(),
  )
  return Buffer.from(forge.pki.certificateToPem(made))
}

const identifiedBy = (keyId: string): forge.pki.CertificateField[] => [{ name: 'serialNumber', value: keyId }]

describe('a certificate that we issue', () => {
  test('names its key id and its organization, and is stored without its private key', async () => {
    const { keyId, pem, privateKey } = issued

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
    const { keyId, p12 } = issued

    const file = forge.pkcs12.pkcs12FromAsn1(forge.asn1.fromDer(p12.toString('latin1')), 'pass word')

    const friendlyName = `serialNumber=${keyId},CN=my_shop-1`
    const { certBag = '' } = forge.pki.oids
    expect(file.getBags({ friendlyName }).friendlyName?.map(({ type }) => type)).toContain(certBag)
  })

  test('expires with its key, or after three years', async () => {
    const expiresAt = systemClock.now().add({ hours: 48 })

    const short = await createCertificate(deps, as('my_shop-1'), { ...terms, expiresAt }, { password: 'pw' })

    const endOf = (pem: string) => new X509Certificate(pem).validToDate.getTime()
    expect(Math.abs(endOf(short.certificatePem) - expiresAt.epochMilliseconds)).toBeLessThan(1_000)
    const days = (endOf(issued.pem) - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(3 * 365 - 1)
    const { credential } = (await findByKeyId(database.db, issued.keyId)) ?? {}
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
    const pem = anOwnCertificate({ subject: identifiedBy(keyId) })

    const registered = await register(form === 'PEM' ? pem : new X509Certificate(pem).raw)

    expect(registered).toEqual({ keyId })
    expect((await findByKeyId(database.db, keyId))?.credential.expiresAt).toBeDefined()
  })

  test.each([
    ['without a serial number', [{ name: 'commonName', value: 'odd' }]],
    ['with a serial number that is not a key id', identifiedBy('a\tb')],
  ])('%s gets a generated key id', async (_, subject) => {
    const file = anOwnCertificate({ subject })

    const { keyId } = await register(file)

    expect(keyId).toMatch(/^[0-9a-f-]{36}$/)
    const { fingerprint256, raw } = new X509Certificate(file)
    const fingerprint = Buffer.from(fingerprint256.replaceAll(':', ''), 'hex')
    expect((await findCredentials(database.db, [{ fingerprint }]))[0]).toMatchObject({
      credential: { keyId },
      secret: { certificate: raw },
    })
  })

  test('cannot be registered twice', async () => {
    const made = anOwnCertificate()
    const taken = { subject: identifiedBy('taken') }
    await register(made)
    await register(anOwnCertificate(taken))

    for (const file of [made, anOwnCertificate(taken)]) {
      await expect(register(file, 'other')).rejects.toMatchObject({
        kind: 'conflict',
        details: [{ field: 'certificate' }],
      })
    }
  })

  test('that has expired, is too weak or is not a certificate is refused with the reason', async () => {
    const now = systemClock.now()
    const elliptic = await createSelfSignedCertificate({ host: 'localhost', now })
    const cases: [Buffer, RegExp][] = [
      [anOwnCertificate({ validUntil: now.subtract({ seconds: 1 }) }), /has expired/],
      [issued.p12, /must be an X\.509 certificate/],
      [Buffer.from('-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n'), /must be an X/],
      [Buffer.alloc(0), /must be an X/],
      [Buffer.alloc(70_000), /too large/],
      [anOwnCertificate({ keys: generateKeyPairSync('rsa', { modulusLength: 1024 }) }), /at least 2048 bits/],
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
