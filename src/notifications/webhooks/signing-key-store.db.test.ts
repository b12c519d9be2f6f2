import { pino } from 'pino'
import { beforeAll, expect, test } from 'vitest'
import { anOrganization, testSecrets } from '../../../test/support/data/organizations.ts'
import { fileResources } from '../../../test/support/run/file-resources.ts'
import { createTestDatabase } from '../../../test/support/stores/test-database.ts'
import { Database } from '../../platform/postgres/database.ts'
import { newId, newSecret } from '../../platform/secrets/random.ts'
import { hasSigningKey, isExpired, replaceSigningKey, type SigningKey, signingKeyOf } from './signing-key-store.ts'

const createdAt = Temporal.Instant.from('2026-03-09T10:00:00Z')
const expiresAt = Temporal.Instant.from('2026-03-10T10:00:00Z')

let database: Database
beforeAll(async () => {
  database = new Database(await createTestDatabase(), pino({ level: 'silent' }))
  fileResources.defer(() => database.close())
  for (const id of ['shop', 'other', 'busy']) await anOrganization({ database }, id)
})

const aKey = (organizationId: string): SigningKey => ({
  ...{ organizationId, keyId: newId(), secret: newSecret(32), createdAt, expiresAt },
})
const replace = (key: SigningKey) => database.transaction((tx) => replaceSigningKey(tx, testSecrets, key))

test('a new key replaces the old one immediately, and the old secret is deleted', async () => {
  const [first, second] = [aKey('shop'), aKey('shop')]
  await replace(first)
  expect(await signingKeyOf(database.db, testSecrets, 'shop')).toEqual(first)

  await replace(second)

  expect(await signingKeyOf(database.db, testSecrets, 'shop')).toEqual(second)
  expect(await signingKeyOf(database.db, testSecrets, 'other')).toBeUndefined()
  const { rows } = await database.pool.query(
    `select key_id, sealed_key, replaced_at from webhook_signing_keys where organization_id = 'shop'
      order by replaced_at`,
  )
  expect(rows).toMatchObject([
    { key_id: first.keyId, sealed_key: null },
    { key_id: second.keyId, replaced_at: null },
  ])
  expect(rows[1].sealed_key.includes(second.secret)).toBe(false)
})

test('of keys that are created concurrently one remains', async () => {
  const keys = Array.from({ length: 6 }, () => aKey('busy'))

  await Promise.all(keys.map(replace))

  const kept = await signingKeyOf(database.db, testSecrets, 'busy')
  expect(keys).toContainEqual(kept)
})

test('a key expires by the machine’s time', async () => {
  const key = aKey('other')
  await replace(key)
  const before = expiresAt.subtract({ milliseconds: 1 })

  expect([isExpired(key, before), isExpired(key, expiresAt)]).toEqual([false, true])
  expect(await hasSigningKey(database.db, 'other', before)).toBe(true)
  expect(await hasSigningKey(database.db, 'other', expiresAt)).toBe(false)
})
