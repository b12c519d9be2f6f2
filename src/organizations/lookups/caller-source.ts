import { AppError } from '../../kernel/errors.ts'
import type { Remembered } from './caller-memory.ts'

/** Where one decision about a caller takes what it knows from. */
export class CallerSource {
  readonly #isMemoryUsed: boolean
  #hasRecalled = false

  constructor({ isMemoryUsed }: { readonly isMemoryUsed: boolean }) {
    this.#isMemoryUsed = isMemoryUsed
  }

  /** Whether anything was remembered, so that asking could decide otherwise. */
  get hasRecalled(): boolean {
    return this.#hasRecalled
  }

  recall<Known>(remembered: Remembered<Known>, name: string): Known | undefined {
    const known = this.#isMemoryUsed ? remembered.recall(name) : undefined
    if (known !== undefined) this.#hasRecalled = true
    return known
  }
}

/** Remembers nothing. */
export const ASKING = new CallerSource({ isMemoryUsed: false })

/** Decides from memory, but refuses only after asking: the caller may be allowed more since. */
export async function decideBySource<T>(decide: (source: CallerSource) => Promise<T>): Promise<T> {
  const source = new CallerSource({ isMemoryUsed: true })
  try {
    return await decide(source)
  } catch (error) {
    if (!(error instanceof AppError && source.hasRecalled)) throw error
    return decide(ASKING)
  }
}
