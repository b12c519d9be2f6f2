import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  aRecordTable,
  aRow,
  countOf,
  manyRows,
  RECORD_COLUMNS,
  rowsOf,
} from '../../../../test/support/data/duckdb-records.ts'
import { anyCharacters } from '../../../../test/support/random/any-characters.ts'
import { seed } from '../../../../test/support/run/test-run.ts'
import { duckDbOfThisFile } from '../../../../test/support/stores/temporary-duckdb.ts'
import { rowsOfLines } from '../../engine/engine.ts'
import { JSON_VALUES } from '../../engine/json-values.ts'

const { engine } = await duckDbOfThisFile()

async function stored(table: string): Promise<readonly Record<string, unknown>[]> {
  return engine.rows(
    `select merchant_id, record_id, version, note, strftime(occurred_at, '%Y-%m-%d %H:%M:%S.%g') as moment
     from ${table} order by merchant_id, record_id, moment`,
  )
}

describe('versions', () => {
  test('a higher version replaces the stored one, the same or a lower one is skipped', async () => {
    const table = await aRecordTable(engine)
    await engine.insert(table, rowsOf(aRow({ version: 2, note: 'second' })))

    await engine.insert(table, rowsOf(aRow({ version: 1, note: 'first' })))
    await engine.insert(table, rowsOf(aRow({ version: 2, note: 'second again' })))
    expect(await stored(table)).toMatchObject([{ version: 2, note: 'second' }])

    await engine.insert(table, rowsOf(aRow({ version: 3, note: 'third' })))
    expect(await stored(table)).toMatchObject([{ version: 3, note: 'third' }])
  })

  test('the highest version of a record is stored if it occurs several times in a batch', async () => {
    const table = await aRecordTable(engine)
    const versions = [2, 5, 3].map((version) => aRow({ version, note: `v${version}` }))

    await engine.insert(table, rowsOf(...versions))
    expect(await stored(table)).toMatchObject([{ version: 5, note: 'v5' }])

    await engine.insert(table, rowsOf(aRow({ version: 6 }), aRow({ version: 7, note: 'v7' })))
    expect(await stored(table)).toMatchObject([{ version: 7, note: 'v7' }])
  })

  test('records differ by merchant, by time to the millisecond, and by id', async () => {
    const table = await aRecordTable(engine)
    const rows = [
      aRow(),
      aRow({ merchant_id: 'm2' }),
      aRow({ occurred_at: '2026-03-09 10:00:00.001' }),
      aRow({ record_id: 'r2' }),
    ]

    await engine.insert(table, rowsOf(...rows))
    await engine.insert(table, rowsOf(aRow({ version: 2, note: 'changed' })))

    expect(await stored(table)).toHaveLength(4)
    expect((await stored(table)).filter(({ note }) => note === 'changed')).toHaveLength(1)
  })

  test('a batch of new, changed and known records may be sent again', async () => {
    const table = await aRecordTable(engine)
    await engine.insert(table, manyRows(3_000))
    const parts = [
      manyRows(1_500, { values: { version: 2, note: 'changed' } }),
      manyRows(1_500, { from: 1_500 }),
      manyRows(500, { from: 3_000 }),
    ]
    const pieces = parts.flatMap((part) => part.pieces)
    const batch = { columns: RECORD_COLUMNS, rowCount: 3_500, pieces }

    await engine.insert(table, batch)
    const once = await stored(table)
    await engine.insert(table, batch)

    expect(await stored(table)).toEqual(once)
    expect(once).toHaveLength(3_500)
    expect(once.filter(({ version }) => version === 2)).toHaveLength(1_500)
  })

  test('records that several writers send at the same time are stored once', async () => {
    const table = await aRecordTable(engine)
    const batches = Array.from({ length: 6 }, (_, index) =>
      manyRows(200, { values: { version: index + 1, note: `v${index + 1}` } }),
    )

    await Promise.all(batches.map((batch) => engine.insert(table, batch)))

    const rows = await stored(table)
    expect(rows).toHaveLength(200)
    expect(new Set(rows.map(({ version }) => version))).toEqual(new Set([6]))
  })
})

