import { AppError } from '../../../kernel/errors.ts'
import { RetryLater } from '../errors/retry-later.ts'

const FIELD = 'Idempotency-Key'
const details = [{ field: FIELD, reason: 'INVALID_DATA' }]

export function invalidKey(): AppError {
  const message = `The header ${FIELD} must have 1 to 255 printable ASCII characters.`
  return new AppError('invalid', 'INVALID_IDEMPOTENCY_KEY', message, details)
}

/** A route that would do harm if a request were repeated without one. */
export function keyMissing(): AppError {
  const message = `The header ${FIELD} is required here: a request that is repeated with the same key is carried out once.`
  const missing = [{ field: FIELD, reason: 'MISSING_FIELD' }]
  return new AppError('invalid', 'IDEMPOTENCY_KEY_MISSING', message, missing)
}

export function keyReused(): AppError {
  const message = `The ${FIELD} was used for another request; use a new one for each request.`
  return new AppError('conflict', 'IDEMPOTENCY_KEY_REUSED', message, details)
}

/** The request was completed once; its response was erased, and it is not repeated. */
export function responseErased(): AppError {
  const message = `The request with this ${FIELD} was completed before; its response contained personal data that has been erased.`
  return new AppError('conflict', 'IDEMPOTENCY_ANSWER_ERASED', message, details)
}

/** Nothing that is stored is removed before its time, so a new key has to wait. */
export function quotaReached(seconds: number): AppError {
  const message =
    `The responses that are stored for repeated requests of your organization have reached their limit. Requests ` +
    `without an ${FIELD}, and repeated ones, are accepted.`
  return new RetryLater({ kind: 'rate-limited', code: 'IDEMPOTENCY_QUOTA_REACHED', message, details }, seconds)
}

/** The only refusal after which the same request may be retried a moment later. */
export function keyInUse(): AppError {
  const message = `A request with this ${FIELD} is in progress; please retry shortly.`
  return new RetryLater({ kind: 'conflict', code: 'IDEMPOTENCY_KEY_IN_USE', message, details }, 1)
}
