import type { UnavailableReason } from '../../engine/engine-unavailable.ts'
import type { Failure } from '../protocol.ts'

/** Why an order was not carried out. */
export class EngineFailure extends Error {
  override readonly name = 'EngineFailure'
  readonly reason: UnavailableReason | undefined

  constructor(reason: UnavailableReason | undefined, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }

  /** DuckDB's errors differ only in their text. */
  static from(error: unknown): EngineFailure {
    if (error instanceof EngineFailure) return error
    const text = error instanceof Error ? error.message : String(error)
    const reason = REASONS.find(([words]) => words.test(text))?.[1]
    return new EngineFailure(reason, text.trim().slice(0, MESSAGE_LENGTH_MAX), {
      cause: error,
    })
  }

  /** Without the values that DuckDB quotes. */
  redacted(): EngineFailure {
    return this.cause === undefined ? this : new EngineFailure(this.reason, kindOf(this.message))
  }

  toFailure(): Failure {
    const { reason, message } = this
    return reason === undefined ? { message } : { reason, message }
  }
}

const MESSAGE_LENGTH_MAX = 2_000

/** The first match applies. DuckDB reports a full temporary folder as a lack of memory. */
const REASONS: readonly (readonly [RegExp, UnavailableReason])[] = [
  [/max_temp_directory_size|No space left on device|disk is full/i, 'disk'],
  [/^Out of Memory Error/, 'memory'],
  [/^INTERRUPT Error/, 'gone'],
  // A transaction that began before the last change is still open; it passes.
  [/Cannot CHECKPOINT/, 'busy'],
  [/database has been invalidated|^FATAL Error/, 'gone'],
]

/** `Conversion Error`, and the line of a batch where one is named. */
function kindOf(text: string): string {
  const kind = /^[A-Za-z ]+ Error\b/.exec(text)?.[0] ?? 'Error'
  const line = /\bline (\d+)\b/.exec(text)?.[0]
  return line === undefined ? kind : `${kind} in ${line}`
}

/** After these the instance answers nothing any more: the process has to be started again. */
export function isFatal(error: unknown): boolean {
  const text = error instanceof Error ? error.message : String(error)
  return /^(FATAL|INTERNAL) Error|database has been invalidated/.test(text)
}

export function clientGone(): EngineFailure {
  return new EngineFailure('gone', 'the client went away before its order was carried out')
}

export function tooMany(): EngineFailure {
  return new EngineFailure('busy', 'too many queries wait for their turn')
}

export function stopping(): EngineFailure {
  return new EngineFailure('stopping', 'the engine is stopping')
}
