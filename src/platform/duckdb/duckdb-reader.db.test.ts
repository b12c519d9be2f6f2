import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCharacters } from '../../../test/support/random/any-characters.ts'
import { seed } from '../../../test/support/run/test-run.ts'
import { duckDbOfThisFile } from '../../../test/support/stores/temporary-duckdb.ts'
import { EngineUnavailable } from '../engine/engine-unavailable.ts'
import { DUCKDB_DIALECT } from './duckdb-dialect.ts'

const { engine } = await duckDbOfThisFile()
/** With little room, so that it is soon full. */
const small = await duckDbOfThisFile({ memoryMaxBytes: 200_000_000, tempMaxBytes: 4_000_000 })
const ENDLESS = 'select count(*) as n from range(1000000000000)'

const anyText = fc.oneof(
  anyCharacters({ maxLength: 40 }),
  fc.string({ unit: fc.constantFrom("'", '"', '\\', '\0', '\n', ';', '\ufeff', 'ä', '😀', '%') }),
)

async function textOf(lines: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of lines) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString('utf8')
}

describe('values', () => {
  test('any quoted text is read back unchanged', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyText, { minLength: 1, maxLength: 20 }), async (texts) => {
        const columns = texts.map((text, index) => `${DUCKDB_DIALECT.text(text)} as c${index}`)

        const [row] = await engine.rows<Record<string, string>>(`select ${columns.join(', ')}`)

        expect(Object.values(row ?? {})).toEqual(texts)
      }),
      { seed, numRuns: 40 },
    )
  })

  test('rows are objects: 64-bit integers as numbers, lists, nulls', async () => {
    const rows = await engine.rows(
      `select 4200000000 as big, sum(x) as total, list(x order by x) as "List of", null as nothing,
         1.5 as half, true as yes, '' as empty
       from (values (1), (2)) t(x)`,
    )

    expect(rows).toEqual([
      {
        big: 4_200_000_000,
        total: 3,
        'List of': [1, 2],
        nothing: null,
        half: 1.5,
        yes: true,
        empty: '',
      },
    ])
  })

  test('many rows keep the order of the query, and no rows are an empty result', async () => {
    const sql = 'select x from range(50000) t(x)'

    const rows = await engine.rows<{ x: number }>(`${sql} order by x desc`)
    const none = await engine.rows(`${sql} where false -- nothing`)

    expect(rows.map(({ x }) => x)).toEqual(Array.from({ length: 50_000 }, (_, x) => 49_999 - x))
    expect(none).toEqual([])
  })

  test('a row may be longer than a chunk', async () => {
    const rows = await engine.rows<{ text: string }>(`select repeat('ä', 400000) as text from range(2)`)

    expect(rows.map(({ text }) => text.length)).toEqual([400_000, 400_000])
  })
})

describe('lines', () => {
  test('lines are the strings as they are, each with a line feed', async () => {
    const texts = ['', 'two\nlines', '\ufefffirst', 'a\0b', '\'quoted"', 'last']
    const values = texts.map((text, index) => `(${index}, ${DUCKDB_DIALECT.text(text)})`)

    const lines = await textOf(engine.lines(`select t from (values ${values.join(', ')}) v(n, t) order by n`))

    expect(lines).toBe(texts.map((text) => `${text}\n`).join(''))
  })

  test('lines of millions of rows do not fill the memory of either side while they are not read', async () => {
    const lines = engine.lines(`select repeat('x', 1000) from range(5000000)`)
    await lines.next()
    const before = (await engine.status())?.residentBytes ?? 0

    await new Promise((resolve) => setTimeout(resolve, 1_000))
    const after = (await engine.status())?.residentBytes ?? 0
    await lines.return()

    expect(after - before).toBeLessThan(200_000_000)
  })

  test('the query is canceled when the reader of its lines stops', async () => {
    const lines = engine.lines('select x from range(1000000000000) t(x)', { queryId: 'left' })
    await lines.next()
    expect(await engine.rowsRead('left')).toBeDefined()

    await lines.return()

    await expect.poll(() => engine.rowsRead('left'), { timeout: 10_000 }).toBeUndefined()
  })
})

test('a Parquet file is sent as bytes and leaves no temporary file', async () => {
  const chunks: Uint8Array[] = []
  for await (const chunk of engine.parquet('select x, cast(x as varchar) as t from range(1000) t(x)'))
    chunks.push(chunk)

  const bytes = Buffer.concat(chunks)

  expect(bytes.subarray(0, 4).toString()).toBe('PAR1')
  expect(bytes.subarray(-4).toString()).toBe('PAR1')
})

