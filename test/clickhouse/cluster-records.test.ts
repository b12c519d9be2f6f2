import { beforeAll, expect, test } from 'vitest'
import { KINDS } from '../../src/catalogue/kinds.ts'
import { readPerson } from '../../src/kernel/person.ts'
import { systemClock } from '../../src/platform/clock/clock.ts'
import type { Engine } from '../../src/platform/engine/engine.ts'
import { recordsHolder } from '../../src/records/erasure/erase-records.ts'
import { changeRetention } from '../../src/records/retention/change-retention.ts'
import { pruneRecords } from '../../src/records/retention/prune-records.ts'
import { anOrganization, aTester } from '../support/data/organizations.ts'
import { putRecords, storedRecords } from '../support/data/stored-records.ts'
import { settableClock } from '../support/run/settable-clock.ts'
import { aDatabase } from '../support/stores/record-store.ts'
import { aClickHouseStore } from './clickhouse-records.ts'
import { CLUSTER, clusterOfOne } from './cluster-of-one.ts'

const cluster = await clusterOfOne()
const database = await aDatabase()
let engine: Engine
beforeAll(async () => {
  engine = (await aClickHouseStore({ server: cluster.url, cluster: CLUSTER })).engine
  for (const merchantId of ['brief', 'usual']) await anOrganization({ database }, merchantId)
})

test('on a cluster each merchant’s records are kept as long as the merchant says', async () => {
  const all = ['2024-10-31', '2025-07-14', '2025-07-15', '2026-10-15']
  const deps = { db: database, machineClock: systemClock }
  await changeRetention(deps, { organizationId: 'brief', by: aTester }, { months: 1 })
  for (const merchantId of ['brief', 'usual']) {
    const records = all.map((day) => ({
      merchantId,
      recordId: day,
      occurredAt: `${day}T00:00:00Z`,
    }))
    await storedRecords({ db: database, engine }, KINDS.fee, records)
  }

  const clock = settableClock('2026-11-15T12:00:00Z')
  const pruning = { database, engine, clock, machineClock: systemClock, retentionMonths: 16 }
  await pruneRecords(pruning, { by: aTester })

  const left = await engine.rows('select merchant_id as id, record_id as day from fees order by 1, 2')
  expect(left).toEqual([
    { id: 'brief', day: '2026-10-15' },
    // The month that the longest time ends in goes as a whole.
    { id: 'usual', day: '2025-07-14' },
    { id: 'usual', day: '2025-07-15' },
    { id: 'usual', day: '2026-10-15' },
  ])
})

test('on a cluster an erasure rewrites the tables that hold the data, and leaves their old files to the servers', async () => {
  const fields = { 'BillTo.Email': 'spread@example.org', 'BillTo.LastName': 'Doe' }
  const record = { recordId: 'r', merchantId: 'usual', occurredAt: '2026-03-09T10:00:00Z', fields }
  await putRecords({ database, engine }, 'transaction', [record])
  const person = readPerson({ emails: ['spread@example.org'], phones: [], customerIds: [] })
  const sought = { organizationId: 'usual', organizationIds: ['usual'], person }

  const erased = await recordsHolder({ db: database, engine }).erase(sought, aTester)

  const stored = await engine.rows('select bill_to_email as email, bill_to_last_name as name from transactions')
  expect(stored).toEqual([{ email: '', name: '' }])
  expect(erased).toEqual({
    counts: { 'transaction records': 1 },
    remaining: [expect.objectContaining({ why: expect.stringContaining('old_parts_lifetime') })],
  })
  expect(cluster.statements.filter((statement) => / update /.test(statement))).toEqual([
    expect.stringMatching(/^alter table `\w+`\.`transactions_local` on cluster 'main' update /),
  ])
})
