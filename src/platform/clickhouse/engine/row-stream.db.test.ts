import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { engineOfThisFile, eventually } from '../../../../test/support/temporary-engine.ts'

const temporary = await engineOfThisFile()

type Status = { residentBytes: number; runningQueries: number; sessions: number }

async function status(): Promise<Status> {
  const answer = await fetch(`http://127.0.0.1:${temporary.engine.port}/engine-status`, {
    headers: { 'X-ClickHouse-Key': temporary.settings.password },
  })
  return (await answer.json()) as Status
}

async function isRunning(queryId: string): Promise<boolean> {
  const result = await temporary.client.query({
    query: "SELECT read_rows FROM system.processes WHERE Settings['log_comment'] = {id:String}",
    query_params: { id: queryId },
    format: 'JSONEachRow',
  })
  return (await result.json()).length > 0
}

async function readRows(queryId: string): Promise<number> {
  const result = await temporary.client.query({
    query: "SELECT read_rows FROM system.processes WHERE Settings['log_comment'] = {id:String}",
    query_params: { id: queryId },
    format: 'JSONEachRow',
  })
  const [row] = await result.json<{ read_rows: number }>()
  return Number(row?.read_rows ?? 0)
}

async function drained(stream: AsyncIterable<unknown[]>): Promise<number> {
  let rows = 0
  for await (const chunk of stream) rows += chunk.length
  return rows
}

const ENDLESS = 'SELECT count() FROM numbers(1000000000000)'

describe('a streamed result', () => {
  test('of three million rows is complete and in order', async () => {
    const result = await temporary.client.query({
      query: "SELECT number, repeat('x', 50) FROM numbers(3000000)",
      format: 'JSONCompactEachRow',
    })
    let next = 0

    for await (const rows of result.stream<[number, string]>()) {
      for (const row of rows) {
        if (!row.text.startsWith(`[${next},`)) throw new Error(`Row ${next} is ${row.text}`)
        next += 1
      }
    }

    expect(next).toBe(3_000_000)
  })

  test('takes no memory for its length', async () => {
    const before = (await status()).residentBytes
    // Some 6 GB, of which the reader takes a part.
    const { stream } = await temporary.client.exec({
      query: "SELECT number, repeat('x', 100) FROM numbers(50000000) FORMAT CSV",
    })
    let taken = 0
    let measuredAt = 0
    let highest = 0
    for await (const chunk of stream) {
      taken += (chunk as Buffer).length
      if (taken > 600_000_000) break
      if (taken - measuredAt < 20_000_000) continue
      measuredAt = taken
      highest = Math.max(highest, (await status()).residentBytes)
    }
    await eventually(async () => (await status()).runningQueries === 0)

    expect(highest).toBeGreaterThan(0)
    expect(highest - before).toBeLessThan(300_000_000)
  })

  test('is computed no further while its reader rests', async () => {
    const query_id = 'resting'
    const { stream } = await temporary.client.exec({
      query: 'SELECT number FROM numbers(1000000000) FORMAT CSV',
      query_id,
    })
    await once(stream, 'readable')

    await eventually(async () => {
      const before = await readRows(query_id)
      await pause(250)
      return before > 0 && (await readRows(query_id)) === before
    })

    expect(await readRows(query_id)).toBeLessThan(100_000_000)
    stream.destroy()
  })

  test('that fails amid its rows is an error for every kind of reader', async () => {
    const query = 'SELECT throwIf(number = 3000000) AS a FROM numbers(10000000)'
    const packing = temporary.connect({ compression: { response: true } })
    const json = await temporary.client.query({ query, format: 'JSONEachRow' })
    await expect(json.json()).rejects.toMatchObject({ code: '395' })
    const packed = await packing.query({ query, format: 'JSONEachRow' })
    await expect(packed.json()).rejects.toThrow()
    const text = await temporary.client.query({ query, format: 'CSV' })
    await expect(text.text()).rejects.toThrow('aborted')
    const streamed = await temporary.client.query({ query, format: 'CSV' })
    await expect(drained(streamed.stream())).rejects.toThrow('aborted')
  })

  test('that must be whole fails with a status instead', async () => {
    const query = temporary.client.query({
      query: 'SELECT throwIf(number = 3000000) AS a FROM numbers(10000000)',
      clickhouse_settings: { wait_end_of_query: 1 },
      format: 'JSONEachRow',
    })

    await expect(query).rejects.toMatchObject({ code: '395' })
  })
})

