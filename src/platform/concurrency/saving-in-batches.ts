import { setTimeout as sleep } from 'node:timers/promises'

type BatchOptions<T> = {
  /** May be called again with the same batch: a failed save may have been committed. */
  readonly save: (batch: readonly T[]) => Promise<void>
  readonly batchMax: number
}

type Waiting<T> = { readonly item: T; readonly resolve: () => void; readonly reject: (error: unknown) => void }

/** While PostgreSQL is away, items that receivers have accepted must not be forgotten: they would be sent again. */
const SAVES_MAX = 20
const SAVE_DELAY_MS = 250

/** Saves items in batches, one at a time: items that arrive while a batch is being written form the next one. */
export class SavingInBatches<T> {
  readonly #options: BatchOptions<T>
  #waiting: Waiting<T>[] = []
  #isWriting = false

  constructor(options: BatchOptions<T>) {
    this.#options = options
  }

  /** Resolves when the item is saved. */
  async add(item: T): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#waiting.push({ item, resolve, reject })
    void this.#write()
    await promise
  }

  async #write(): Promise<void> {
    if (this.#isWriting) return
    this.#isWriting = true
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, this.#options.batchMax)
      try {
        await saveSurely(() => this.#options.save(batch.map(({ item }) => item)))
        for (const { resolve } of batch) resolve()
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    this.#isWriting = false
  }
}

/** Repeats a save that fails, for some seconds. A batch that was saved although its response was lost stays as it is. */
export async function saveSurely(save: () => Promise<void>): Promise<void> {
  for (let count = 1; ; count += 1) {
    try {
      return await save()
    } catch (error) {
      if (count >= SAVES_MAX) throw error
      await sleep(SAVE_DELAY_MS)
    }
  }
}