describe('values', () => {
  test('any text is read back as it was sent', async () => {
    const table = await aRecordTable(engine)
    const anyText = fc.oneof(
      anyCharacters({ maxLength: 60 }),
      fc.string({ unit: fc.constantFrom("'", '"', '\\', '\0', '\n', '\ufeff', '\u2028', '😀') }),
    )
    let batches = 0
    await fc.assert(
      fc.asyncProperty(fc.array(anyText, { minLength: 1, maxLength: 30 }), async (texts) => {
        batches += 1
        const merchant_id = `merchant ${batches}`
        const rows = texts.map((note, n) =>
          aRow({ merchant_id, record_id: String(n), note, texts: { [`k${note}`]: note } }),
        )

        await engine.insert(table, rowsOf(...rows))

        const read = await engine.rows<{ note: string; inMap: string }>(
          `select note, map_values(texts)[1] as "inMap" from ${table}
           where merchant_id = '${merchant_id}' order by cast(record_id as integer)`,
        )
        expect(read.map(({ note }) => note)).toEqual(texts)
        expect(read.map(({ inMap }) => inMap)).toEqual(texts)
      }),
      { seed, numRuns: 25 },
    )
  })

  test('strings of an identity are compared exactly', async () => {
    const table = await aRecordTable(engine)
    const ids = ['\ufeffa', 'a', 'a\0', 'A', "a'", ' a']
    const rows = (version: number) =>
      ids.map((id) => aRow({ merchant_id: id, record_id: id, version, note: `v${version}` }))

    await engine.insert(table, rowsOf(...rows(1)))
    await engine.insert(table, rowsOf(...rows(2)))

    expect((await stored(table)).map(({ note }) => note)).toEqual(ids.map(() => 'v2'))
  })

  test('a column without a value gets its default', async () => {
    const table = await aRecordTable(engine)
    const few = RECORD_COLUMNS.slice(0, 4)

    await engine.insert(table, rowsOf(aRow({ record_id: 'all' })))
    await engine.insert(table, rowsOfLines(few, [aRow({ record_id: 'few' })]))

    const rows = await engine.rows(
      `select note, settled_at, due_on, quantity, amount, rate, is_deleted, texts, integers, decimals, instants
       from ${table} order by record_id`,
    )
    const empty = {
      ...{ note: '', settled_at: null, due_on: null, quantity: null, amount: null, rate: null },
      ...{ is_deleted: 0, texts: {}, integers: {}, decimals: {}, instants: {} },
    }
    expect(rows).toEqual([empty, empty])
  })

  test('numbers keep all their digits, and instants may lie before 1970', async () => {
    const table = await aRecordTable(engine)
    const amount = JSON.parse(JSON_VALUES['nullable-amount'](-123_456_789_012_345_678n)) as string
    const values = {
      amount,
      rate: '1234567890.12345678',
      quantity: '-9223372036854775808',
      settled_at: '1901-02-03 04:05:06.789',
      due_on: '1899-12-31',
      integers: { largest: '9223372036854775807' },
      decimals: { longest: '123456789012345678901234567890.12345678' },
      instants: { early: '1969-12-31 23:59:59.999' },
    }

    await engine.insert(table, rowsOf(aRow(values)))

    const [row] = await engine.rows(
      `select cast(amount as varchar) as amount, cast(rate as varchar) as rate,
         cast(quantity as varchar) as quantity, cast(settled_at as varchar) as settled_at,
         cast(due_on as varchar) as due_on, cast(integers['largest'] as varchar) as largest,
         cast(decimals['longest'] as varchar) as longest, cast(instants['early'] as varchar) as early,
         lower(hex(content_hash)) as hash
       from ${table}`,
    )
    expect(row).toEqual({
      amount: '-12345678901234.5678',
      rate: '1234567890.12345678',
      quantity: '-9223372036854775808',
      settled_at: '1901-02-03 04:05:06.789',
      due_on: '1899-12-31',
      largest: '9223372036854775807',
      longest: '123456789012345678901234567890.12345678',
      early: '1969-12-31 23:59:59.999',
      hash: '00112233445566778899aabbccddeeff',
    })
  })
})

describe('refusals', () => {
  test.each([
    ['a text that is not JSON', '{"merchant_id": '],
    ['a value of another type', aRow({ amount: 'a lot' })],
    ['a number with too many digits', aRow({ amount: '123456789012345678.0000' })],
    ['no time', aRow({ occurred_at: undefined })],
  ])('%s fails the whole batch, without quoting it', async (_, line) => {
    const table = await aRecordTable(engine)

    const refused = engine.insert(table, rowsOf(aRow({ record_id: 'good' }), line))

    await expect(refused).rejects.toThrow(/^[A-Za-z ]+ Error( in line \d+)?$/)
    expect(await countOf(engine, table)).toBe(0)
  })

  test('rows without an identity are refused', async () => {
    const table = await aRecordTable(engine)
    const columns = RECORD_COLUMNS.filter(({ name }) => name !== 'version')

    await expect(engine.insert(table, rowsOfLines(columns, [aRow()]))).rejects.toThrow('identity')
  })
})

describe('changes', () => {
  test('changes update and delete matching rows, of one month or of all', async () => {
    const table = await aRecordTable(engine)
    await engine.insert(table, manyRows(10, { startsOn: '2026-02-28' }))
    await engine.insert(table, manyRows(10, { from: 10, startsOn: '2026-03-01' }))

    await engine.change({ table, set: `note = 'february'`, where: 'true', month: '202602' })
    await engine.change({ table, where: `record_id in ('r1', 'r11')` })

    const notes = await engine.rows(`select note, count(*) as count from ${table} group by note order by note`)
    expect(notes).toEqual([
      { note: '', count: 9 },
      { note: 'february', count: 9 },
    ])
  })

  test('a month is removed from its first to its last instant', async () => {
    const table = await aRecordTable(engine)
    const times = [
      '2026-02-28 23:59:59.999',
      '2026-03-01 00:00:00.000',
      '2026-03-31 23:59:59.999',
      '2026-04-01 00:00:00.000',
    ]
    const rows = times.map((occurred_at) => aRow({ occurred_at }))
    await engine.insert(table, rowsOf(...rows))

    await engine.removeMonth(table, '202603')

    expect((await stored(table)).map(({ moment }) => moment)).toEqual([times[0], times[3]])
  })

  test('the message about a failed change does not quote it', async () => {
    const table = await aRecordTable(engine)
    await engine.insert(table, manyRows(1))

    const failed = engine.change({ table, where: `cast(record_id || 'Jane Roe' as integer) = 1` })

    await expect(failed).rejects.toThrow(/^Conversion Error$/)
  })
})
