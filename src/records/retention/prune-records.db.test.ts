import { beforeEach, describe, expect, test } from 'vitest'
import { anOrganization, aTester } from '../../../test/support/data/organizations.ts'
import { storedRecords } from '../../../test/support/data/stored-records.ts'
import { settableClock } from '../../../test/support/run/settable-clock.ts'
import { aDatabase, aRecordStore } from '../../../test/support/stores/record-store.ts'
import { ALL_KINDS, KINDS } from '../../catalogue/kinds.ts'
import { listAudit } from '../../organizations/audit/audit-store.ts'
import { INSTALLATION } from '../../organizations/pure.ts'
import { systemClock } from '../../platform/clock/clock.ts'
import type { Engine } from '../../platform/engine/engine.ts'
import { createLogger } from '../../platform/log/log.ts'
import { takeDueRows } from '../../platform/queue/agenda.ts'
import { changeRetention } from './change-retention.ts'
import { recordPruning } from './jobs.ts'
import { pruneRecords } from './prune-records.ts'

const log = createLogger({ level: 'silent' })
const database = await aDatabase()
const { engine: single } = await aRecordStore()
const clock = settableClock('2026-11-15T12:00:00Z')
const kind = KINDS.fee

await anOrganization({ database }, 'partner', { type: 'partner' })
await anOrganization({ database }, 'account', { type: 'account', parentId: 'partner' })
for (const shop of ['deep', 'brief']) {
  await anOrganization({ database }, shop, { parentId: 'account' })
}
await anOrganization({ database }, 'usual')

async function keep(organizationId: string, months: number | undefined): Promise<void> {
  const deps = { db: database, machineClock: systemClock }
  await changeRetention(deps, { organizationId, by: aTester }, { months })
}

/** The steps of the tests, on one record store. */
function pruning(engine: Engine) {
  const deps = { database, engine, clock, machineClock: systemClock, retentionMonths: 16 }
  return {
    deps,
    prune: () => pruneRecords(deps, { by: aTester }),
    store: (merchantId: string, days: readonly string[]) =>
      storedRecords(
        { db: database, engine },
        kind,
        days.map((day) => ({ merchantId, recordId: day, occurredAt: `${day}T00:00:00Z` })),
      ),
    days: async (merchantId: string) => {
      const rows = await engine.rows<{ day: string }>(
        `select record_id as "day" from fees where merchant_id = ${engine.dialect.text(merchantId)}
          order by "day"`,
      )
      return rows.map(({ day }) => day)
    },
  }
}

beforeEach(async () => {
  clock.set('2026-11-15T12:00:00Z')
  for (const organizationId of ['partner', 'account', 'deep', 'brief']) {
    await keep(organizationId, undefined)
  }
  await single.change({ table: 'fees', where: 'true' })
})

