import { beforeAll, describe, expect, test } from 'vitest'
import { startWholeService } from '../../../test/support/apps/whole-service.ts'
import { anOrganization } from '../../../test/support/data/organizations.ts'
import {
  anOwnRecord,
  outboxRows,
  recordInTransaction,
  storedRecords,
  writeManyRecords,
  writeRecords,
} from '../../../test/support/data/own-records.ts'
import { fieldsOfKind, KINDS } from '../../catalogue/kinds.ts'
import { systemClock } from '../../platform/clock/clock.ts'
import type { Transactions } from '../../platform/postgres/database.ts'
import { writeTogether } from '../../platform/postgres/write-together.ts'
import type { Stores } from '../../platform/stores/stores.ts'
import { recordOutbox, recordWrite } from '../index.ts'
import { loadOutbox } from './load-outbox.ts'

const kind = KINDS.transaction
const { signal } = new AbortController()

let stores: Stores
beforeAll(async () => {
  // No loader of its own runs beside these tests.
  stores = (await startWholeService({ QUITTANCE_ROLE: 'api' })).stores
  await anOrganization(stores, 'shop')
  await anOrganization(stores, 'other')
})

async function load(db: Transactions = stores.database) {
  return loadOutbox({ db, engine: stores.engine, clock: systemClock }, { kind, signal })
}

describe('a written record', () => {
  test('a written record is loaded once, with its organization, and removed from the outbox', async () => {
    await writeRecords(stores.database, [{ recordId: 'once 1' }, { recordId: 'once 2', organizationId: 'other' }])

    expect(await load()).toEqual({ loaded: 2, refusals: [], isFull: false })
    expect(await load()).toEqual({ loaded: 0, refusals: [], isFull: false })
    const stored = { city: 'Oslo', version: 1, source: 'outbox' }
    expect(await storedRecords(stores.engine, { prefix: 'once' })).toEqual([
      { id: 'once 1', organization: 'shop', ...stored },
      { id: 'once 2', organization: 'other', ...stored },
    ])
    expect(await outboxRows(stores.database, 'once')).toEqual([])
  })

  test('the outbox holds no data that the record store does not keep', async () => {
    await writeRecords(stores.database, [{ recordId: 'masked' }])

    const { rows } = await stores.database.pool.query('select record::text from record_outbox')

    expect(JSON.stringify(rows)).toContain('1111')
    expect(JSON.stringify(rows)).not.toContain('41111')
    expect(await load()).toMatchObject({ loaded: 1 })
  })

  test('a record written in one statement with other writes is loaded', async () => {
    await stores.database.transaction((tx) =>
      writeTogether(
        tx,
        ['one', 'two'].map((n) => recordWrite('transaction', anOwnRecord({ recordId: `together ${n}` }))),
      ),
    )

    expect(await load()).toMatchObject({ loaded: 2 })
  })

  test('a record written in a rolled-back transaction is never loaded', async () => {
    const rolledBack = stores.database.transaction(async (tx) => {
      await recordInTransaction(tx, 'transaction', anOwnRecord({ recordId: 'never' }))
      throw new Error('no')
    })

    await expect(rolledBack).rejects.toThrow('no')
    expect(await load()).toMatchObject({ loaded: 0 })
    expect(await storedRecords(stores.engine, { prefix: 'never' })).toEqual([])
  })

  test('an invalid record fails its transaction with every reason', async () => {
    const unfit = anOwnRecord({
      recordId: 'unfit',
      occurredAt: 'yesterday',
      fields: { 'No.Such': '1', 'BillTo.City': 'a\0b' },
    })

    expect(() => recordWrite('transaction', unfit)).toThrow(
      /occurredAt must be .*No\.Such is not a field.*BillTo\.City contains a NUL/,
    )
  })
})

describe('versions of a record in the outbox', () => {
  test('versions of a record in any order are stored as one row with the highest', async () => {
    await writeRecords(stores.database, [
      { recordId: 'versions', version: 1, city: 'Oslo' },
      { recordId: 'versions', version: 3, city: 'Bergen' },
      { recordId: 'versions', version: 2, city: 'Hamar' },
    ])

    expect(await load()).toMatchObject({ loaded: 3, refusals: [] })
    expect(await storedRecords(stores.engine, { prefix: 'versions' })).toMatchObject([{ version: 3, city: 'Bergen' }])
  })
})

