/** The kind of a refusal. `platform/http` alone derives the HTTP status from it. */
export type RefusalKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not-found'
  | 'gone'
  | 'method-not-allowed'
  | 'not-acceptable'
  | 'conflict'
  | 'precondition-failed'
  | 'out-of-range'
  | 'too-large'
  | 'headers-too-large'
  | 'too-slow'
  | 'unsupported-media-type'
  | 'rate-limited'
  | 'unavailable'

/** One offending field and the reason it was refused. */
export type FieldProblem = { readonly field: string; readonly reason: string }

/** A refusal that the caller may read: the code is part of the API, the message is for people. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly kind: RefusalKind
  readonly code: string
  readonly details: readonly FieldProblem[]
  /** Further members of the response, such as the work done before the refusal. */
  readonly facts: Readonly<Record<string, unknown>> | undefined

  constructor(
    kind: RefusalKind,
    code: string,
    message: string,
    details: readonly FieldProblem[] = [],
    options?: ErrorOptions & { readonly facts?: Readonly<Record<string, unknown>> },
  ) {
    super(message, options)
    this.kind = kind
    this.code = code
    this.details = details
    this.facts = options?.facts
  }
}

/** Throws a refusal that names every problem; does nothing if there are none. */
export function refuseInvalid(thing: string, problems: readonly FieldProblem[]): void {
  if (problems.length === 0) return
  const sentence = problems.map(({ field, reason }) => `${field} ${reason}`).join('; ')
  throw new AppError('invalid', 'INVALID_DATA', `${thing} is refused: ${sentence}.`, problems)
}