describe('an expired record', () => {
  const { deps, prune, store, days } = pruning(single)

  test('expired records are removed by whole months if all organizations have the same retention', async () => {
    await store('usual', ['2024-01-31', '2025-06-30', '2025-07-01', '2025-07-14', '2026-11-15'])

    expect(await prune()).toEqual([
      { kind: 'fee', month: '202401', rows: 1, isWhole: true },
      { kind: 'fee', month: '202506', rows: 1, isWhole: true },
    ])
    expect(await prune()).toEqual([])

    expect(await days('usual')).toEqual(['2025-07-01', '2025-07-14', '2026-11-15'])
    const [entry] = await listAudit(database.db, { organizationId: INSTALLATION }, { limit: 1 })
    expect(entry).toMatchObject({
      action: 'records.pruned',
      details: { rows: 2, months: '202401 202506' },
    })
  })

  test('expired records are removed to the day for an organization with a shorter retention than others', async () => {
    await keep('brief', 3)
    await store('brief', ['2025-06-30', '2026-08-14', '2026-08-15', '2026-11-15'])
    await store('deep', ['2025-07-14', '2026-08-14'])

    const removed = await prune()

    expect(removed).toEqual([
      { kind: 'fee', month: '202506', rows: 1, isWhole: true },
      { kind: 'fee', month: '202608', rows: 1, isWhole: false },
    ])
    expect(await days('brief')).toEqual(['2026-08-15', '2026-11-15'])
    expect(await days('deep')).toEqual(['2025-07-14', '2026-08-14'])
    expect(await prune()).toEqual([])
  })

  test('an expired record is removed with all its versions and can be sent again', async () => {
    await keep('brief', 1)
    const old = { merchantId: 'brief', recordId: 'a', occurredAt: '2026-01-01T00:00:00Z' }
    const send = (version: number) => storedRecords({ db: database, engine: single }, kind, [{ ...old, version }])
    await send(1)
    await send(2)

    await Promise.all([prune(), prune()])

    expect(await days('brief')).toEqual([])
    expect(await send(1)).toEqual(['accepted'])
  })

  test('a record is not removed too early on a leap day or at the end of a month', async () => {
    await keep('brief', 12)
    await store('brief', ['2027-02-27', '2027-02-28', '2027-03-01'])

    clock.set('2028-02-29T23:59:59Z')
    await prune()
    expect(await days('brief')).toEqual(['2027-02-28', '2027-03-01'])
    clock.set('2028-03-01T00:00:00Z')
    await prune()
    expect(await days('brief')).toEqual(['2027-03-01'])
  })

  test('a daily job removes expired records, even if the previous one failed', async () => {
    const pruning = recordPruning({ ...deps, log })
    await pruning.schedule()
    await pruning.schedule()
    const taken = () => takeDueRows(database, { now: clock.now(), kinds: ['prune-records'] })
    await store('usual', ['2025-07-14'])
    const handler = pruning.handlers['prune-records']

    expect(await taken()).toBe(0)
    clock.set('2026-12-01T00:00:00Z')
    expect(await taken()).toBe(1)
    const stopped = AbortSignal.abort(new Error('stopped'))
    await expect(handler?.({}, stopped)).rejects.toThrow('stopped')
    expect(await taken()).toBe(0)
    clock.set('2026-12-02T00:00:00Z')
    expect(await taken()).toBe(1)
    await handler?.({}, new AbortController().signal)
    expect(await days('usual')).toEqual([])
  })

  test('expired records of every kind are removed', async () => {
    for (const each of ALL_KINDS) {
      await storedRecords({ db: database, engine: single }, each, [{ merchantId: 'usual' }])
    }

    const removed = await pruneRecords({ ...deps, retentionMonths: 1 }, { by: aTester })

    expect(new Set(removed.map((part) => part.kind)).size).toBe(ALL_KINDS.length)
  })
})

describe('organizations with different retention', () => {
  const { prune, store, days } = pruning(single)

  test('the nearest organization upwards decides, and files are kept as long as any organization needs them', async () => {
    await keep('partner', 24)
    await keep('brief', 1)
    const all = ['2024-10-31', '2024-11-01', '2025-07-14', '2025-07-15', '2026-10-15']
    for (const merchantId of ['deep', 'brief', 'usual', 'stranger']) await store(merchantId, all)

    await prune()

    expect(await days('deep')).toEqual(all.slice(1))
    expect(await days('brief')).toEqual(['2026-10-15'])
    expect(await days('usual')).toEqual(all.slice(3))
    expect(await days('stranger')).toEqual(all.slice(3))
  })
})

test('an organization’s own retention is audited and bounded, and the organization must exist', async () => {
  await keep('usual', 7)
  await keep('usual', undefined)

  const entries = await listAudit(database.db, { action: 'retention.changed' }, { limit: 2 })
  expect(entries.map(({ details }) => details['months'])).toEqual([null, 7])
  await expect(keep('usual', 0)).rejects.toThrow(/from 1 to 240/)
  await expect(keep('nobody', 3)).rejects.toThrow(/no organization nobody/)
})
