import { parentPort } from 'node:worker_threads'
import { KINDS } from '../../catalogue/kinds.ts'
import { assert } from '../../kernel/assert.ts'
import { END_OF_THREAD } from '../../platform/processes/end-thread.ts'
import { type FullBatch, LineReading } from '../ingest/line-reading.ts'
import { transferableOf } from '../storage/packed-records.ts'
import type { ReaderRequest, ReaderResponse } from './line-reader-protocol.ts'

// Runs in a thread of its own: lines of all uploads are read here, so that reading them never delays a response.

assert(parentPort !== null, 'Lines are read in a worker thread.')
const port = parentPort
const readings = new Map<number, LineReading>()

port.on('message', (request: ReaderRequest | typeof END_OF_THREAD) => {
  if (request === END_OF_THREAD) {
    port.close()
    return
  }
  try {
    handle(request)
  } catch (error) {
    const failure = error instanceof Error ? (error.stack ?? error.message) : String(error)
    port.postMessage({ reading: request.reading, failure } satisfies ReaderResponse)
  }
})

function handle(request: ReaderRequest): void {
  const { reading } = request
  if (request.type === 'open') readings.set(reading, openedReading(request.upload))
  else if (request.type === 'close') readings.delete(reading)
  else {
    const lines = readings.get(reading)
    assert(lines !== undefined, 'Lines belong to an open upload.')
    const full = request.type === 'read' ? lines.read(request.input) : lines.end(request.bounds)
    respond(reading, full, lines.isStopped)
  }
}

function openedReading({ kindName, ...upload }: (ReaderRequest & { readonly type: 'open' })['upload']): LineReading {
  const { organizationId, rowsMax } = upload
  // The receiving thread sets when they were received.
  const delivery = { organizationId, source: 'ingest', receivedAtMs: 0 } as const
  return new LineReading({ kind: KINDS[kindName], delivery, rowsMax })
}

function respond(reading: number, full: readonly FullBatch[], isStopped: boolean): void {
  const batches = full.map(({ batch, end }) => ({ packed: batch.packed(), end }))
  const transferred = batches.flatMap(({ packed }) => [packed.lines.buffer, ...transferableOf(packed.records)])
  port.postMessage({ reading, read: { batches, isStopped } } satisfies ReaderResponse, transferred)
}
