import { EXCEPTION_NAMES, type OwnExceptionCode } from './exception-codes.ts'

/** An error in ClickHouse's own words: clients read the code and the name out of the text. */
export class EngineException extends Error {
  override readonly name = 'EngineException'
  readonly code: number

  constructor(code: number, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }

  static of(code: OwnExceptionCode, sentence: string): EngineException {
    return new EngineException(
      code,
      `Code: ${code}. DB::Exception: ${sentence} (${EXCEPTION_NAMES[code]})`,
    )
  }

  /** The engine's errors arrive as text alone; what is no exception of the engine gets ClickHouse's code for that. */
  static from(error: unknown): EngineException {
    if (error instanceof EngineException) return error
    const text = error instanceof Error ? error.message : String(error)
    const code = /\bCode: (\d{1,5})\b/.exec(text)?.[1]
    if (code !== undefined) return new EngineException(Number(code), text.trim(), { cause: error })
    return EngineException.of(1001, text.trim().slice(0, 4_000) || 'Unknown failure.')
  }
}
