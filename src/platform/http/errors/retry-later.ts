import { AppError, type FieldProblem, type RefusalKind } from '../../../kernel/errors.ts'

/** A refusal of the moment: the answer tells when to ask again. */
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
