import { TupleParam } from '@clickhouse/client'
import { describe, expect, test } from 'vitest'
import { engineOfThisFile } from '../../../../test/support/temporary-engine.ts'

const temporary = await engineOfThisFile()

async function selected(query: string, parameters: Record<string, unknown> = {}): Promise<unknown> {
  const result = await temporary.client.query({
    query: `SELECT ${query} AS value`,
    query_params: parameters,
    format: 'JSONEachRow',
  })
  const [row] = await result.json<{ value: unknown }>()
  return row?.value
}

async function post(path: string, body: string, headers: Record<string, string> = {}) {
  return fetch(`http://127.0.0.1:${temporary.engine.port}${path}`, {
    method: 'POST',
    body,
    headers: { 'X-ClickHouse-Key': temporary.settings.password, ...headers },
  })
}

describe('who may ask', () => {
  test('a ping needs no password', async () => {
    const answer = await fetch(`http://127.0.0.1:${temporary.engine.port}/ping`)

    expect(await answer.text()).toBe('Ok.\n')
    expect(await temporary.client.ping()).toEqual({ success: true })
  })

  test('a wrong password is refused with code 516', async () => {
    const stranger = temporary.connect({ password: 'battery staple' })

    await expect(stranger.query({ query: 'SELECT 1' })).rejects.toMatchObject({
      code: '516',
      type: 'AUTHENTICATION_FAILED',
    })
  })

  test('no password is refused, and neither is the status told', async () => {
    const { port } = temporary.engine
    const query = await fetch(`http://127.0.0.1:${port}/?query=SELECT+1`)
    const status = await fetch(`http://127.0.0.1:${port}/engine-status`)

    expect(query.status).toBe(403)
    expect(query.headers.get('X-ClickHouse-Exception-Code')).toBe('516')
    expect(status.status).toBe(403)
  })

  test('the password is taken from the address too', async () => {
    const { port } = temporary.engine
    const password = encodeURIComponent(temporary.settings.password)
    const answer = await fetch(`http://127.0.0.1:${port}/?query=SELECT+1&password=${password}`)

    expect(await answer.text()).toBe('1\n')
  })

  test('the status tells memory and queries', async () => {
    const status = await (await post('/engine-status', '')).json()

    expect(status).toMatchObject({ runningQueries: 0, waitingQueries: 0, sessions: 0 })
    expect((status as { residentBytes: number }).residentBytes).toBeGreaterThan(10_000_000)
  })

  test('the memory of all queries is readable by a statement', async () => {
    const result = await temporary.client.query({
      query: "SELECT value FROM system.metrics WHERE metric = 'MemoryTracking'",
      format: 'JSONEachRow',
    })

    expect(await result.json()).toHaveLength(1)
  })
})

describe('a parameter arrives as it was sent', () => {
  const texts = [
    "it's",
    'back\\slash \\N \\n',
    'line\nend\r\ttab',
    'naïve 日本語 🧾',
    '',
    "'); DROP TABLE t; --",
    '\0nul',
    '{x:String} $$',
  ]

  test.each(texts)('%j', async (text) => {
    expect(await selected('{x:String}', { x: text })).toBe(text)
  })

  test('arrays, maps, tuples, null, numbers, dates', async () => {
    expect(await selected('{x:Array(String)}', { x: ["a'b", 'c\\d', 'e\nf'] })).toEqual([
      "a'b",
      'c\\d',
      'e\nf',
    ])
    expect(await selected('{x:Map(String, Int64)}', { x: { "k'": -1 } })).toEqual({ "k'": -1 })
    expect(
      await selected('toString({x:Tuple(Int8, String)})', { x: new TupleParam([-3, "q'"]) }),
    ).toBe("(-3,'q\\'')")
    expect(await selected('{x:Nullable(String)}', { x: null })).toBeNull()
    expect(await selected('{x:Int64}', { x: -42 })).toBe(-42)
    expect(await selected('{x:Float64}', { x: -0.125 })).toBe(-0.125)
    expect(await selected('toString({x:Decimal(38, 2)})', { x: '-12345678901234567890.12' })).toBe(
      '-12345678901234567890.12',
    )
    expect(await selected('{x:Date}', { x: '2024-02-29' })).toBe('2024-02-29')
    expect(await selected('{x:DateTime}', { x: new Date('2024-02-29T12:34:56Z') })).toBe(
      '2024-02-29 12:34:56',
    )
    expect(await selected('{x:Bool}', { x: true })).toBe(true)
  })

  test('those of a long list, sent as a form', async () => {
    const ids = Array.from({ length: 20_000 }, (_, index) => `id-'${index}`)
    const result = await temporary.client.query({
      query: 'SELECT length({ids:Array(String)}) AS value',
      query_params: { ids },
      use_multipart_params: true,
      format: 'JSONEachRow',
    })

    expect(await result.json()).toEqual([{ value: ids.length }])
  })

  test('of a hundred requests at once, none sees another’s', async () => {
    const numbers = Array.from({ length: 100 }, (_, index) => index)

    const values = await Promise.all(numbers.map((x) => selected('{x:Int64}', { x })))

    expect(values).toEqual(numbers)
  })
})

