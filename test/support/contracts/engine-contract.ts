import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Engine, rowsOfLines } from '../../../src/platform/engine/engine.ts'
import { EngineUnavailable } from '../../../src/platform/engine/engine-unavailable.ts'
import { anyCharacters } from '../random/any-characters.ts'
import { seed } from '../run/test-run.ts'
import { aRecord, insertRecords, LATER_MIGRATION, MIGRATIONS, OCCURRED_MS, TABLE } from './contract-records.ts'
import { describeDialect } from './dialect-contract.ts'
import { describeQueries, describeReadings } from './reading-contract.ts'

const MONTH_MS = 31 * 86_400_000
const INSTALLATION = '0b8ee3f4-7b3e-4b61-9f0e-8c5c0f6f3a51'
const ANOTHER = '5f0c2d3c-3f4b-4d0d-8f3e-0d6f7f7f1b11'

export type ContractSubject = {
  /** An engine on an empty store of its own. */
  readonly open: () => Promise<Engine>
  /** Closes the engine and its store. */
  readonly close: (engine: Engine) => Promise<void>
}

/** The contract of every record engine, whatever its SQL. */
export function describeEngine(name: string, { open, close }: ContractSubject): void {
  describe(`${name} as a record engine`, () => {
    let engine: Engine
    const opened: Engine[] = []
    const anEngine = async (): Promise<Engine> => {
      const another = await open()
      opened.push(another)
      return another
    }
    beforeAll(async () => {
      engine = await anEngine()
      await engine.migrate(MIGRATIONS)
    })
    afterAll(() => Promise.all(opened.map(close)))

    describeMigrations(anEngine)
    describeInserts(() => engine)
    describeChanges(() => engine)
    describeReadings(() => engine)
    describeQueries(() => engine)
    describeDialect(() => engine)
  })
}

function describeMigrations(anEngine: () => Promise<Engine>): void {
  test('migrations run once, and existing rows get the initial value of a new column', async () => {
    const fresh = await anEngine()
    const all = [...MIGRATIONS, LATER_MIGRATION]
    expect(await fresh.pendingMigrations(all)).toBe(3)

    const first = await fresh.migrate(MIGRATIONS)
    await insertRecords(fresh, [aRecord({ received_at: 5 })])
    const second = await fresh.migrate(all)
    const third = await fresh.migrate(all)

    expect(first).toEqual({ applied: MIGRATIONS.map(({ name }) => name), version: 2 })
    expect(second).toEqual({ applied: [LATER_MIGRATION.name], version: 3 })
    expect(third).toEqual({ applied: [], version: 3 })
    expect(await fresh.pendingMigrations(all)).toBe(0)
    const { ms, newest } = fresh.dialect
    const rows = await fresh.rows(`select ${ms('first_received_at')} as "at" from ${newest(TABLE)}`)
    expect(rows).toEqual([{ at: 5 }])
    // Also when the row is rewritten.
    await fresh.change({ table: TABLE, set: `source = 'x'`, where: `record_id = 'record'` })
    expect(
      await fresh.rows(`select source as "source", ${ms('first_received_at')} as "at" from ${newest(TABLE)}`),
    ).toEqual([{ source: 'x', at: 5 }])
    // A record keeps the time of its first version, which its later versions bring along.
    await insertRecords(fresh, [aRecord({ version: 2, received_at: 9, first_received_at: 5 })])
    expect(
      await fresh.rows(
        `select ${ms('received_at')} as "last", ${ms('first_received_at')} as "at" from ${newest(TABLE)}`,
      ),
    ).toEqual([{ last: 9, at: 5 }])
    await expect(fresh.migrate(MIGRATIONS)).rejects.toThrow(/newer Quittance/)
    const steps = LATER_MIGRATION.steps.concat({
      do: 'fill-index',
      table: TABLE,
      index: 'paid_at_index',
    })
    const changed = [...MIGRATIONS, { ...LATER_MIGRATION, steps }]
    await expect(fresh.migrate(changed)).rejects.toThrow(/ran another migration 3/)
  })

  test('a store belongs to one installation', async () => {
    const fresh = await anEngine()
    await fresh.migrate(MIGRATIONS)

    await fresh.claim(INSTALLATION)
    await fresh.claim(INSTALLATION)

    await expect(fresh.claim(ANOTHER)).rejects.toThrow(/belongs to another Quittance installation/)
  })
}

