import { setImmediate as nextTurn } from 'node:timers/promises'

const SLICE_MS = 5

/** Long work in slices, between which the process does what else there is to do. */
export class WorkSlices {
  #startedAt = performance.now()

  /** Asked often: whether it is time to pause. */
  get isOver(): boolean {
    return performance.now() - this.#startedAt > SLICE_MS
  }

  async pause(): Promise<void> {
    await nextTurn()
    this.#startedAt = performance.now()
  }
}
