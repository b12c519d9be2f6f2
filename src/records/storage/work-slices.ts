import { setImmediate as nextTurn } from 'node:timers/promises'

const SLICE_MS = 5

/** Divides long work into slices, so that the event loop is never blocked for long. */
export class WorkSlices {
  #startedAt = performance.now()

  /** Whether it is time to pause. */
  get isOver(): boolean {
    return performance.now() - this.#startedAt > SLICE_MS
  }

  async pause(): Promise<void> {
    await nextTurn()
    this.#startedAt = performance.now()
  }
}
