import { request } from 'node:http'
import { Readable } from 'node:stream'
import type { Engine } from '../src/platform/engine/engine.ts'
import { KINDS } from '../src/records/domain/catalogue/kinds.ts'
import { RecordReader } from '../src/records/domain/read-record.ts'
import { hashed, RecordBlock } from '../src/records/record-block.ts'
import { createTableSql } from '../src/records/record-table-sql.ts'
import {
  bearerKeyIn,
  benchFolder,
  clickHouseIn,
  elapsedMs,
  merchantIdIn,
  removeFolder,
  residentMegabytes,
  startBenchService,
} from './bench-service.ts'
import type { Figure } from './figure.ts'
import { recordLine } from './record-lines.ts'

const ROWS = 300_000
const BATCH_ROWS = 20_000
const LARGE_BYTES = 300_000_000
const WATCH_EVERY_MS = 20
const READS = 5
const KIND = KINDS.transaction
const MANY = ROWS.toLocaleString('en-US')

/** What it costs to take records in, beside what the engine takes for the same rows. */
export async function benchRecords(): Promise<readonly Figure[]> {
  const folder = benchFolder()
  const service = await startBenchService(folder)
  const engine = clickHouseIn(folder)
  try {
    const merchantId = merchantIdIn(folder)
    const upload = uploadTo(service.url, bearerKeyIn(folder))
    // First, while the service is as small as it can be.
    const memory = await peakMemory(service.pid, () => upload(Readable.from(manyBytes(merchantId))))
    const lines = linesOf(merchantId, ROWS)
    const raw = await rawRowsPerSecond(engine, lines)
    const first = await rowsPerSecond(() => upload(Readable.from(batchesOf(lines))))
    const again = await rowsPerSecond(() => upload(Readable.from(batchesOf(lines))))
    const reading = await readingMs(engine)
    return [
      {
        what: `ingest ${MANY} records of 22 fields over HTTP`,
        unit: 'rows/s',
        ours: first,
        limit: raw,
        limitIs: 'the engine’s own insert of the same rows, packed beforehand',
        isRate: true,
      },
      {
        what: 'the same records once more, all duplicates',
        unit: 'rows/s',
        ours: again,
        limit: first,
        limitIs: 'their first ingest',
        isRate: true,
      },
      {
        what: 'sum all records, each in its latest version',
        unit: 'ms',
        ours: reading.final,
        limit: reading.plain,
        limitIs: 'the same without the collapse of versions',
        isRate: false,
      },
      {
        what: `memory of the service during an upload of ${LARGE_BYTES / 1_000_000} MB`,
        unit: 'MB',
        ours: memory.peak,
        limit: memory.before,
        limitIs: 'its memory before',
        isRate: false,
      },
    ]
  } finally {
    await engine.close()
    await service.stop()
    removeFolder(folder)
  }
}

function linesOf(merchantId: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => recordLine(merchantId, index))
}

function* batchesOf(lines: readonly string[]): Generator<string> {
  for (let at = 0; at < lines.length; at += 500) yield `${lines.slice(at, at + 500).join('\n')}\n`
}

/** Made while it is sent; other records than the ones before. */
function* manyBytes(merchantId: string): Generator<string> {
  for (let bytes = 0, index = ROWS; bytes < LARGE_BYTES; index += 500) {
    const lines = Array.from({ length: 500 }, (_, n) => recordLine(merchantId, index + n))
    const text = `${lines.join('\n')}\n`
    bytes += text.length
    yield text
  }
}

function uploadTo(url: string, key: string) {
  return async (body: Readable): Promise<void> => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson' }
    const sending = request(`${url}/ingest/v1/records/${KIND.name}`, { method: 'POST', headers })
    const answer = new Promise<string>((resolve, reject) => {
      sending.once('error', reject)
      sending.once('response', (response) => {
        response.toArray().then((parts) => resolve(Buffer.concat(parts).toString()), reject)
      })
    })
    body.pipe(sending)
    const { rejectedCount } = JSON.parse(await answer) as { rejectedCount?: number }
    if (rejectedCount !== 0) throw new Error(`An upload went wrong: ${await answer}`)
  }
}

async function rowsPerSecond(work: () => Promise<void>): Promise<number> {
  return (ROWS / (await elapsedMs(work))) * 1000
}

/** What the engine takes for blocks that lie ready, one after the other, into a table of the same form. */
async function rawRowsPerSecond(engine: Engine, lines: readonly string[]): Promise<number> {
  const table = 'bench_raw'
  await engine.client.command({ query: createTableSql({ ...KIND, table }) })
  const reader = new RecordReader(KIND)
  let ms = 0
  for (let at = 0; at < lines.length; at += BATCH_ROWS) {
    const block = new RecordBlock(KIND, { organizationId: 'x', source: 'ingest', receivedAtMs: 0 })
    for (const line of lines.slice(at, at + BATCH_ROWS)) {
      const read = reader.read(JSON.parse(line))
      if ('problems' in read) throw new Error(JSON.stringify(read.problems))
      block.add(hashed(read.record))
    }
    const settings = { optimize_on_insert: 0, max_partitions_per_insert_block: '0' } as const
    ms += await elapsedMs(() => engine.insertBlock(table, block.native, settings))
  }
  await engine.client.command({ query: `drop table ${table}` })
  return (lines.length / ms) * 1000
}

async function readingMs(engine: Engine): Promise<{ final: number; plain: number }> {
  const query = (final: string) =>
    `select bill_to_city, sum(payment_data_requested_amount) as sum from ${KIND.table} ${final} group by bill_to_city`
  const settings = { do_not_merge_across_partitions_select_final: 1 } as const
  const median = async (final: string): Promise<number> => {
    const times: number[] = []
    for (let read = 0; read < READS; read += 1) {
      times.push(
        await elapsedMs(async () => void (await engine.rows(query(final), {}, settings))),
      )
    }
    return times.sort((a, b) => a - b)[Math.floor(READS / 2)] ?? 0
  }
  return { plain: await median(''), final: await median('final') }
}

async function peakMemory(
  pid: number,
  work: () => Promise<void>,
): Promise<{ readonly before: number; readonly peak: number }> {
  const before = residentMegabytes(pid)
  let peak = before
  const watching = setInterval(() => {
    peak = Math.max(peak, residentMegabytes(pid))
  }, WATCH_EVERY_MS)
  try {
    await work()
  } finally {
    clearInterval(watching)
  }
  return { before, peak }
}
