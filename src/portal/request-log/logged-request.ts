// pure

/** One request as it is kept: for a week, and the latest 10,000 of an organization. */
export type LoggedRequest = {
  readonly organizationId: string
  readonly requestId: string
  /** By the machine's clock. */
  readonly at: Temporal.Instant
  readonly method: string
  /** With its query. */
  readonly path: string
  readonly status: number
  readonly durationMs: number
  readonly keyId: string | undefined
  readonly personId: string | undefined
  readonly refusal: Refusal | undefined
  /** Undefined in live mode, and where there is nothing that may be shown. */
  readonly requestBody: string | undefined
  readonly responseBody: string | undefined
}

type FieldReason = { readonly field: string; readonly reason: string }

/** Why a request failed, as its response says. */
export type Refusal = {
  readonly reason: string
  readonly message: string
  readonly problems: readonly FieldReason[]
}

export const KEPT_DAYS = 7
export const KEPT_MAX = 10_000
export const PATH_LENGTH_MAX = 2_000
const TEXT_LENGTH_MAX = 1_000
const PROBLEMS_MAX = 20
const FAILED = 400

export function isFailed(status: number): boolean {
  return status >= FAILED
}

/** From when on requests are shown. */
export function keptSince(machineNow: Temporal.Instant): Temporal.Instant {
  return machineNow.subtract({ hours: KEPT_DAYS * 24 })
}

/** The refusal in the body of a failed response; undefined if it has another shape, such as a page. */
export function refusalIn(body: string): Refusal | undefined {
  try {
    const { reason, message, details } = JSON.parse(body) as Readonly<Record<string, unknown>>
    if (typeof reason !== 'string') return undefined
    const problems = (Array.isArray(details) ? details : []).filter(isFieldReason).slice(0, PROBLEMS_MAX)
    return {
      reason: shortened(reason),
      message: shortened(String(message ?? '')),
      problems: problems.map(({ field, reason: why }) => ({ field: shortened(field), reason: shortened(why) })),
    }
  } catch {
    return undefined
  }
}

function isFieldReason(value: unknown): value is FieldReason {
  const { field, reason } = (value ?? {}) as Readonly<Record<string, unknown>>
  return typeof field === 'string' && typeof reason === 'string'
}

/** PostgreSQL has no place for a zero character. */
export function shortened(text: string, lengthMax = TEXT_LENGTH_MAX): string {
  return text.slice(0, lengthMax).replaceAll('\0', '')
}
