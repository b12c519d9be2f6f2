// pure
import type { Query } from '../../../api/query-string.ts'
import { STATE_CHOICES, type StateChoice } from '../report-states.ts'

/** The filters of the list of reports, as its address has them. */
export type ReportSearch = {
  readonly search?: string
  readonly state?: StateChoice
  readonly definition?: string
  readonly kind?: 'once' | 'subscription'
  /** Days back. */
  readonly since?: string
  readonly limit?: string
}

export const SINCE_DAYS = ['7', '30', '90'] as const
const PAGE = 50
export const LIMIT_MAX = 200
const DAY_MS = 86_400_000
const TEXT_MAX = 100

export function reportSearch(search: Readonly<Record<string, unknown>>): ReportSearch {
  const text = (name: string): string | undefined => {
    const value = search[name]
    return typeof value === 'string' && value !== '' && value.length <= TEXT_MAX ? value : undefined
  }
  const [state, kind, since] = [text('state'), text('kind'), text('since')]
  const [searched, definition, limit] = [text('search'), text('definition'), text('limit')]
  return {
    ...(searched !== undefined && { search: searched }),
    ...(state !== undefined && Object.hasOwn(STATE_CHOICES, state) && { state: state as StateChoice }),
    ...(definition !== undefined && { definition }),
    ...((kind === 'once' || kind === 'subscription') && { kind }),
    ...(since !== undefined && (SINCE_DAYS as readonly string[]).includes(since) && { since }),
    ...(limit !== undefined && /^(?:100|150|200)$/.test(limit) && { limit }),
  }
}

export function limitOf({ limit }: ReportSearch): number {
  return limit === undefined ? PAGE : Number(limit)
}

export function withMore(search: ReportSearch): ReportSearch {
  return { ...search, limit: String(Math.min(LIMIT_MAX, limitOf(search) + PAGE)) }
}

export function isFiltered({ limit: _, ...filters }: ReportSearch): boolean {
  return Object.keys(filters).length > 0
}

/** The filters as the API has them. `today` begins at midnight, so that the same request is asked all day. */
export function filtersOf(
  { search, state, definition, kind, since }: ReportSearch,
  { definitionIds, today }: { readonly definitionIds: Readonly<Record<string, number>>; readonly today: string },
): Query {
  const start = since === undefined ? undefined : new Date(Date.parse(`${today}T00:00:00Z`) - Number(since) * DAY_MS)
  return {
    search,
    status: state && STATE_CHOICES[state],
    reportDefinitionId: definition && (definitionIds[definition] ?? 0),
    isOneTime: kind && kind === 'once',
    startTime: start?.toISOString(),
  }
}