function describeInserts(engine: () => Engine): void {
  const idsOf = async (merchant: string): Promise<readonly string[]> => {
    const { text: literal, newest } = engine().dialect
    const rows = await engine().rows<{ readonly id: string }>(
      `select record_id || ' ' || note as "id" from ${newest(TABLE)}
        where merchant_id = ${literal(merchant)} order by record_id`,
    )
    return rows.map(({ id }) => id)
  }

  test('a row replaces a lower version of its record and gives way to a higher one', async () => {
    const version = (record_id: string, number: number) =>
      aRecord({ merchant_id: 'versions', record_id, version: number, note: `v${number}` })
    await insertRecords(engine(), [version('a', 1), version('b', 2), version('c', 1)])

    await insertRecords(engine(), [version('a', 2), version('b', 1)])

    expect(await idsOf('versions')).toEqual(['a v2', 'b v2', 'c v1'])
  })

  test('records are identified by merchant, time and id', async () => {
    const other = { merchant_id: 'apart', note: 'x' }
    await insertRecords(engine(), [
      aRecord(other),
      aRecord({ ...other, occurred_at: OCCURRED_MS + 1 }),
      aRecord({ ...other, merchant_id: 'apart too' }),
    ])

    expect(await idsOf('apart')).toEqual(['record x', 'record x'])
    expect(await idsOf('apart too')).toEqual(['record x'])
  })

  test('a withdrawn record is not among the newest, and is among the latest', async () => {
    const { text: literal, latest } = engine().dialect
    const withdrawn = { merchant_id: 'withdrawn', is_deleted: 1, version: 2 }
    await insertRecords(engine(), [aRecord({ merchant_id: 'withdrawn' })])

    await insertRecords(engine(), [aRecord(withdrawn)])

    expect(await idsOf('withdrawn')).toEqual([])
    const columns = ['record_id', 'version', 'is_deleted']
    const where = `merchant_id = ${literal('withdrawn')}`
    expect(await engine().rows(`select * from ${latest(TABLE, { columns, where })}`)).toEqual([
      { record_id: 'record', version: 2, is_deleted: 1 },
    ])
    await insertRecords(engine(), [aRecord({ ...withdrawn, is_deleted: 0, version: 3 })])
    expect(await idsOf('withdrawn')).toEqual(['record '])
  })

  test('a batch may span years, and an empty one stores nothing', async () => {
    const years = [1970, 1999, 2026, 2199].map((year) => Date.UTC(year, 1, 1))

    await insertRecords(
      engine(),
      years.map((occurred_at) => aRecord({ merchant_id: 'years', occurred_at })),
    )
    await insertRecords(engine(), [])

    expect(await idsOf('years')).toHaveLength(4)
  })

  test('any text reads back as it was, from a column and from a literal', async () => {
    const texts = fc.sample(anyCharacters({ maxLength: 40 }), { seed, numRuns: 300 })
    const odd = [`'`, `\\'`, `\\`, `''`, `\0`, `a\0b`, '\ufeffx', '\r\n\t', '{"a":1}', '🎉', `${'x'.repeat(70_000)}'`]
    const all = [...odd, ...texts].map((each) => each.toWellFormed())
    const { text: literal, newest } = engine().dialect
    // U+0000 is refused before it comes here.
    const stored = all.map((each) => each.replaceAll('\0', ''))
    await insertRecords(
      engine(),
      stored.map((note, index) => aRecord({ merchant_id: 'texts', record_id: `${1000 + index}`, note })),
    )

    const rows = await engine().rows<{ readonly note: string }>(
      `select note from ${newest(TABLE)} where merchant_id = ${literal('texts')} order by record_id`,
    )
    const [row] = await engine().rows<Readonly<Record<string, string>>>(
      `select ${all.map((each, index) => `${literal(each)} as "c${index}"`).join(', ')}`,
    )

    expect(rows.map(({ note }) => note)).toEqual(stored)
    expect(Object.values(row ?? {})).toEqual(all)
  })

  test('a row that cannot be read stores none of its batch', async () => {
    const columns = [
      { name: 'merchant_id', type: 'repetitive-text' },
      { name: 'amount', type: 'nullable-amount' },
    ] as const
    const lines = ['{"merchant_id":"half"}', '{"merchant_id":"half","amount":"much"}']

    await expect(engine().insert(TABLE, rowsOfLines(columns, lines))).rejects.not.toBeInstanceOf(EngineUnavailable)

    expect(await idsOf('half')).toEqual([])
  })
}

function describeChanges(engine: () => Engine): void {
  const merchant = 'changes'
  const isOurs = (): string => `merchant_id = ${engine().dialect.text(merchant)}`
  const notes = async (): Promise<readonly string[]> => {
    const query = `select note from ${engine().dialect.newest(TABLE)} where ${isOurs()} order by note`
    return (await engine().rows<{ readonly note: string }>(query)).map(({ note }) => note)
  }
  const store = (): Promise<void> =>
    insertRecords(
      engine(),
      ['a', 'b', 'c'].flatMap((record_id, index) => [
        aRecord({ merchant_id: merchant, record_id, note: `${record_id} march` }),
        aRecord({
          merchant_id: merchant,
          record_id,
          occurred_at: OCCURRED_MS + MONTH_MS,
          note: `${record_id} april`,
          quantity: index,
        }),
      ]),
    )

  test('rows are updated, deleted and removed by month', async () => {
    const { text: literal } = engine().dialect
    await store()

    await engine().change({
      table: TABLE,
      set: `note = ${literal(`it's`)}, quantity = null`,
      where: `${isOurs()} and record_id = 'a'`,
      month: '202603',
    })
    expect(await notes()).toEqual(['a april', 'b april', 'b march', 'c april', 'c march', `it's`])
    await engine().change({
      table: TABLE,
      where: `${isOurs()} and record_id = 'b'`,
      month: '202603',
    })
    expect(await notes()).toEqual(['a april', 'b april', 'c april', 'c march', `it's`])
    await engine().change({ table: TABLE, where: `${isOurs()} and record_id = 'c'` })
    expect(await notes()).toEqual(['a april', 'b april', `it's`])
    await engine().removeMonth(TABLE, '202604')
    expect(await notes()).toEqual([`it's`])
    await engine().removeMonth(TABLE, '202607')

    expect(await engine().purgeRemovedRows([TABLE])).toBe(!engine().isCluster)
    expect(await notes()).toEqual([`it's`])
  })
}
