import { text } from 'node:stream/consumers'
import fc from 'fast-check'
import { parquetReadObjects } from 'hyparquet'
import { compressors } from 'hyparquet-compressors'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine } from '../../src/platform/engine/engine.ts'
import { EngineUnavailable } from '../../src/platform/engine/engine-unavailable.ts'
import { createLogger } from '../../src/platform/log.ts'
import { StartupError } from '../../src/platform/startup-error.ts'
import { waitUntil } from '../../src/platform/wait-until.ts'
import {
  aRecord,
  insertRecords,
  LATER_MIGRATION,
  MIGRATIONS,
  OCCURRED_MS,
  TABLE,
} from './contract-records.ts'
import { describeDialect } from './dialect-contract.ts'
import { seed } from './test-run.ts'

const log = createLogger({ level: 'silent' })
const MONTH_MS = 31 * 86_400_000
const INSTALLATION = '0b8ee3f4-7b3e-4b61-9f0e-8c5c0f6f3a51'
const ANOTHER = '5f0c2d3c-3f4b-4d0d-8f3e-0d6f7f7f1b11'

export type ContractSubject = {
  /** An engine on an empty store of its own. */
  readonly open: () => Promise<Engine>
  /** Whoever opened it closes it here, with its store. */
  readonly close: (engine: Engine) => Promise<void>
}

