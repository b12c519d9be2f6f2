// pure
import { optional, valueOrThrow } from '../../kernel/reading/reading.ts'
import { given, instant, parsed } from '../../kernel/reading/text-readers.ts'
import { parseInstant } from '../../kernel/time/time-text.ts'
import { isUuid } from '../../kernel/uuid.ts'

/** The entry after which a page begins. */
export type AuditPlace = { readonly at: Temporal.Instant; readonly entryId: string }

type AuditFilterInput = {
  readonly since?: string | undefined
  readonly until?: string | undefined
  readonly action?: string | undefined
  readonly search?: string | undefined
}

const WORDS_MAX = 10
const readInstant = optional(given(instant))
const readPlace = optional(given(parsed(placeOf, 'must be the `next` of a page')))

/** The entries that are looked for. */
export function readAuditFilter({ since, until, action, search = '' }: AuditFilterInput) {
  return {
    since: valueOrThrow(readInstant(since, 'since')),
    until: valueOrThrow(readInstant(until, 'until')),
    action: action === '' ? undefined : action,
    words: search.toLowerCase().split(/\s+/).filter(Boolean).slice(0, WORDS_MAX),
  }
}

export function readAuditPlace(text: string | undefined): AuditPlace | undefined {
  return valueOrThrow(readPlace(text, 'before'))
}

/** For `next`. */
export function placeText({ at, entryId }: AuditPlace): string {
  return `${at.toString()}~${entryId}`
}

function placeOf(text: string): AuditPlace | undefined {
  const [time = '', entryId = ''] = text.split('~')
  const at = parseInstant(time)
  return at === undefined || !isUuid(entryId) ? undefined : { at, entryId }
}
