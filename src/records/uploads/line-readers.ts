import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { FairTurns } from '../../platform/concurrency/fair-turns.ts'
import { endThread } from '../../platform/processes/end-thread.ts'
import { entryUrl } from '../../platform/processes/program-files.ts'
import { BATCH_BYTES_MAX, BATCH_ROWS_MAX } from '../ingest/ingest-batch.ts'
import type { BatchBounds } from '../ingest/line-reading.ts'
import type { ReaderRequest, ReaderResponse, ReadLines, ReadUpload } from './line-reader-protocol.ts'

const THREAD = new URL('./line-reader-thread.ts', import.meta.url)
/** The API has a core of its own where there are several. */
const THREADS_MAX = Math.max(1, Math.min(4, availableParallelism() - 1))
/** Pieces of bodies that are read concurrently: one for each thread, and one that waits so that the thread does not. */
const CONCURRENT_PIECES = 2 * THREADS_MAX
/** Far more than all unfinished batches take. A thread that needs more ends, and the service does not. */
const THREAD_HEAP_MEBIBYTES_MAX = 512
/** Smaller than the default, which takes 45 MB more and is hardly faster. */
const THREAD_YOUNG_MEBIBYTES_MAX = 12

/** Bounds the memory of unfinished batches: up to this many uploads fill whole batches, more fill smaller ones. */
const WHOLE_BATCHES_MAX = 16
const ROWS_LEAST = 500
const BYTES_LEAST = 256 * 1024

/** The thread that read an upload has ended; the upload can be sent again. */
export class LineReaderEnded extends Error {
  override readonly name = 'LineReaderEnded'
}

/** Reads the lines of uploads in a few threads, which are started when they are first needed. */
export class LineReaders {
  readonly #threads = new Set<ReaderThread>()
  readonly #turns = new FairTurns({ concurrencyMax: CONCURRENT_PIECES })
  readonly #entry: URL
  #opened = 0

  /** `entry`: another thread, for tests. */
  constructor({ entry = entryUrl(THREAD) }: { readonly entry?: URL } = {}) {
    this.#entry = entry
  }