/** What every record engine holds to, whatever its SQL. */
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
      await engine.migrate(MIGRATIONS, log)
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
  test('migrations run once, and rows that are there get the value that a new column is given', async () => {
    const fresh = await anEngine()
    const all = [...MIGRATIONS, LATER_MIGRATION]
    expect(await fresh.pendingMigrations(all)).toBe(3)

    const first = await fresh.migrate(MIGRATIONS, log)
    await insertRecords(fresh, [aRecord({ received_at: 5 })])
    const second = await fresh.migrate(all, log)
    const third = await fresh.migrate(all, log)

    expect(first).toEqual({ applied: MIGRATIONS.map(({ name }) => name), version: 2 })
    expect(second).toEqual({ applied: [LATER_MIGRATION.name], version: 3 })
    expect(third).toEqual({ applied: [], version: 3 })
    expect(await fresh.pendingMigrations(all)).toBe(0)
    const { ms, newest } = fresh.dialect
    const rows = await fresh.rows(`select ${ms('first_received_at')} as "at" from ${newest(TABLE)}`)
    expect(rows).toEqual([{ at: 5 }])
    // A record keeps the time of its first version, which its later versions bring along.
    await insertRecords(fresh, [aRecord({ version: 2, received_at: 9, first_received_at: 5 })])
    expect(
      await fresh.rows(
        `select ${ms('received_at')} as "last", ${ms('first_received_at')} as "at" from ${newest(TABLE)}`,
      ),
    ).toEqual([{ last: 9, at: 5 }])
    await expect(fresh.migrate(MIGRATIONS, log)).rejects.toThrow(/newer Quittance/)
    const other = MIGRATIONS.map((each) => ({ ...each, owner: `${each.owner}s` }))
    await expect(fresh.migrate([...other, LATER_MIGRATION], log)).rejects.toThrow(StartupError)
  })

  test('a store belongs to one installation', async () => {
    const fresh = await anEngine()
    await fresh.migrate(MIGRATIONS, log)

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

  test('records are told apart by merchant, time and id', async () => {
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

  test('a batch may reach over years, and one without rows is nothing', async () => {
    const years = [1970, 1999, 2026, 2199].map((year) => Date.UTC(year, 1, 1))

    await insertRecords(
      engine(),
      years.map((occurred_at) => aRecord({ merchant_id: 'years', occurred_at })),
    )
    await insertRecords(engine(), [])

    expect(await idsOf('years')).toHaveLength(4)
  })

  test('any text reads back as it was, from a column and from a literal', async () => {
    const texts = fc.sample(fc.string({ unit: 'binary', maxLength: 40 }), { seed, numRuns: 300 })
    const odd = [
      `'`,
      `\\'`,
      `\\`,
      `''`,
      `\0`,
      `a\0b`,
      '\ufeffx',
      '\r\n\t',
      '{"a":1}',
      '🎉',
      `${'x'.repeat(70_000)}'`,
    ]
    const all = [...odd, ...texts].map((each) => each.toWellFormed())
    const { text: literal, newest } = engine().dialect
    // U+0000 is refused before it comes here.
    const stored = all.map((each) => each.replaceAll('\0', ''))
    await insertRecords(
      engine(),
      stored.map((note, index) =>
        aRecord({ merchant_id: 'texts', record_id: `${1000 + index}`, note }),
      ),
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

    await expect(engine().insert(TABLE, { columns, lines })).rejects.not.toBeInstanceOf(
      EngineUnavailable,
    )

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

    expect(await engine().forgetRemoved([TABLE])).toBe(!engine().isCluster)
    expect(await notes()).toEqual([`it's`])
  })
}

function describeReadings(engine: () => Engine): void {
  const merchant = 'readings'
  const query = (columns: string): string => {
    const { newest, text: literal } = engine().dialect
    return `select ${columns} from ${newest(TABLE)} where merchant_id = ${literal(merchant)} order by record_id`
  }
  beforeAll(() =>
    insertRecords(
      engine(),
      Array.from({ length: 5_000 }, (_, index) =>
        aRecord({
          merchant_id: merchant,
          record_id: `${10_000 + index}`,
          request_id: `request ${index}`,
          note: `${index}\t"é" \\ `,
          amount: index * 100,
          paid_at: OCCURRED_MS + index,
          due_on: 20_000,
        }),
      ),
    ),
  )

  test('lines are texts as they are, in order, each with a line feed', async () => {
    const expected = Array.from({ length: 5_000 }, (_, index) => `${index}\t"é" \\ \n`).join('')

    expect(await text(engine().lines(query('note')))).toBe(expected)
    const options = { isLong: true, cellsPerRow: 40, isSingle: true, queryId: 'contract-lines' }
    expect(await text(engine().lines(query('note'), options))).toBe(expected)
    expect(await text(engine().lines(`select note from ${TABLE} where version = 7`))).toBe('')
  })

  test('whoever stops reading lines ends their query', async () => {
    const queryId = 'contract-stopped'
    for await (const _some of engine().lines(query('note'), { queryId })) break

    const isGone = async () => ((await engine().rowsRead(queryId)) === undefined ? true : undefined)
    expect(await waitUntil(isGone, { withinMs: 20_000 })).toBe(true)
  })

  test('a wrong query is told from an engine that is away', async () => {
    await expect(text(engine().lines('select no_such_column'))).rejects.not.toBeInstanceOf(
      EngineUnavailable,
    )
    await expect(engine().rows('select no_such_column')).rejects.not.toBeInstanceOf(
      EngineUnavailable,
    )
  })

  test('a Parquet file has the values in their types', async () => {
    const { utcInstant, decimalText } = engine().dialect
    const columns = `record_id, note, amount, due_on, ${utcInstant('paid_at')} as at, ${decimalText('amount', 2)} as written`
    const chunks: Uint8Array[] = []
    for await (const chunk of engine().parquet(query(columns))) chunks.push(Uint8Array.from(chunk))
    const { buffer: file } = Uint8Array.from(Buffer.concat(chunks))

    const rows = await parquetReadObjects({ file, compressors })

    expect(rows).toHaveLength(5_000)
    expect(rows[4_999]).toEqual({
      record_id: '14999',
      note: '4999\t"é" \\ ',
      amount: 49.99,
      due_on: new Date(20_000 * 86_400_000),
      at: new Date(OCCURRED_MS + 4_999),
      written: '49.99',
    })
  })

  test('a query may say how it finds its rows', async () => {
    const { indexed, text: literal, rowNumber, partCount } = engine().dialect
    const isAsked = `merchant_id = ${literal(merchant)} and request_id in ('request 7', 'request 4321')`
    const { from, where } = indexed(TABLE, isAsked)

    expect(
      await engine().rows(`select record_id from ${from} where ${where} order by record_id`, {
        plan: 'indexed',
        isPrivate: true,
      }),
    ).toEqual([{ record_id: '10007' }, { record_id: '14321' }])
    expect(
      await engine().rows(
        `select count(*) as "n" from (select merchant_id, occurred_at, record_id from ${TABLE}
          where merchant_id = ${literal(merchant)} group by merchant_id, occurred_at, record_id) as records`,
        { plan: 'grouped', timeoutMs: 60_000 },
      ),
    ).toEqual([{ n: 5_000 }])
    const numbered = `select record_id, ${rowNumber} as "n" from (${query('record_id')}) as records`
    expect((await engine().rows(numbered)).at(-1)).toEqual({ record_id: '14999', n: 4_999 })
    const [{ parts } = { parts: 0 }] = await engine().rows<{ readonly parts: number }>(
      `select ${partCount} as "parts" from ${TABLE} where merchant_id = ${literal(merchant)}`,
    )
    expect(parts).toBeGreaterThan(0)
  })

  test('all readings of a snapshot see one state, where the engine has them', async () => {
    const count = 'count(*) as "n"'
    const where = `merchant_id = ${engine().dialect.text('snapshot')}`
    const counted = await engine().snapshot(async (reader) => {
      const before = await reader.rows(`select ${count} from ${TABLE} where ${where}`)
      await insertRecords(engine(), [aRecord({ merchant_id: 'snapshot' })])
      const after = await reader.rows(`select ${count} from ${TABLE} where ${where}`)
      return { before, after, isSnapshot: reader.isSnapshot }
    })

    expect(counted.before).toEqual([{ n: 0 }])
    expect(counted.after).toEqual([{ n: counted.isSnapshot ? 0 : 1 }])
    expect(await engine().rows(`select ${count} from ${TABLE} where ${where}`)).toEqual([{ n: 1 }])
  })
}

function describeQueries(engine: () => Engine): void {
  /** Takes longer than anybody waits. */
  const endless = (): string => {
    const tables = ['a', 'b', 'c', 'd'].map((name) => `${TABLE} as ${name}`).join(' cross join ')
    const ids = ['a', 'b', 'c', 'd'].map((name) => `length(${name}.record_id)`).join(' * ')
    return `select sum(${ids}) as "n" from ${tables}`
  }

  test('a query is known while it runs, and ends with its signal', async () => {
    const queryId = 'contract-endless'
    const leaving = new AbortController()
    const asked = engine().rows(endless(), { queryId, signal: leaving.signal, isLong: true })
    const refused = expect(asked).rejects.toThrow('left')

    expect(await waitUntil(() => engine().rowsRead(queryId), { withinMs: 20_000 })).toBeTypeOf(
      'number',
    )
    leaving.abort(new Error('left'))
    await refused

    const isGone = async () => ((await engine().rowsRead(queryId)) === undefined ? true : undefined)
    expect(await waitUntil(isGone, { withinMs: 20_000 })).toBe(true)
    const late = engine().rows('select 1', { signal: leaving.signal })
    await expect(late).rejects.toThrow('left')
  })

  test('a query that takes too long is ended', async () => {
    const asked = engine().rows(endless(), { timeoutMs: 1_500 })

    await expect(asked).rejects.toBeInstanceOf(EngineUnavailable)
  })

  test('the engine says what it is', async () => {
    const { name, version } = await engine().describe()
    const status = await engine().status()

    expect(['ClickHouse', 'DuckDB']).toContain(name)
    expect(version).toMatch(/\d+\.\d+/)
    expect(status === undefined || status.residentBytes > 0).toBe(true)
    await expect(engine().check()).resolves.toBeUndefined()
  })
}
