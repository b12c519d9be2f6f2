import { pino } from 'pino'
import { expect, test } from 'vitest'
import { anOrganization, aTester, testSecrets } from '../../../test/support/data/organizations.ts'
import { fileResources } from '../../../test/support/run/file-resources.ts'
import { createTestDatabase } from '../../../test/support/stores/test-database.ts'
import { systemClock } from '../../platform/clock/clock.ts'
import { Database } from '../../platform/postgres/database.ts'
import { createBearerKey, createSharedSecret } from '../credentials/create-key.ts'
import { SCOPES } from '../credentials/credential.ts'
import { findByKeyId, listCredentials } from '../credentials/credential-store.ts'
import { bearerHash, bearerKeyId, sealContext } from '../credentials/make-secret.ts'
import { revokeKey } from '../credentials/revoke-key.ts'
import { resumeOrganization, suspendOrganization, updateOrganization } from './change-organization.ts'
import { findOrganization, findOrganizations, listOrganizations, listTopOrganizations } from './organization-store.ts'

const database = new Database(await createTestDatabase(), pino({ level: 'silent' }))
fileResources.defer(() => database.close())
const deps = { db: database, clock: systemClock, machineClock: systemClock, secrets: testSecrets }
const as = (organizationId: string) => ({ organizationId, by: aTester })
const terms = { label: 'second', scopes: SCOPES, expiresAt: undefined }

test('an organization is stored with all its data', async () => {
  const contact = { name: 'A', email: 'a@example.com', address: { country: 'DE' } }
  const given = { name: 'Kept', timeZone: 'Asia/Macao', contact, hasFraudManagement: true }

  const { organization } = await anOrganization({ database }, 'kept', given)

  expect(organization).toMatchObject(given)
  expect(await findOrganization(database.db, 'kept')).toEqual(organization)
  expect(await findOrganization(database.db, 'nobody')).toBeUndefined()
})

test('an id can be used only once', async () => {
  const results = await Promise.allSettled(Array.from({ length: 4 }, () => anOrganization({ database }, 'once')))

  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const result of results) {
    if (result.status === 'rejected') expect(result.reason).toMatchObject({ kind: 'conflict' })
  }
})

test('the organizations below one are listed with it, parents first', async () => {
  await anOrganization({ database }, 'p', { type: 'partner' })
  await anOrganization({ database }, 'pa', { type: 'account', parentId: 'p' })
  await anOrganization({ database }, 'pam', { parentId: 'pa' })
  await anOrganization({ database }, 'pm', { parentId: 'p' })
  await anOrganization({ database }, 'p2', { type: 'partner' })

  const { organizations, total } = await listOrganizations(database.db, { below: 'p', limit: 3 })

  expect(organizations.map(({ organizationId }) => organizationId)).toEqual(['p', 'pa', 'pam'])
  expect(total).toBe(4)
})

test('an unknown parent is refused and nothing is stored', async () => {
  await expect(anOrganization({ database }, 'orphan', { parentId: 'none' })).rejects.toMatchObject({
    kind: 'not-found',
  })
  expect(await findOrganization(database.db, 'orphan')).toBeUndefined()
})

test('a suspension covers everything below it, whatever reads the organization', async () => {
  await anOrganization({ database }, 'top', { type: 'partner' })
  await anOrganization({ database }, 'middle', { type: 'account', parentId: 'top' })
  const { bearer } = await anOrganization({ database }, 'bottom', { parentId: 'middle' })
  await suspendOrganization(deps, as('bottom'), { reason: 'unpaid' })
  await suspendOrganization(deps, as('top'), { reason: 'closed' })
  const suspendedBy = { organizationId: 'top', reason: 'closed' }

  const read = [
    await findOrganization(database.db, 'bottom'),
    (await findOrganizations(database.db, ['bottom'])).get('bottom'),
    (await listOrganizations(database.db, { below: 'bottom', limit: 1 })).organizations[0],
    (await findByKeyId(database.db, bearerKeyId(bearer.key) ?? ''))?.owner,
    (await listTopOrganizations(database.db, { limit: 99 })).find(({ organizationId }) => organizationId === 'top'),
  ]
  await resumeOrganization(deps, as('top'))

  expect(read.map((each) => each?.suspendedBy)).toEqual(read.map(() => suspendedBy))
  expect((await findOrganization(database.db, 'middle'))?.suspendedBy).toBeUndefined()
  expect((await findOrganization(database.db, 'bottom'))?.suspendedBy?.reason).toBe('unpaid')
})

test('update, suspend and resume are stored', async () => {
  await anOrganization({ database }, 'moving')

  await updateOrganization(deps, as('moving'), { name: 'Moved', timeZone: 'Europe/Paris' })
  await suspendOrganization(deps, as('moving'), { reason: 'unpaid' })
  const away = await findOrganization(database.db, 'moving')
  await resumeOrganization(deps, as('moving'))
  const back = await findOrganization(database.db, 'moving')

  expect(away).toMatchObject({ name: 'Moved', status: 'SUSPENDED', statusReason: 'unpaid' })
  expect(back).toMatchObject({ timeZone: 'Europe/Paris', status: 'ACTIVE' })
})

test('secrets are not in the database, and a shared secret decrypts only with its own row', async () => {
  const { sharedSecret, bearer } = await anOrganization({ database }, 'safe')

  const found = await findByKeyId(database.db, sharedSecret.keyId)
  const hashed = await findByKeyId(database.db, bearerKeyId(bearer.key) ?? '')

  if (found?.secret.type !== 'shared-secret') throw new Error('no shared secret')
  expect(found.secret.sealed.includes(Buffer.from(sharedSecret.secret))).toBe(false)
  expect(testSecrets.open(found.secret.sealed, sealContext(found.credential)).toString()).toBe(sharedSecret.secret)
  expect(hashed?.secret).toEqual({ type: 'bearer', hash: bearerHash(bearer.key) })
})

test('keys overlap until the old one is revoked', async () => {
  const { sharedSecret } = await anOrganization({ database }, 'rotating')

  const second = await createSharedSecret(deps, as('rotating'), terms)
  await createBearerKey(deps, as('rotating'), { ...terms, scopes: ['ingest'] })
  await revokeKey(deps, as('rotating'), { keyId: sharedSecret.keyId })
  await revokeKey(deps, as('rotating'), { keyId: sharedSecret.keyId })

  const keys = await listCredentials(database.db, 'rotating', { limit: 10 })
  expect(keys).toHaveLength(4)
  expect(keys.filter(({ revokedAt }) => revokedAt !== undefined)).toMatchObject([{ keyId: sharedSecret.keyId }])
  expect(keys.find(({ keyId }) => keyId === second.keyId)).toMatchObject({ label: 'second' })
})

test('a key of another organization cannot be revoked', async () => {
  const { sharedSecret } = await anOrganization({ database }, 'mine')
  await anOrganization({ database }, 'theirs')

  await expect(revokeKey(deps, as('theirs'), { keyId: sharedSecret.keyId })).rejects.toMatchObject({
    kind: 'not-found',
  })
})
