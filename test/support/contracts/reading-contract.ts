import { text } from 'node:stream/consumers'
import { parquetReadObjects } from 'hyparquet'
import { compressors } from 'hyparquet-compressors'
import { beforeAll, expect, test } from 'vitest'
import type { Engine } from '../../../src/platform/engine/engine.ts'
import { EngineUnavailable } from '../../../src/platform/engine/engine-unavailable.ts'
import { waitUntil } from '../../../src/platform/processes/wait-until.ts'
import { aRecord, insertRecords, OCCURRED_MS, TABLE } from './contract-records.ts'

/** Rows, lines and files, in order and as they are. */
export function describeReadings(engine: () => Engine): void {
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

  test('lines are unchanged and in order, each with a line feed', async () => {
    const expected = Array.from({ length: 5_000 }, (_, index) => `${index}\t"é" \\ \n`).join('')

    expect(await text(engine().lines(query('note')))).toBe(expected)
    const options = { isLong: true, cellsPerRow: 40, isSingle: true, queryId: 'contract-lines' }
    expect(await text(engine().lines(query('note'), options))).toBe(expected)
    expect(await text(engine().lines(`select note from ${TABLE} where version = 7`))).toBe('')
  })

  test('a reader that stops reading ends its query', async () => {
    const queryId = 'contract-stopped'
    for await (const _some of engine().lines(query('note'), { queryId })) break

    const isGone = async () => ((await engine().rowsRead(queryId)) === undefined ? true : undefined)
    expect(await waitUntil(isGone, { withinMs: 20_000 })).toBe(true)
  })

  test('a wrong query is distinguished from an unreachable engine', async () => {
    await expect(text(engine().lines('select no_such_column'))).rejects.not.toBeInstanceOf(EngineUnavailable)
    await expect(engine().rows('select no_such_column')).rejects.not.toBeInstanceOf(EngineUnavailable)
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

  test('a query may choose its plan', async () => {
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

  test('a longer text has more bytes', async () => {
    const { bytes } = engine().dialect
    const sizes = `${bytes("'a'")} as "short", ${bytes("'aaaaaaaaaa'")} as "long"`

    const [row] = await engine().rows<{ readonly short: number; readonly long: number }>(`select ${sizes}`)

    expect((row?.long ?? 0) - (row?.short ?? 0)).toBe(9)
  })

  test('all reads of a snapshot see one state, where the engine has snapshots', async () => {
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

/** Queries while they run, and the engine itself. */
export function describeQueries(engine: () => Engine): void {
  /** Takes longer than any test waits. */
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

    expect(await waitUntil(() => engine().rowsRead(queryId), { withinMs: 20_000 })).toBeTypeOf('number')
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

  test('the engine reports its name and version', async () => {
    const { name, version } = await engine().describe()
    const status = await engine().status()

    expect(['ClickHouse', 'DuckDB']).toContain(name)
    expect(version).toMatch(/\d+\.\d+/)
    expect(status === undefined || status.residentBytes > 0).toBe(true)
    await expect(engine().check()).resolves.toBeUndefined()
  })
}
