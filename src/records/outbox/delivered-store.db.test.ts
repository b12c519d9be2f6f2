import { expect, test } from 'vitest'
import { startWholeService } from '../../../test/support/apps/whole-service.ts'
import { anOrganization } from '../../../test/support/data/organizations.ts'
import { outboxRows, storedRecords, writeRecords } from '../../../test/support/data/own-records.ts'
import { silentLog } from '../../../test/support/processes/queue-node.ts'
import { eventually } from '../../../test/support/run/eventually.ts'
import { KINDS } from '../../catalogue/kinds.ts'
import { readPerson } from '../../kernel/person.ts'
import { systemClock } from '../../platform/clock/clock.ts'
import { recordsHolder } from '../erasure/erase-records.ts'
import { recordOutbox, startOutboxLoading } from '../index.ts'
import { loadOutbox } from './load-outbox.ts'

// No loader of its own runs beside these tests.
const { stores } = await startWholeService({ QUITTANCE_ROLE: 'api' })
const { database, engine } = stores
await anOrganization(stores, 'shop')

const load = (keepsDelivered: boolean) =>
  loadOutbox(
    { db: database, engine, clock: systemClock, keepsDelivered },
    { kind: KINDS.transaction, signal: new AbortController().signal },
  )

async function kept(prefix: string): Promise<readonly string[]> {
  const { rows } = await database.pool.query(
    `select record ->> 'recordId' as id from record_outbox_delivered
     where record ->> 'recordId' like $1 order by outbox_id`,
    [`${prefix}%`],
  )
  return rows.map(({ id }) => id)
}

test('a delivered record is kept only while backups are scheduled, and until one began after it', async () => {
  await writeRecords(database, [{ recordId: 'gone 1' }])
  await load(false)
  await writeRecords(database, [{ recordId: 'kept 1' }])
  await load(true)
  const before = await database.now()
  await writeRecords(database, [{ recordId: 'kept 2' }])
  await load(true)

  expect([await kept('gone'), await kept('kept')]).toEqual([[], ['kept 1', 'kept 2']])
  expect(await outboxRows(database, 'kept')).toEqual([])
  await recordOutbox.forgetDelivered(database.db, { before })
  expect(await kept('kept')).toEqual(['kept 2'])
})

test('a kept record that is delivered again counts once, and reaches a store that lacks it', async () => {
  await writeRecords(database, [{ recordId: 'again 1' }])
  await load(true)

  const count = await database.transaction((tx) => recordOutbox.deliverAgain(tx))
  const report = await load(false)

  expect([count > 0, report.loaded, report.refusals]).toEqual([true, count, []])
  expect(await storedRecords(engine, { prefix: 'again' })).toHaveLength(1)
  expect(await kept('again')).toEqual([])
})

test('an erasure blanks kept records too', async () => {
  await writeRecords(database, [{ recordId: 'blank 1', fields: { 'BillTo.Email': 'blank@example.org' } }])
  await load(true)
  const person = readPerson({ emails: ['blank@example.org'], phones: [], customerIds: [] })

  await recordsHolder({ db: database, engine }).erase(
    { organizationId: 'shop', organizationIds: ['shop'], person },
    { kind: 'service' },
  )

  const { rows } = await database.pool.query('select record::text from record_outbox_delivered')
  expect(await kept('blank')).toEqual(['blank 1'])
  expect(JSON.stringify(rows)).not.toContain('blank@example.org')
})

test('a loader without backups forgets the records that were kept before', async () => {
  await writeRecords(database, [{ recordId: 'before 1' }])
  await load(true)
  const loading = startOutboxLoading({ ...stores, clock: systemClock, log: silentLog })

  await eventually(async () => (await kept('before')).length === 0)

  await loading.stop()
})
