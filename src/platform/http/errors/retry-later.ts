import { AppError, type FieldProblem, type RefusalKind } from '../../../kernel/errors.ts'

/** A temporary refusal: the response says when to retry. */
export class RetryLater extends AppError {
  readonly retryAfterSeconds: number

  constructor(
    refusal: {
      readonly kind: RefusalKind
      readonly code: string
      readonly message: string
      readonly details?: readonly FieldProblem[]
    },
    retryAfterSeconds: number,
    options?: ErrorOptions,
  ) {
    super(refusal.kind, refusal.code, refusal.message, refusal.details, options)
    this.retryAfterSeconds = retryAfterSeconds
  }
}
