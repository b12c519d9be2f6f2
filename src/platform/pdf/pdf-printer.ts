import { Worker } from 'node:worker_threads'
import { endThread } from '../processes/end-thread.ts'
import { entryUrl } from '../processes/program-files.ts'
import type { PdfContent } from './pdf-content.ts'

export type PrintRequest = { readonly id: number; readonly content: PdfContent }
export type PrintResponse = { readonly id: number } & ({ readonly bytes: Uint8Array } | { readonly failure: string })

const THREAD = new URL('./pdf-thread.ts', import.meta.url)
/** Several times the memory of all fonts and the largest document. */
const THREAD_HEAP_MEBIBYTES_MAX = 384
/** Smaller than the default, which takes more memory and is hardly faster. */
const THREAD_YOUNG_MEBIBYTES_MAX = 16
/** Then the thread ends, and the memory of its fonts is free again. */
const IDLE_MS_MAX = 5 * 60_000
/** Far more than the largest document takes; a thread that needs more is terminated. */
const PRINT_MS_MAX = 30_000

type Waiting = {
  readonly resolve: (bytes: Uint8Array) => void
  readonly reject: (error: Error) => void
}

/** Draws documents in a thread that is started when it is first needed. */
export class PdfPrinter {
  readonly #waiting = new Map<number, Waiting>()
  #worker: Worker | undefined
  #timer: NodeJS.Timeout | undefined
  #lastId = 0

  /** Starts the thread for a document that is likely to come, since that takes longer than drawing it. */
  start(): void {
    if (this.#worker !== undefined) return
    this.#worker = this.#startWorker()
    this.#watch()
  }

  async print(content: PdfContent): Promise<Uint8Array> {
    this.#worker ??= this.#startWorker()
    this.#lastId += 1
    const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>()
    this.#waiting.set(this.#lastId, { resolve, reject })
    this.#worker.postMessage({ id: this.#lastId, content } satisfies PrintRequest)
    this.#watch()
    return promise
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer)
    await this.#end('The service stops.', endThread)
  }

  #startWorker(): Worker {
    const worker = new Worker(entryUrl(THREAD), {
      name: 'pdf',
      // Options of this process are not those of its threads.
      execArgv: [],
      resourceLimits: {
        maxOldGenerationSizeMb: THREAD_HEAP_MEBIBYTES_MAX,
        maxYoungGenerationSizeMb: THREAD_YOUNG_MEBIBYTES_MAX,
      },
    })
    worker.on('message', (response: PrintResponse) => this.#receive(response))
    worker.on('error', (error) => this.#forget(worker, error))
    worker.once('exit', () => this.#forget(worker, new Error('The thread that draws documents has ended.')))
    return worker
  }

  #receive(response: PrintResponse): void {
    const waiting = this.#waiting.get(response.id)
    this.#waiting.delete(response.id)
    if ('bytes' in response) waiting?.resolve(response.bytes)
    else waiting?.reject(new Error(`A document could not be drawn: ${response.failure}`))
    this.#watch()
  }

  /** Ends the thread when it is idle or stuck for too long. An idle thread does not keep the process running. */
  #watch(): void {
    clearTimeout(this.#timer)
    const isIdle = this.#waiting.size === 0
    if (isIdle) this.#worker?.unref()
    else this.#worker?.ref()
    this.#timer = isIdle
      ? setTimeout(() => void this.#end('The thread that draws documents was idle.', endThread), IDLE_MS_MAX)
      : setTimeout(() => void this.#end('A document took too long.', (worker) => worker.terminate()), PRINT_MS_MAX)
    this.#timer.unref()
  }

  async #end(reason: string, end: (worker: Worker) => Promise<unknown>): Promise<void> {
    const worker = this.#worker
    if (worker === undefined) return
    this.#forget(worker, new Error(reason))
    await end(worker)
  }

  #forget(worker: Worker, reason: unknown): void {
    if (this.#worker !== worker) return
    this.#worker = undefined
    const waiting = [...this.#waiting.values()]
    this.#waiting.clear()
    for (const { reject } of waiting) reject(new Error('A document could not be drawn.', { cause: reason }))
  }
}
