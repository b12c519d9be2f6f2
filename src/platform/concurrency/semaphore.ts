import { FairTurns, type FairTurnsOptions } from './fair-turns.ts'

type SemaphoreOptions = Omit<FairTurnsOptions, 'perOwnerMax'> & { readonly concurrencyMax: number }

const NOBODY = ''

/** Limits concurrency to `concurrencyMax`; further callers wait in the order of their calls. */
export class Semaphore {
  readonly #turns: FairTurns

  constructor(options: SemaphoreOptions) {
    this.#turns = new FairTurns(options)
  }

  get running(): number {
    return this.#turns.running
  }

  get waiting(): number {
    return this.#turns.waiting
  }

  /** Runs the work when it is the caller's turn. */
  async run<T>(work: () => Promise<T>, gone?: AbortSignal): Promise<T> {
    return this.#turns.run(NOBODY, work, gone)
  }

  /** Resolves when it is the caller's turn, with the function that ends it. */
  async take(gone?: AbortSignal): Promise<() => void> {
    return this.#turns.take(NOBODY, gone)
  }

  /** Refuses all waiting callers and all that come later. */
  close(reason: Error): void {
    this.#turns.close(reason)
  }
}
