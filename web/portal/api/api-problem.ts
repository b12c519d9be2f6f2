// pure

export type FieldProblem = { readonly field: string; readonly reason: string }

/** A request that the service refused. The reason is for programs; the message is a sentence in English. */
export class ApiProblem extends Error {
  readonly status: number
  readonly reason: string
  readonly fields: readonly FieldProblem[]
  /** Further facts of the refusal, such as the balance of an invoice. */
  readonly facts: Readonly<Record<string, unknown>>
  readonly retryAfterSeconds: number | undefined

  constructor({ status, body, retryAfter }: { status: number; body: unknown; retryAfter?: string | null }) {
    const facts = isRecord(body) ? body : {}
    super(typeof facts['message'] === 'string' ? facts['message'] : '')
    this.name = 'ApiProblem'
    this.status = status
    this.facts = facts
    this.reason = typeof facts['reason'] === 'string' ? facts['reason'] : ''
    this.fields = Array.isArray(facts['details']) ? facts['details'].filter(isFieldProblem) : []
    this.retryAfterSeconds = retryAfter != null && /^\d+$/.test(retryAfter) ? Number(retryAfter) : undefined
  }

  /** The reason of one field's problem; undefined if it has none. */
  reasonOf(field: string): string | undefined {
    return this.fields.find((problem) => problem.field === field)?.reason
  }
}

/** The service could not be reached, or a proxy before it could not. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost'
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isFieldProblem(value: unknown): value is FieldProblem {
  return isRecord(value) && typeof value['field'] === 'string' && typeof value['reason'] === 'string'
}
