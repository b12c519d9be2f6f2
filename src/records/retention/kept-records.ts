import { keptSince } from '../../kernel/kept-since.ts'
import { findOrganizations } from '../../organizations/index.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { loadRetention } from './retention-store.ts'

type Now = {
  readonly now: Temporal.Instant
  /** The retention of organizations without a setting. */
  readonly usualMonths: number
}

/** Since when records are kept: those that occurred earlier may have been removed. */
export async function loadKeptRecords(db: Db, { now, usualMonths }: Now) {
  const { monthsOf, shortestMonths } = await loadRetention(db, usualMonths)
  return {
    keptSinceByAll: keptSince(now, shortestMonths),
    /** By organization, of those that are named. */
    keptSince: async (organizationIds: readonly string[]): Promise<(organizationId: string) => Temporal.Instant> => {
      const ids = [...new Set(organizationIds)]
      const known = await findOrganizations(db, ids)
      const since = new Map(ids.map((id) => [id, keptSince(now, monthsOf(known.get(id)?.path ?? []))]))
      return (organizationId) => since.get(organizationId) ?? now
    },
  }
}
