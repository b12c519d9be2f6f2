// pure
import type { Needs } from './queries.ts'

/** In the order in which they lose money or time. */
const NEEDS = ['reviews', 'disputes', 'declined', 'refusedMails', 'webhooks', 'reports'] as const

/** All that needs somebody, also beyond the entries that are shown. */
export function countOfNeeds(needs: Needs): number {
  return NEEDS.reduce((all, need) => all + (needs[need]?.count ?? 0), 0)
}
