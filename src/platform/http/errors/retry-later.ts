import { AppError } from '../../../kernel/errors.ts'

/** A temporary refusal: the response says when to retry. */
export class RetryLater extends AppError {
  readonly retryAfterSeconds: number

  constructor(
    refusal: Pick<AppError, 'kind' | 'code' | 'message'> & Partial<Pick<AppError, 'details'>>,
    retryAfterSeconds: number,
    options?: ConstructorParameters<typeof AppError>[4],
  ) {
    super(refusal.kind, refusal.code, refusal.message, refusal.details, options)
    this.retryAfterSeconds = retryAfterSeconds
  }
}