describe('a load that dies after the engine has stored and before PostgreSQL commits', () => {
  test('the load after a crash recognizes stored records and stores none twice', async () => {
    const dying: Transactions = {
      transaction: (work) =>
        stores.database.transaction(async (tx) => {
          await work(tx)
          throw new Error('killed')
        }),
    }
    await writeRecords(stores.database, [{ recordId: 'dying 1' }, { recordId: 'dying 2' }])

    await expect(load(dying)).rejects.toThrow('killed')
    const afterDeath = await storedRecords(stores.engine, { prefix: 'dying' })
    expect(await outboxRows(stores.database, 'dying')).toHaveLength(2)
    expect(await load()).toMatchObject({ loaded: 2, refusals: [] })

    expect(afterDeath).toHaveLength(2)
    expect(await storedRecords(stores.engine, { prefix: 'dying' })).toEqual(afterDeath)
    expect(await outboxRows(stores.database, 'dying')).toEqual([])
  })
})

describe('a record that cannot be stored', () => {
  test('a record that cannot be stored keeps its row and the reason, and blocks no others', async () => {
    await writeRecords(stores.database, [
      { recordId: 'refused 1', city: 'Oslo' },
      { recordId: 'refused 1', city: 'Bergen' },
      { recordId: 'refused 2' },
    ])
    await stores.database.pool.query(`
      insert into record_outbox (organization_id, kind, merchant_id, occurred_at, record, record_bytes)
      values ('shop', 'transaction', 'shop', now(), '{"recordId": "refused 3", "fields": {"New.Field": 1}}', 9)`)

    expect(await load()).toMatchObject({
      loaded: 2,
      refusals: [
        { reason: expect.stringContaining('New.Field is not a field') },
        { organizationId: 'shop', reason: expect.stringContaining('conflict') },
      ],
    })
    expect(await load()).toMatchObject({ loaded: 0, refusals: [] })
    expect(await outboxRows(stores.database, 'refused')).toEqual([
      { id: 'refused 1', refusal: expect.stringContaining('conflict') },
      { id: 'refused 3', refusal: expect.stringContaining('New.Field is not a field') },
    ])
    expect(await recordOutbox.depth(stores.database)).toEqual({
      waiting: 0,
      refused: 2,
      oldestSeconds: 0,
    })
    expect(await storedRecords(stores.engine, { prefix: 'refused' })).toMatchObject([
      { id: 'refused 1', city: 'Oslo' },
      { id: 'refused 2' },
    ])
  })
})

describe('a batch', () => {
  test('a batch is limited in bytes and has the oldest records first', async () => {
    const fields = longFields()
    const ids = Array.from({ length: 200 }, (_, n) => `bytes ${String(n).padStart(3, '0')}`)
    await writeRecords(
      stores.database,
      ids.map((recordId) => ({ recordId, fields })),
    )

    const first = await load()
    const afterFirst = await storedRecords(stores.engine, { prefix: 'bytes' })
    const second = await load()

    expect(first.isFull).toBe(true)
    expect(afterFirst.map(({ id }) => id)).toEqual(ids.slice(0, first.loaded))
    expect(second).toMatchObject({ loaded: ids.length - first.loaded, isFull: false })
  })

  test('a batch of records with the longest ids is looked up and stored', async () => {
    const ids = Array.from({ length: 5_000 }, (_, n) => `long ${'ø'.repeat(118)}${10_000 + n}`)
    await writeManyRecords(
      stores.database,
      ids.map((recordId) => ({ recordId })),
    )

    expect(await load()).toMatchObject({ loaded: 5_000, refusals: [], isFull: true })
    expect(await storedRecords(stores.engine, { prefix: 'long' })).toHaveLength(5_000)
  })
})

/** Some 25 kB. */
function longFields(): Readonly<Record<string, string>> {
  const texts = fieldsOfKind(kind).filter(({ type }) => type.kind === 'text' && type.lengthMax >= 200)
  return Object.fromEntries(texts.slice(0, 100).map(({ wireName }) => [wireName, 'x'.repeat(200)]))
}