  /** Starts to read an upload of an owner. Owners take turns, piece by piece. Its reader must be closed. */
  open(upload: ReadUpload, { owner }: { readonly owner: string }): LineReader {
    this.#opened += 1
    return new LineReader(this.#leastBusy(), {
      reading: this.#opened,
      upload,
      takeTurn: () => this.#turns.take(owner),
      bounds: () => this.#bounds(),
    })
  }

  async close(): Promise<void> {
    await Promise.all([...this.#threads].map((thread) => thread.stop()))
  }

  #leastBusy(): ReaderThread {
    const [least] = [...this.#threads].sort((a, b) => a.openCount - b.openCount)
    if (least !== undefined && (least.openCount === 0 || this.#threads.size >= THREADS_MAX)) return least
    const thread = new ReaderThread(this.#entry, () => this.#threads.delete(thread))
    this.#threads.add(thread)
    return thread
  }

  #bounds(): BatchBounds {
    const open = [...this.#threads].reduce((sum, { openCount }) => sum + openCount, 0)
    const share = Math.min(1, WHOLE_BATCHES_MAX / open)
    return {
      rowsMax: Math.max(ROWS_LEAST, Math.floor(BATCH_ROWS_MAX * share)),
      bytesMax: Math.max(BYTES_LEAST, Math.floor(BATCH_BYTES_MAX * share)),
    }
  }
}

type Reading = {
  readonly reading: number
  readonly upload: ReadUpload
  readonly takeTurn: () => Promise<() => void>
  readonly bounds: () => BatchBounds
}

/** Reads the lines of one upload in another thread. Responses come in the order of the calls. */
export class LineReader {
  readonly #thread: ReaderThread
  readonly #reading: number
  readonly #takeTurn: Reading['takeTurn']
  readonly #bounds: () => BatchBounds
  #posted: Promise<unknown> = Promise.resolve()

  constructor(thread: ReaderThread, { reading, upload, takeTurn, bounds }: Reading) {
    this.#thread = thread
    this.#reading = reading
    this.#takeTurn = takeTurn
    this.#bounds = bounds
    thread.open(reading, upload)
  }

  /** Reads the lines that end in these bytes. */
  async read(bytes: Uint8Array, { clockMs }: { readonly clockMs: number }): Promise<ReadLines> {
    const input = { bytes, clockMs, bounds: this.#bounds() }
    return this.#request({ type: 'read', reading: this.#reading, input })
  }

  /** Reads the last line, and returns all that is left. */
  async end(): Promise<ReadLines> {
    return this.#request({ type: 'end', reading: this.#reading, bounds: this.#bounds() })
  }

  /** A request asks for its turn when the one before it has been posted, so that they cannot overtake each other. */
  async #request(request: ReaderRequest): Promise<ReadLines> {
    const posting = this.#posted.then(async () => {
      const release = await this.#takeTurn()
      return { response: this.#thread.request(request).finally(release) }
    })
    this.#posted = posting.catch(() => {})
    return (await posting).response
  }

  close(): void {
    this.#thread.close(this.#reading)
  }
}

class ReaderThread {
  readonly #worker: Worker
  readonly #onEnd: () => void
  /** The requests of each upload that have no response yet, in order. */
  readonly #waiting = new Map<number, PromiseWithResolvers<ReadLines>[]>()
  #ended: LineReaderEnded | undefined

  constructor(entry: URL, onEnd: () => void) {
    this.#onEnd = onEnd
    this.#worker = new Worker(entry, {
      name: 'line reader',
      // Options of this process are not those of its threads.
      execArgv: [],
      resourceLimits: {
        maxOldGenerationSizeMb: THREAD_HEAP_MEBIBYTES_MAX,
        maxYoungGenerationSizeMb: THREAD_YOUNG_MEBIBYTES_MAX,
      },
    })
    this.#worker.on('message', (response: ReaderResponse) => this.#receive(response))
    this.#worker.on('error', (cause) => this.#end(cause))
    this.#worker.once('exit', () => this.#end())
    // The service decides when the process ends.
    this.#worker.unref()
  }

  get openCount(): number {
    return this.#waiting.size
  }

  open(reading: number, upload: ReadUpload): void {
    this.#waiting.set(reading, [])
    this.#post({ type: 'open', reading, upload })
  }

  async request(request: ReaderRequest): Promise<ReadLines> {
    if (this.#ended !== undefined) throw this.#ended
    const waiting = this.#waiting.get(request.reading)
    if (waiting === undefined) throw readerClosed()
    const response = Promise.withResolvers<ReadLines>()
    waiting.push(response)
    this.#post(request)
    return response.promise
  }

  close(reading: number): void {
    const waiting = this.#waiting.get(reading) ?? []
    if (this.#waiting.delete(reading)) this.#post({ type: 'close', reading })
    // Their results are no longer awaited, but their turns must end.
    for (const { reject } of waiting) reject(readerClosed())
  }

  async stop(): Promise<void> {
    if (this.#ended === undefined) await endThread(this.#worker)
  }

  #post(request: ReaderRequest): void {
    if (this.#ended === undefined) this.#worker.postMessage(request)
  }

  #receive(response: ReaderResponse): void {
    // An upload that has ended does not wait for its last responses.
    const next = this.#waiting.get(response.reading)?.shift()
    if ('read' in response) next?.resolve(response.read)
    else next?.reject(new Error(`Lines could not be read: ${response.failure}`))
  }

  #end(cause?: unknown): void {
    if (this.#ended !== undefined) return
    this.#ended = new LineReaderEnded('The thread that reads the lines of uploads has ended.', { cause })
    this.#onEnd()
    for (const { reject } of [...this.#waiting.values()].flat()) reject(this.#ended)
  }
}

function readerClosed(): LineReaderEnded {
  return new LineReaderEnded('The upload has ended.')
}