describe('failures', () => {
  test("an invalid query is an error with the engine's message", async () => {
    const failed = engine.rows('select nothing_there')

    await expect(failed).rejects.toThrow(/nothing_there/)
    await expect(failed).rejects.not.toBeInstanceOf(EngineUnavailable)
  })

  test('a failure in the middle of the rows is reported, and not mistaken for their end', async () => {
    const sql = `select case when x = 150000 then error('amid') else cast(x as varchar) end as t
      from range(160000) t(x)`

    await expect(engine.rows(sql)).rejects.toThrow('amid')
    let bytes = 0
    const reading = async (): Promise<void> => {
      for await (const chunk of engine.lines(sql)) bytes += chunk.length
    }
    await expect(reading()).rejects.toThrow('amid')
    expect(bytes).toBeGreaterThan(0)
  })

  test('the message about a private query does not quote it', async () => {
    const failed = engine.rows(`select cast('Jane Roe' as integer) as n`, { isPrivate: true })

    await expect(failed).rejects.toThrow(/^Conversion Error$/)
  })

  test('several statements are refused', async () => {
    await expect(engine.rows('select 1; select 2')).rejects.toThrow('syntax error')
  })

  test('a query cannot write', async () => {
    await engine.define(['create table untouched (a integer)'])

    await expect(
      engine.rows('select * from untouched) q; drop table untouched; select * from (select 1'),
    ).rejects.toThrow()

    expect(await engine.rows('select * from untouched')).toEqual([])
  })

  test('a query that needs too much memory fails alone', async () => {
    const failed = small.engine.rows('select length(list(x)) as n from range(2000000000) t(x)')

    await expect(failed).rejects.toMatchObject({ name: 'EngineUnavailable', reason: 'memory' })
    expect(await small.engine.rows('select 1 as one')).toEqual([{ one: 1 }])
  })
})

test('a query that spills too much to disk fails alone', async () => {
  const failed = small.engine.rows(
    `select max(t) as t from (
       select repeat(cast(hash(x) as varchar), 10) as t from range(2000000) t(x) order by t limit 1900000)`,
  )

  await expect(failed).rejects.toMatchObject({ name: 'EngineUnavailable', reason: 'disk' })
  expect(await small.engine.rows('select 1 as one')).toEqual([{ one: 1 }])
})

describe('timeouts and cancellation', () => {
  test('a query ends at its timeout', async () => {
    const failed = engine.rows(ENDLESS, { timeoutMs: 100, queryId: 'late' })

    await expect(failed).rejects.toMatchObject({ name: 'EngineUnavailable', reason: 'busy' })
    expect(await engine.rowsRead('late')).toBeUndefined()
  })

  test('a query ends when it is canceled', async () => {
    const caller = new AbortController()
    const failed = engine.rows(ENDLESS, { signal: caller.signal, queryId: 'called off' })
    await expect.poll(() => engine.rowsRead('called off')).toBeDefined()

    caller.abort(new Error('not wanted any more'))

    await expect(failed).rejects.toThrow('not wanted any more')
    await expect.poll(() => engine.rowsRead('called off'), { timeout: 10_000 }).toBeUndefined()
  })

  test('a query that is canceled before it starts does not start', async () => {
    const signal = AbortSignal.abort(new Error('too late'))

    await expect(engine.rows(ENDLESS, { signal })).rejects.toThrow('too late')
  })

  test('the progress of a query can be read', async () => {
    await engine.define(['create table numbers as select range as x from range(3000000)'])
    const caller = new AbortController()
    // Far longer than anybody waits for its first figure.
    const counting = engine.rows(
      'select count(*) as n from numbers a, (select * from numbers limit 10000) b where a.x <> b.x',
      { queryId: 'counted', signal: caller.signal, isLong: true },
    )

    await expect.poll(() => engine.rowsRead('counted'), { timeout: 120_000 }).toBeGreaterThan(0)
    caller.abort()

    await expect(counting).rejects.toThrow()
  })
})

describe('confinement', () => {
  test.each([
    `select * from read_csv('/etc/passwd')`,
    `select * from read_text('/proc/self/environ')`,
    `select * from glob('/etc/*')`,
    `select * from '/etc/passwd'`,
  ])('%s is refused', async (sql) => {
    await expect(engine.rows(sql)).rejects.toThrow(/Permission Error|does not exist/)
  })

  test.each([
    'set threads = 1',
    'set enable_external_access = true',
    'install httpfs',
    'load httpfs',
    `attach '/tmp/elsewhere.duckdb' as elsewhere`,
    `copy (select 1) to '/tmp/elsewhere.csv'`,
    `export database '/tmp/elsewhere'`,
  ])('%s is refused', async (statement) => {
    await expect(engine.define([statement])).rejects.toThrow(/Permission Error|configuration has been locked/)
  })
})