describe('a request’s settings', () => {
  test('hold for it alone', async () => {
    const result = await temporary.client.query({
      query: "SELECT getSetting('max_threads') AS value",
      clickhouse_settings: { max_threads: 1 },
      format: 'JSONEachRow',
    })

    expect(await result.json()).toEqual([{ value: 1 }])
    expect(await selected("getSetting('max_threads')")).not.toBe(1)
  })

  test('an unknown one is an error with ClickHouse’s code', async () => {
    const answer = await post('/?no_such_setting=1', 'SELECT 1')

    expect(answer.headers.get('X-ClickHouse-Exception-Code')).toBe('115')
    expect(answer.status).toBe(404)
  })

  test('sessions are refused with a sentence', async () => {
    const answer = await post('/?session_id=a', 'SELECT 1')

    expect(answer.status).toBe(501)
    expect(await answer.text()).toContain('does not support session_id')
  })
})

describe('definitions', () => {
  test('a table stands in the request’s database', async () => {
    await temporary.client.command({ query: 'CREATE DATABASE other' })
    const other = temporary.connect({ database: 'other' })
    await other.command({ query: 'CREATE TABLE here (a UInt8) ENGINE = MergeTree ORDER BY a' })

    const result = await temporary.client.query({
      query: "SELECT database FROM system.tables WHERE name = 'here'",
      format: 'JSONEachRow',
    })

    expect(await result.json()).toEqual([{ database: 'other' }])
  })

  test('every table syncs its inserts and its definition to the disk', async () => {
    const result = await temporary.client.query({
      query: `SELECT name, value FROM system.merge_tree_settings WHERE name IN ('fsync_after_insert', 'fsync_part_directory', 'min_rows_to_fsync_after_merge')
              UNION ALL SELECT name, value FROM system.settings WHERE name IN ('fsync_metadata', 'async_insert')`,
      format: 'JSONEachRow',
    })
    const settings = await result.json<{ name: string; value: string }>()

    expect(Object.fromEntries(settings.map(({ name, value }) => [name, value]))).toEqual({
      fsync_after_insert: '1',
      fsync_part_directory: '1',
      min_rows_to_fsync_after_merge: '1',
      fsync_metadata: '1',
      async_insert: '0',
    })
  })
})

describe('an exception', () => {
  test.each([
    ['SELECT * FROM no_such_table', '60', 404],
    ['SELEC 1', '62', 400],
    ['BACKUP TABLE t TO Null', '497', 403],
    ['SELECT 1 FROM', '62', 400],
    ['SELECT no_such_column', '47', 404],
    ['SELECT length(groupArray(toString(number))) FROM numbers(1000000000)', '241', 500],
    ['SELECT 1; SELECT 2', '62', 400],
    ['', '62', 400],
  ])('%s has its code in text, header and status', async (query, code, status) => {
    const answer = await post('/', query)

    expect(answer.status).toBe(status)
    expect(answer.headers.get('X-ClickHouse-Exception-Code')).toBe(code)
    expect(await answer.text()).toMatch(
      new RegExp(`^Code: ${code}\\. DB::Exception: .*\\([A-Z_]+\\)`, 's'),
    )
    expect(await selected('1')).toBe(1)
  })

  test('the client raises it with its code', async () => {
    const asked = temporary.client.query({ query: 'SELECT * FROM no_such_table' })

    await expect(asked).rejects.toMatchObject({ code: '60', type: 'UNKNOWN_TABLE' })
  })

  test('a second query of the same id is refused while the first runs', async () => {
    const first = await temporary.client.query({
      query: 'SELECT number FROM numbers(100000000)',
      query_id: 'twice',
      format: 'JSONEachRow',
    })

    const second = temporary.client.query({ query: 'SELECT 1', query_id: 'twice' })

    await expect(second).rejects.toMatchObject({ code: '216' })
    first.close()
  })
})

describe('an answer', () => {
  test.each([
    'JSON',
    'JSONCompact',
    'CSVWithNames',
    'TabSeparatedWithNamesAndTypes',
    'XML',
    'Markdown',
  ])('in %s has its head once, however many rows', async (format) => {
    const answer = await post(
      `/?default_format=${format}`,
      'SELECT 7 AS headed FROM numbers(200000)',
    )
    const text = await answer.text()

    expect(answer.headers.get('X-ClickHouse-Format')).toBe(format)
    expect(text.match(/headed/g)?.length).toBeOneOf([1, 200_001, 400_001])
  })

  test('is tab-separated unless asked otherwise, and names its query', async () => {
    const answer = await post('/?query_id=abc', "SELECT 1, 'a'")

    expect(await answer.text()).toBe('1\ta\n')
    expect(answer.headers.get('X-ClickHouse-Query-Id')).toBe('abc')
    expect(answer.headers.get('X-ClickHouse-Timezone')).toBe('UTC')
  })

  test('is compressed when the client asks for it', async () => {
    const client = temporary.connect({ compression: { response: true, request: true } })
    const rows = await client.query({
      query: 'SELECT number FROM numbers(100000)',
      format: 'JSONEachRow',
    })
    const whole = await client.query({ query: 'SELECT number FROM numbers(1000)', format: 'JSON' })

    expect(rows.response_headers['content-encoding']).toBe('gzip')
    expect(await rows.json()).toHaveLength(100_000)
    expect((await whole.json()).data).toHaveLength(1_000)
  })
})