describe('a query that its client abandons is killed', () => {
  test('while it computes', async () => {
    const controller = new AbortController()
    const query_id = "it's \\ abandoned"
    const asked = temporary.client.query({
      query: ENDLESS,
      query_id,
      abort_signal: controller.signal,
    })
    await eventually(() => isRunning(query_id))

    controller.abort()

    await expect(asked).rejects.toThrow()
    await eventually(async () => !(await isRunning(query_id)))
    await eventually(async () => (await status()).sessions === 0)
  })

  test('while it cannot be streamed', async () => {
    const controller = new AbortController()
    const query_id = 'whole'
    const asked = temporary.client.query({
      query: ENDLESS,
      query_id,
      format: 'JSON',
      abort_signal: controller.signal,
    })
    await eventually(() => isRunning(query_id))

    controller.abort()

    await expect(asked).rejects.toThrow()
    await eventually(async () => !(await isRunning(query_id)))
  })

  test('while its rows flow', async () => {
    const query_id = 'flowing'
    const { stream } = await temporary.client.exec({
      query: 'SELECT number FROM numbers(1000000000000) FORMAT CSV',
      query_id,
    })
    await once(stream, 'readable')
    expect(await isRunning(query_id)).toBe(true)

    stream.destroy()

    await eventually(async () => !(await isRunning(query_id)))
    await eventually(async () => (await status()).sessions === 0)
  })

  test('or by KILL QUERY with the client’s id', async () => {
    const query_id = 'killed'
    const asked = temporary.client.query({ query: ENDLESS, query_id })
    const refused = expect(asked).rejects.toMatchObject({ code: '394' })
    await eventually(() => isRunning(query_id))

    await temporary.client.command({ query: `KILL QUERY WHERE query_id = '${query_id}'` })

    await refused
  })
})

test('clients that leave at any moment leave nothing behind', async () => {
  const packing = temporary.connect({ compression: { response: true } })
  const queries = [
    { query: 'SELECT number FROM numbers(100000000)', format: 'JSONEachRow' },
    { query: "SELECT number, repeat('x', 100) FROM numbers(300000)", format: 'JSON' },
    { query: 'SELECT sum(number) FROM numbers(1000000000)', format: 'CSV' },
    { query: 'SELECT throwIf(number = 500000) FROM numbers(1000000)', format: 'CSV' },
  ] as const
  const visits = Array.from({ length: 160 }, async (_, index) => {
    const query = queries[index % queries.length] ?? queries[0]
    const client = index % 3 === 0 ? packing : temporary.client
    const controller = new AbortController()
    setTimeout(() => controller.abort(), (index * 37) % 400)
    try {
      const result = await client.query({ ...query, abort_signal: controller.signal })
      await result.text()
    } catch {
      // Left, or failed as asked.
    }
  })
  await Promise.all(visits)

  await eventually(async () => {
    const { runningQueries, sessions } = await status()
    return runningQueries === 0 && sessions === 0
  })

  expect(await isRunning('none')).toBe(false)
})

test('a subquery that takes long holds up nobody', async () => {
  const controller = new AbortController()
  const query_id = 'subquery'
  const asked = temporary.client.query({
    query: `SELECT number FROM numbers(10) WHERE number < (${ENDLESS})`,
    query_id,
    format: 'JSONEachRow',
    abort_signal: controller.signal,
  })
  const aborted = expect(asked).rejects.toThrow()

  await eventually(() => isRunning(query_id))

  controller.abort()
  await aborted
  await eventually(async () => !(await isRunning(query_id)))
})

test('a point query is answered while four exports run', async () => {
  await temporary.client.command({
    query: 'CREATE TABLE points (id UInt64, text String) ENGINE = MergeTree ORDER BY id',
  })
  await temporary.client.command({
    query: 'INSERT INTO points SELECT number, toString(number) FROM numbers(100000)',
  })
  const ids = [1, 2, 3, 4].map((number) => `export-${number}`)
  let ended = 0
  const exports = ids.map(async (query_id, index) => {
    const path = `${temporary.settings.exportsFolder}/${query_id}.csv`
    await temporary.client.command({
      query: `INSERT INTO FUNCTION file('${path}', 'CSV') SELECT number, repeat('x', ${index + 20}) FROM numbers(15000000)`,
      query_id,
    })
    ended += 1
  })
  for (const id of ids) await eventually(() => isRunning(id))

  const result = await temporary.client.query({
    query: 'SELECT text FROM points WHERE id = 4711',
    format: 'JSONEachRow',
  })
  const rows = await result.json()
  const endedBefore = ended

  expect(rows).toEqual([{ text: '4711' }])
  expect(endedBefore).toBe(0)
  await Promise.all(exports)
})

test('a greedy query fails with code 241 and the engine serves on', async () => {
  const { engine, client } = temporary
  const greedy = client.query({
    query: 'SELECT groupArray(number) FROM numbers(10000000000)',
    clickhouse_settings: { max_memory_usage: '0' },
  })

  await expect(greedy).rejects.toMatchObject({ code: '241' })
  expect(await client.ping()).toEqual({ success: true })
  expect(await Promise.race([engine.exited, pause(0, 'running')])).toBe('running')
})
