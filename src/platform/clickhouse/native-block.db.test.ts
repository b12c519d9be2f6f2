import { expect, test } from 'vitest'
import { fileResources } from '../../../test/support/file-resources.ts'
import { engineOfThisFile } from '../../../test/support/temporary-engine.ts'
import { createLogger } from '../log.ts'
import { ClickHouse } from './clickhouse.ts'
import { NativeBlock } from './native-block.ts'

const temporary = await engineOfThisFile()
const { engine, settings } = temporary
const url = `http://default:${encodeURIComponent(settings.password)}@127.0.0.1:${engine.port}/main`
const clickhouse = new ClickHouse(url, { isEmbedded: true, log: createLogger({ level: 'silent' }) })
fileResources.defer(() => clickhouse.close())

const COLUMNS: Readonly<Record<string, string>> = {
  text: 'String',
  few: 'LowCardinality(String)',
  hash: 'FixedString(16)',
  flag: 'UInt8',
  version: 'UInt64',
  at: `DateTime64(3, 'UTC')`,
  seen_at: `Nullable(DateTime64(3, 'UTC'))`,
  day: 'Nullable(Date32)',
  count: 'Nullable(Int64)',
  amount: 'Nullable(Decimal(18, 4))',
  texts: 'Map(LowCardinality(String), String)',
  decimals: 'Map(LowCardinality(String), Decimal(38, 8))',
  numbers: 'Map(LowCardinality(String), Int64)',
}

const NULL = 'ᴺᵁᴸᴸ'

test('the engine reads back what was put, row by row, and defaults where nothing was', async () => {
  const declared = Object.entries(COLUMNS).map(([name, type]) => `${name} ${type}`)
  await temporary.client.command({
    query: `create table t (${declared.join(', ')}) engine = MergeTree order by version`,
  })
  const block = new NativeBlock()
  const put = (name: string, value: string | number | bigint | Buffer): void =>
    block.put(name, COLUMNS[name] ?? '', value)
  block.beginRow()
  put('version', 1)
  put('text', 'ünï ✓ 🎉')
  block.beginRow()
  put('version', 2n ** 53n)
  put('few', 'USD')
  put('hash', Buffer.from('0123456789abcdef'))
  put('flag', 1)
  put('at', Date.UTC(2026, 2, 9, 10, 0, 0, 123))
  put('seen_at', -1)
  put('day', -1)
  put('count', -5)
  put('amount', -123456789012345678n)
  block.putInMap('texts', COLUMNS['texts'] ?? '', { key: 'a', value: 'x'.repeat(300) })
  block.putInMap('texts', COLUMNS['texts'] ?? '', { key: 'b', value: '' })
  block.putInMap('decimals', COLUMNS['decimals'] ?? '', { key: 'c', value: -1n })
  block.putInMap('numbers', COLUMNS['numbers'] ?? '', { key: 'd', value: -7 })
  block.beginRow()
  put('version', 3)
  put('text', 'last')

  await clickhouse.insertBlock('t', block)

  const answer = await temporary.client.query({
    query: "select * from t order by text = 'last', version",
    format: 'JSONStringsEachRow',
  })
  const empty = {
    text: '',
    few: '',
    hash: '\0'.repeat(16),
    flag: '0',
    at: '1970-01-01 00:00:00.000',
    seen_at: NULL,
    day: NULL,
    count: NULL,
    amount: NULL,
    texts: '{}',
    decimals: '{}',
    numbers: '{}',
  }
  expect(await answer.json()).toEqual([
    { ...empty, version: '1', text: 'ünï ✓ 🎉' },
    {
      text: '',
      few: 'USD',
      hash: '0123456789abcdef',
      flag: '1',
      version: '9007199254740992',
      at: '2026-03-09 10:00:00.123',
      seen_at: '1969-12-31 23:59:59.999',
      day: '1969-12-31',
      count: '-5',
      amount: '-12345678901234.5678',
      texts: `{'a':'${'x'.repeat(300)}','b':''}`,
      decimals: `{'c':-0.00000001}`,
      numbers: `{'d':-7}`,
    },
    { ...empty, version: '3', text: 'last' },
  ])
})

test('texts that recur come back as they were, few or many, with rows left out and rows without one', async () => {
  await temporary.client.command({
    query: `create table r (row UInt64, few LowCardinality(String), many LowCardinality(String),
      early LowCardinality(String)) engine = MergeTree order by row`,
  })
  const rowCount = 3_000
  const block = new NativeBlock()
  const kept = new Uint8Array(rowCount)
  for (let row = 0; row < rowCount; row += 1) {
    block.beginRow()
    block.put('row', 'UInt64', row)
    if (row % 3 > 0) block.put('few', 'LowCardinality(String)', `ü${row % 3}`)
    block.put('many', 'LowCardinality(String)', `text ${row % 700}`)
    if (row === 5) block.put('early', 'LowCardinality(String)', 'once')
    kept[row] = row % 2
  }
  block.keepOnly(kept)

  await clickhouse.insertBlock('r', block)

  const answer = await temporary.client.query({
    query: `select count() as rows, countIf(few = if(row % 3 = 0, '', concat('ü', toString(row % 3)))) as few,
        countIf(many = concat('text ', toString(row % 700))) as many, groupArrayIf(row, early != '') as early
      from r`,
    format: 'JSONEachRow',
    clickhouse_settings: { output_format_json_quote_64bit_integers: 0 },
  })
  expect(await answer.json()).toEqual([{ rows: 1_500, few: 1_500, many: 1_500, early: [5] }])
})
