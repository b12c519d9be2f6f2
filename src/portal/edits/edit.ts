// pure
import { checked, invalid, members, type Reader, required } from '../../kernel/reading/reading.ts'
import { given, plainText } from '../../kernel/reading/text-readers.ts'

/** Text that a person typed into a form and has not saved. The form alone knows its meaning. */
export type Edit = {
  readonly organizationId: string
  readonly personId: string
  /** The form: `invoice:new`, or `invoice:` and the number. */
  readonly about: string
  readonly text: string
  readonly keptAt: Temporal.Instant
}

export const ABOUT_LENGTH_MAX = 60
/** Thirty lines with long names, twice: as they were and as they are. */
export const TEXT_LENGTH_MAX = 120_000
/** Of one person in one organization; the oldest give way. */
export const EDITS_MAX = 50
const KEPT_DAYS = 30

export const readAbout: Reader<string> = required(given(plainText(ABOUT_LENGTH_MAX)))

const text: Reader<string> = checked(given(plainText(TEXT_LENGTH_MAX)), (json) =>
  isJsonObject(json) ? [] : [invalid('text', 'must be a JSON object')],
)

export const readEditText: Reader<{ readonly text: string }> = members({ text: required(text) })

function isJsonObject(json: string): boolean {
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}

/** Edits that were kept before are gone. */
export function keptSince(now: Temporal.Instant): Temporal.Instant {
  return now.subtract({ hours: KEPT_DAYS * 24 })
}
