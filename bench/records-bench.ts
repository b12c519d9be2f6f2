import { request } from 'node:http'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { KINDS } from '../src/catalogue/kinds.ts'
import { assert } from '../src/kernel/assert.ts'
import type { Engine } from '../src/platform/engine/engine.ts'
import { IngestBatch } from '../src/records/ingest/ingest-batch.ts'
import { RecordReader } from '../src/records/reading/read-record.ts'
import { BareDuckDb } from './bare-duckdb.ts'
import { bareInsertMs } from './bare-insert.ts'
import {
  type BenchService,
  bearerKeyIn,
  benchFolder,
  elapsedMs,
  engineIn,
  merchantIdIn,
  removeFolder,
  startBenchService,
} from './bench-service.ts'
import { type Figure, median } from './figure.ts'
import { copyRecordFile, prepareStores } from './filled-file.ts'
import { recordLine } from './record-lines.ts'
import { SIZES } from './sizes.ts'
import { residentMib, watchMemory } from './watched-memory.ts'

const ROWS = SIZES.records
const MANY = ROWS.toLocaleString('en-US')
const UPLOAD_BYTES = SIZES.uploadMegabytes * 1_000_000
const LINES_PER_PIECE = 500
const READS = 5
const KIND = KINDS.transaction

/** The cost of ingesting records, compared with DuckDB inserting the same rows. */
export async function benchRecords(): Promise<readonly Figure[]> {
  const folder = benchFolder()
  try {
    await prepareStores(folder)
    const duckDb = await BareDuckDb.open(copyRecordFile(folder))
    try {
      const service = await startBenchService(folder)
      try {
        return await measure({ folder, duckDb, service })
      } finally {
        await service.stop()
      }
    } finally {
      await duckDb.close()
    }
  } finally {
    removeFolder(folder)
  }
}

type Bed = {
  readonly folder: string
  readonly duckDb: BareDuckDb
  readonly service: BenchService
}

async function measure({ folder, duckDb, service }: Bed): Promise<readonly Figure[]> {
  const merchantId = merchantIdIn(folder)
  const upload = uploadTo(service.url, bearerKeyIn(folder))
  // First, while the service is as small as it can be.
  const memory = await memoryDuring(service.pid, () => upload(manyBytes(merchantId)))
  const lines = Array.from({ length: ROWS }, (_, index) => recordLine(merchantId, index))
  const bare = await bareRowsPerSecond(duckDb, lines, join(folder, 'batch.ndjson'))
  const first = await rowsPerSecond(() => upload(piecesOf(lines)))
  const again = await rowsPerSecond(() => upload(piecesOf(lines)))
  const reading = await readingMs(folder)
  return [
    {
      what: `ingest ${MANY} records of 22 fields over HTTP`,
      unit: 'rows/s',
      ours: first,
      limit: bare,
      limitIs: 'DuckDB’s insert of the same rows in the same batches from NDJSON on the disk',
      isRate: true,
      bar: { ratioMin: 0.25 },
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
      what: 'sum all records, each in its newest version',
      unit: 'ms',
      ours: reading.newest,
      limit: reading.plain,
      limitIs: 'the same of all rows of the table',
      isRate: false,
    },
    {
      what: `memory of the service during an upload of ${SIZES.uploadMegabytes} MB`,
      unit: 'MiB',
      ours: memory.peak,
      limit: memory.before,
      limitIs: 'its memory before',
      isRate: false,
    },
  ]
}

function* piecesOf(lines: readonly string[]): Generator<string> {
  for (let at = 0; at < lines.length; at += LINES_PER_PIECE) {
    yield `${lines.slice(at, at + LINES_PER_PIECE).join('\n')}\n`
  }
}

/** Made while it is sent; other records than those that are measured afterwards. */
function* manyBytes(merchantId: string): Generator<string> {
  for (let bytes = 0, index = ROWS; bytes < UPLOAD_BYTES; index += LINES_PER_PIECE) {
    const lines = Array.from({ length: LINES_PER_PIECE }, (_, n) => recordLine(merchantId, index + n))
    const text = `${lines.join('\n')}\n`
    bytes += text.length
    yield text
  }
}

function uploadTo(url: string, key: string) {
  return async (pieces: Iterable<string>): Promise<void> => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson' }
    const sending = request(`${url}/ingest/v1/records/${KIND.name}`, { method: 'POST', headers })
    const responseText = new Promise<string>((resolve, reject) => {
      sending.once('error', reject)
      sending.once('response', (response) => {
        response.toArray().then((parts) => resolve(Buffer.concat(parts).toString()), reject)
      })
    })
    Readable.from(pieces).pipe(sending)
    const { rejectedCount } = JSON.parse(await responseText) as { rejectedCount?: number }
    if (rejectedCount !== 0) throw new Error(`An upload went wrong: ${await responseText}`)
  }
}

async function rowsPerSecond(work: () => Promise<void>): Promise<number> {
  return (ROWS / (await elapsedMs(work))) * 1000
}

async function bareRowsPerSecond(duckDb: BareDuckDb, lines: readonly string[], file: string): Promise<number> {
  let ms = 0
  for (const { records } of batchesOf(lines)) {
    await records.insertInto({
      insert: async (table, rows) => {
        ms += await bareInsertMs(duckDb, { table, rows, file })
      },
    })
  }
  return (lines.length / ms) * 1000
}

/** As an upload divides them. */
function* batchesOf(lines: readonly string[]): Generator<IngestBatch> {
  const reader = new RecordReader(KIND)
  const delivery = { organizationId: 'bench', source: 'ingest', receivedAtMs: 0 } as const
  let batch = new IngestBatch(KIND, delivery)
  for (const [index, line] of lines.entries()) {
    const read = reader.read(JSON.parse(line))
    assert('record' in read, 'Each line of the bench is a record.')
    batch.add(index, read.record, read.warnings)
    if (!batch.isFull) continue
    yield batch
    batch = new IngestBatch(KIND, delivery)
  }
  if (!batch.isEmpty) yield batch
}

async function readingMs(folder: string): Promise<{ newest: number; plain: number }> {
  const engine = engineIn(folder)
  try {
    return {
      plain: await sumMs(engine, KIND.table),
      newest: await sumMs(engine, engine.dialect.newest(KIND.table)),
    }
  } finally {
    await engine.close()
  }
}

async function sumMs(engine: Engine, from: string): Promise<number> {
  const query = `select bill_to_city, sum(payment_data_requested_amount) as amount
    from ${from} as records group by bill_to_city`
  // The first one finds nothing in memory.
  await engine.rows(query)
  const times: number[] = []
  for (let read = 0; read < READS; read += 1) {
    times.push(await elapsedMs(async () => void (await engine.rows(query))))
  }
  return median(times)
}

async function memoryDuring(
  pid: number,
  work: () => Promise<void>,
): Promise<{ readonly before: number; readonly peak: number }> {
  const before = residentMib([pid])
  const watched = watchMemory([pid])
  try {
    await work()
  } finally {
    watched.peakMib()
  }
  return { before, peak: watched.peakMib() }
}
