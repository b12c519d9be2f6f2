import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { rowsOfLines } from '../engine/engine.ts'
import { EngineUnavailable } from '../engine/engine-unavailable.ts'
import { ClickHouseEngine } from './clickhouse-engine.ts'

type ReceivedQuery = { readonly settings: Readonly<Record<string, string>>; readonly statement: string }
type QueryResponse = { readonly status?: number; readonly body: string; readonly isOpen?: boolean }

const log = pino({ level: 'silent' })
let asked: ReceivedQuery[] = []
let nextResponse: QueryResponse = { body: '' }

/** Sends the response that the test sets, and remembers the queries. */
const server = createServer((request, response) => {
  const { searchParams } = new URL(request.url ?? '/', 'http://server')
  void text(request).then((statement) => {
    asked.push({ settings: Object.fromEntries(searchParams), statement })
    response.statusCode = nextResponse.status ?? 200
    response.write(nextResponse.body)
    if (!nextResponse.isOpen) response.end()
  })
})
let engine: ClickHouseEngine
let cluster: ClickHouseEngine
beforeAll(async () => {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  engine = new ClickHouseEngine(`http://127.0.0.1:${port}`, { log })
  cluster = new ClickHouseEngine(`http://127.0.0.1:${port}`, { cluster: 'main', log })
})
beforeEach(() => {
  asked = []
  nextResponse = { body: '' }
})
afterAll(async () => {
  await Promise.all([engine.close(), cluster.close()])
  server.closeAllConnections()
  server.close()
})

describe('queries', () => {
  test.each([
    ['any', {}, { do_not_merge_across_partitions_select_final: '1' }],
    ['an index answers', { plan: 'indexed' }, { distributed_product_mode: 'local' }],
    ['grouped by record', { plan: 'grouped' }, { optimize_aggregation_in_order: '1' }],
    ['private', { isPrivate: true }, { log_queries: '0' }],
    ['long', { isLong: true }, { max_execution_time: '0' }],
    ['bounded', { timeoutMs: 1_500 }, { max_execution_time: '2' }],
    ['known by an id', { queryId: 'q' }, { query_id: 'q' }],
  ] as const)('%s: the query is sent with its settings', async (_kind, options, settings) => {
    await engine.rows('select 1', options)

    expect(asked[0]?.settings).toMatchObject({
      ...settings,
      output_format_json_quote_64bit_integers: '0',
    })
    expect(asked[0]?.settings).not.toHaveProperty('select_sequential_consistency')
  })

  test.each([
    [1, '8192'],
    [40, '3000'],
    [1_000, '512'],
  ])('lines of %i cells are read in blocks of %s rows', async (cellsPerRow, rows) => {
    await text(engine.lines('select 1', { cellsPerRow }))

    expect(asked[0]?.settings).toMatchObject({ max_block_size: rows })
    expect(asked[0]?.statement).toBe('select 1\nformat TSVRaw')
  })

  test('queries of a cluster see every acknowledged row', async () => {
    await cluster.rows('select 1')

    expect(asked[0]?.settings).toMatchObject({ select_sequential_consistency: '1' })
  })

  test('a stalled response is abandoned when its reader has left', async () => {
    nextResponse = { body: 'a\n'.repeat(100), isOpen: true }
    const leaving = new AbortController()
    const lines = engine.lines('select 1', { signal: leaving.signal })
    await lines.next()

    leaving.abort(new Error('left'))

    await expect(lines.next()).rejects.toThrow('left')
  })

  test('a response that times out means that the engine is unavailable', async () => {
    nextResponse = { body: '{"n":1}\n', isOpen: true }

    await expect(engine.rows('select 1', { timeoutMs: 300 })).rejects.toMatchObject({
      name: 'EngineUnavailable',
      reason: 'gone',
    })
  })
})

