import { pino } from 'pino'
import { expect, test } from 'vitest'
import { anAuditEntry } from '../../../test/support/data/audit.ts'
import { testSecrets } from '../../../test/support/data/organizations.ts'
import { fileResources } from '../../../test/support/run/file-resources.ts'
import { createTestDatabase } from '../../../test/support/stores/test-database.ts'
import { Database } from '../../platform/postgres/database.ts'
import { type AuditFilter, listAudit, recordAudit } from './audit-store.ts'
import { sealAudit } from './seal-audit.ts'

const log = pino({ level: 'silent' })
const database = new Database(await createTestDatabase(), log)
fileResources.defer(() => database.close())

const hour = (number: number) => Temporal.Instant.from(`2026-03-09T0${number}:00:00.123Z`)
const given = [
  anAuditEntry('a', { at: hour(1), action: 'key.created' }),
  anAuditEntry('a', { at: hour(2), action: 'key.revoked' }),
  anAuditEntry('a', { at: hour(3), action: 'keys.counted' }),
  anAuditEntry('b', { at: hour(4), action: 'key.created' }),
]
for (const entry of given) await database.transaction((tx) => recordAudit(tx, entry))
await sealAudit({ db: database, secrets: testSecrets, log })
const latest = anAuditEntry('b', { at: hour(5), action: 'organization.updated' })
await database.transaction((tx) => recordAudit(tx, latest))

const hours = async (filter: AuditFilter, limit = 10) =>
  (await listAudit(database.db, filter, { limit })).map(({ at }) => at.toString().slice(12, 13))

test.each<[string, AuditFilter, string[]]>([
  ['nothing', {}, ['5', '4', '3', '2', '1']],
  ['an organization', { organizationId: 'a' }, ['3', '2', '1']],
  ['an action', { action: 'key.created' }, ['4', '1']],
  ['a kind of action, and not one that is named like it', { action: 'key' }, ['4', '2', '1']],
  ['a period, its beginning and not its end', { since: hour(2), until: hour(4) }, ['3', '2']],
  ['all together', { organizationId: 'a', action: 'key', since: hour(2) }, ['2']],
  ['an action that never happened', { action: 'k%' }, []],
])('entries are listed newest first by %s', async (_what, filter, expected) => {
  expect(await hours(filter)).toEqual(expected)
})

test('a list has a maximum length', async () => {
  expect(await hours({}, 2)).toEqual(['5', '4'])
})

test('an entry is listed as it was written, with its position in the chain', async () => {
  const [waiting, sealed] = await listAudit(database.db, { organizationId: 'b' }, { limit: 2 })

  expect(waiting).toMatchObject({ ...latest, sequence: undefined })
  expect(sealed).toMatchObject({ ...given[3], sequence: 1n })
})
