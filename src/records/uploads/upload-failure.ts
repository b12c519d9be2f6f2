import { AppError } from '../../kernel/errors.ts'
import { RetryLater } from '../../platform/http/errors/retry-later.ts'
import { isStoreUnavailable } from '../../platform/stores/is-store-unavailable.ts'
import { REJECTED_IN_A_ROW_MAX } from '../ingest/line-reading.ts'
import { DamagedPacking, WindowTooLarge } from '../reading/unpack.ts'
import { LineReaderEnded } from './line-readers.ts'

const RETRY_AFTER_SECONDS = 2
/** PostgreSQL's code for a statement timeout: others are storing records of the same merchants. */
const STATEMENT_TIMEOUT = '57014'

export const TOO_MANY_REJECTED_LINES = 'TOO_MANY_REJECTED_LINES'

export function tooManyRejectedLines(): AppError {
  const count = REJECTED_IN_A_ROW_MAX.toLocaleString('en-US')
  const message = `${count} lines in a row were rejected; nothing after them was read.`
  return new AppError('invalid', TOO_MANY_REJECTED_LINES, message)
}

/** The refusal for an upload that ended early, with how far it got; undefined for a failure of the service itself. */
export function uploadFailure(error: unknown, lineCount: number): AppError | undefined {
  const stored =
    lineCount === 0
      ? 'Nothing was stored.'
      : `The first ${lineCount} lines had been processed: it is safe to send the whole body again.`
  const refusal = refusalOf(error)
  if (refusal === undefined) return undefined
  const { kind, code, details } = refusal
  const message = `${refusal.message} ${stored}`
  return refusal instanceof RetryLater
    ? new RetryLater({ kind, code, message, details }, refusal.retryAfterSeconds, { cause: error })
    : new AppError(kind, code, message, details, { cause: error })
}

function refusalOf(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error
  if (error instanceof DamagedPacking) {
    return new AppError('invalid', 'DAMAGED_BODY', `The body cannot be decompressed: ${error.message}`)
  }
  if (error instanceof WindowTooLarge) {
    const message = `${error.message} Compress it without --ultra and with --long=23 at most.`
    return new AppError('invalid', 'WINDOW_TOO_LARGE', message)
  }
  if (error instanceof LineReaderEnded) {
    return unavailable('UPLOAD_INTERRUPTED', 'Reading the body was interrupted; please retry.')
  }
  const isAway = isStoreUnavailable(error) || (error as { code?: unknown }).code === STATEMENT_TIMEOUT
  return isAway ? unavailable('STORE_UNAVAILABLE', 'Storage is temporarily unavailable; please retry.') : undefined
}

function unavailable(code: string, message: string): RetryLater {
  return new RetryLater({ kind: 'unavailable', code, message }, RETRY_AFTER_SECONDS)
}