describe('writing', () => {
  const columns = [
    { name: 'record_id', type: 'text' },
    { name: 'content_hash', type: 'hash' },
    { name: 'received_at', type: 'instant' },
  ] as const

  test('rows are sent with their statement, as one block', async () => {
    await engine.insert('fees', rowsOfLines(columns, ['{"record_id":"a"}', '{"record_id":"b"}']))

    expect(asked.map(({ statement }) => statement)).toEqual([
      `insert into fees (record_id, content_hash, received_at) select record_id, toFixedString(unhex(content_hash), 16), received_at from input('record_id String, content_hash String, received_at DateTime64(3, \\'UTC\\')') format JSONEachRow\n{"record_id":"a"}\n{"record_id":"b"}`,
    ])
    expect(asked[0]?.settings).toMatchObject({
      insert_deduplicate: '0',
      max_partitions_per_insert_block: '0',
      min_insert_block_size_rows: '1000000000',
    })
    expect(asked[0]?.settings).not.toHaveProperty('insert_quorum')
  })

  test('no statement is sent without rows', async () => {
    await engine.insert('fees', rowsOfLines(columns, []))

    expect(asked).toEqual([])
  })

  test('an insert waits for a quorum of replicas, and a change for all of them', async () => {
    await cluster.insert('fees', rowsOfLines(columns, ['{}']))
    await cluster.change({ table: 'fees', where: `merchant_id = 'm'`, month: '202603' })
    await cluster.change({ table: 'fees', set: `note = ''`, where: '1' })
    await cluster.removeMonth('fees', '202603')

    const [insert, ...changes] = asked
    expect(insert?.settings).toMatchObject({ insert_quorum: 'auto', insert_quorum_parallel: '0' })
    expect(changes.map(({ statement }) => statement)).toEqual([
      "delete from `quittance`.`fees_local` on cluster 'main' in partition id '202603' where merchant_id = 'm'",
      "alter table `quittance`.`fees_local` on cluster 'main' update note = '' where 1",
      "alter table `quittance`.`fees_local` on cluster 'main' drop partition id '202603'",
    ])
    for (const { settings } of changes) {
      expect(settings).toMatchObject({ mutations_sync: '2', lightweight_deletes_sync: '2' })
    }
    expect(await cluster.purgeRemovedRows(['fees'])).toBe(false)
  })
})

describe('failures', () => {
  const failures = [
    ['202', 'busy'],
    ['241', 'memory'],
    ['243', 'disk'],
    ['236', 'stopping'],
    ['159', 'gone'],
    ['242', 'gone'],
    ['999', 'gone'],
  ] as const

  test.each(failures)('the code %s of the server means: %s', async (code, reason) => {
    nextResponse = { status: 500, body: `Code: ${code}. DB::Exception: not now. (SOME_NAME)` }
    const unavailable = { name: 'EngineUnavailable', reason }

    await expect(engine.rows('select 1')).rejects.toMatchObject(unavailable)
    await expect(text(engine.lines('select 1'))).rejects.toMatchObject(unavailable)
    await expect(engine.change({ table: 'fees', where: '1' })).rejects.toMatchObject(unavailable)
    const lines = ['{}']
    await expect(engine.insert('fees', rowsOfLines([], lines))).rejects.toMatchObject(unavailable)
  })

  test('an invalid query does not mean that the engine is unavailable', async () => {
    nextResponse = { status: 400, body: 'Code: 62. DB::Exception: Syntax error. (SYNTAX_ERROR)' }

    await expect(engine.rows('selec 1')).rejects.not.toBeInstanceOf(EngineUnavailable)
  })

  test('a missing server is unavailable, and has no metrics', async () => {
    const absent = new ClickHouseEngine('http://127.0.0.1:1', { log })

    await expect(absent.rows('select 1')).rejects.toMatchObject({ reason: 'gone' })
    await expect(absent.check()).rejects.toBeInstanceOf(EngineUnavailable)
    await expect(absent.describe()).rejects.toThrow(
      'ClickHouse at 127.0.0.1:1 cannot be used: nothing is listening there (CLICKHOUSE_URL).',
    )
    expect(await absent.status()).toBeUndefined()
    await absent.close()
  })
})
