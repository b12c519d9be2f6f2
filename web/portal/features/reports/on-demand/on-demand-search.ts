// pure
import { isDate } from '../../../invoice-list/state/periods.ts'

/** The reports that are computed when they are looked at, the ones that sum up first. */
export const ON_DEMAND = [
  'net-fundings',
  'payment-batch-summaries',
  'purchase-refund-details',
  'chargeback-summaries',
  'chargeback-details',
  'retrieval-summaries',
  'retrieval-details',
  'conversion-details',
  'interchange-clearing-level-details',
  'notification-of-changes',
] as const
export type OnDemandName = (typeof ON_DEMAND)[number]

export const ROLL_UPS = ['day', 'week', 'month'] as const
type RollUp = (typeof ROLL_UPS)[number]

export type OnDemandSearch = {
  readonly report?: OnDemandName
  /** First and last day, both included. */
  readonly from?: string
  readonly to?: string
  readonly group?: string
  readonly rollUp?: RollUp
  readonly page?: string
}

const GROUP_MAX = 80

export function onDemandSearch(search: Readonly<Record<string, unknown>>): OnDemandSearch {
  const { report, from, to, group, rollUp, page } = search
  return {
    ...(isOneOf(ON_DEMAND, report) && { report }),
    ...(isDate(from) && { from }),
    ...(isDate(to) && { to }),
    ...(typeof group === 'string' && group !== '' && group.length <= GROUP_MAX && { group }),
    ...(isOneOf(ROLL_UPS, rollUp) && { rollUp }),
    ...(typeof page === 'string' && /^[1-9]\d{0,3}$/.test(page) && { page }),
  }
}

/** They can be narrowed to a group of merchants. */
export const WITH_GROUPS: ReadonlySet<OnDemandName> = new Set(['net-fundings', 'purchase-refund-details'])
/** They are JSON only. */
export const WITHOUT_FILE: ReadonlySet<OnDemandName> = new Set(['net-fundings'])

function isOneOf<const T extends string>(known: readonly T[], value: unknown): value is T {
  return known.some((one) => one === value)
}
