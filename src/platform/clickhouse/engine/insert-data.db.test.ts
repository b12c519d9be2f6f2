import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { beforeEach, expect, test } from 'vitest'
import { engineOfThisFile } from '../../../../test/support/temporary-engine.ts'

const temporary = await engineOfThisFile()

beforeEach(async () => {
  await temporary.client.command({
    query: 'CREATE OR REPLACE TABLE t (id UInt64, text String) ENGINE = MergeTree ORDER BY id',
  })
})

async function rows(): Promise<unknown[]> {
  const result = await temporary.client.query({
    query: 'SELECT id, text FROM t ORDER BY id',
    format: 'JSONCompactEachRow',
  })
  return result.json()
}

async function post(path: string, body: Uint8Array | string, headers: Record<string, string> = {}) {
  return fetch(`http://127.0.0.1:${temporary.engine.port}${path}`, {
    method: 'POST',
    body: typeof body === 'string' ? body : new Uint8Array(body),
    headers: { 'X-ClickHouse-Key': temporary.settings.password, ...headers },
  })
}

const INSERT = (format: string): string =>
  `/?query=${encodeURIComponent(`INSERT INTO t FORMAT ${format}`)}`

test('rows from an array, with quotes, line ends and all', async () => {
  const values = [
    { id: 1, text: "it's \\ \n \t 日本" },
    { id: 2, text: "file('/etc/passwd')" },
  ]

  const { summary } = await temporary.client.insert({ table: 't', values, format: 'JSONEachRow' })

  expect(summary?.written_rows).toBe('2')
  expect(await rows()).toEqual(values.map(({ id, text }) => [id, text]))
})

test('rows from a stream of objects', async () => {
  const values = Readable.from(
    Array.from({ length: 1_000 }, (_, id) => ({ id, text: `row ${id}` })),
  )

  await temporary.client.insert({ table: 't', values, format: 'JSONEachRow' })

  expect(await rows()).toHaveLength(1_000)
})

test('rows from a stream of CSV', async () => {
  const values = Readable.from(['1,"a, ""b"""\n2,', '"c\nd"\n'], { objectMode: false })

  await temporary.client.insert({ table: 't', values, format: 'CSV', columns: ['id', 'text'] })

  expect(await rows()).toEqual([
    [1, 'a, "b"'],
    [2, 'c\nd'],
  ])
})

test('compressed by the client', async () => {
  const client = temporary.connect({ compression: { request: true } })

  await client.insert({ table: 't', values: [{ id: 1, text: 'z' }], format: 'JSONEachRow' })

  expect(await rows()).toEqual([[1, 'z']])
})

test('bytes that are no UTF-8, in a binary format', async () => {
  const row = Buffer.concat([Buffer.from([7, 0, 0, 0, 0, 0, 0, 0]), Buffer.from([2, 0xff, 0x00])])

  const answer = await post(INSERT('RowBinary'), row)

  expect(answer.status).toBe(200)
  const stored = await temporary.client.query({
    query: 'SELECT hex(text) AS h FROM t',
    format: 'JSONEachRow',
  })
  expect(await stored.json()).toEqual([{ h: 'FF00' }])
})

test.each([
  ['text', INSERT('CSV'), Buffer.from('1,"a\n\nb"\n2,"007"\n'), ['a\n\nb', '007']],
  ['bytes', INSERT('RowBinary'), rowBinary(0x0a0an, '\n\n'), ['\n\n']],
])('an empty line does not end the data: %s', async (_, path, data, texts) => {
  const answer = await post(path, data)

  expect(answer.status).toBe(200)
  expect((await rows()).map((row) => (row as [number, string])[1])).toEqual(texts)
  expect(readdirSync(join(temporary.settings.folder, 'inserts'))).toEqual([])
})

function rowBinary(id: bigint, text: string): Buffer {
  const number = Buffer.alloc(8)
  number.writeBigUInt64LE(id)
  return Buffer.concat([number, Buffer.from([text.length]), Buffer.from(text)])
}

test('statement and data in one body', async () => {
  await post('/', 'INSERT INTO t FORMAT CSV\n1,"é"\n2,b\n')
  await post('/', "INSERT INTO t VALUES (3, 'c')")
  await post('/?query=INSERT+INTO+t+VALUES', "(4, 'd')")

  expect(await rows()).toEqual([
    [1, 'é'],
    [2, 'b'],
    [3, 'c'],
    [4, 'd'],
  ])
})

test('values that call a refused function are refused', async () => {
  const answer = await post('/?query=INSERT+INTO+t+VALUES', "(4, file('/etc/passwd'))")

  expect(answer.status).toBe(403)
})

test('a bad row leaves none of the insert behind', async () => {
  const good = Array.from({ length: 200_000 }, (_, id) => `{"id":${id},"text":"x"}\n`).join('')

  const answer = await post(INSERT('JSONEachRow'), `${good}{"id":"no number"}\n`)

  expect(answer.headers.get('X-ClickHouse-Exception-Code')).toMatch(/^\d+$/)
  expect(await rows()).toEqual([])
})

test('millions of short rows are still one part', async () => {
  const data = '1,\n'.repeat(3_000_000)

  await post(INSERT('CSV'), data)

  const parts = await temporary.client.query({
    query: "SELECT count() AS parts FROM system.parts WHERE table = 't' AND active AND level = 0",
    format: 'JSONEachRow',
  })
  expect(await parts.json()).toEqual([{ parts: 1 }])
})

test.each([
  ['sent plainly', (data: Buffer) => ({ data, headers: {} })],
  [
    'unpacked',
    (data: Buffer) => ({ data: gzipSync(data), headers: { 'Content-Encoding': 'gzip' } }),
  ],
])('more than 16 MiB %s is refused with a sentence, and nothing is stored', async (_, pack) => {
  const { data, headers } = pack(Buffer.alloc(17 * 1024 * 1024, '1,x\n'))

  const answer = await post(INSERT('CSV'), data, headers)

  expect(answer.status).toBe(413)
  expect(await answer.text()).toContain('larger than 16 MiB')
  expect(await rows()).toEqual([])
})

test('an upload too large is an error with a code for the client’s stream', async () => {
  const values = Readable.from(
    (function* () {
      for (let count = 0; count < 40; count += 1) yield Buffer.alloc(1024 * 1024, '1,x\n')
    })(),
    { objectMode: false },
  )

  await expect(
    temporary.client.insert({ table: 't', values, format: 'CSV' }),
  ).rejects.toMatchObject({ code: '305' })
})
