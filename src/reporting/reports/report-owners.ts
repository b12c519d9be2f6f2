import { type RawBuilder, sql } from 'kysely'
import { organizationsBelow } from '../../organizations/index.ts'

/** Whose reports are listed. */
export type ReportOwners = {
  readonly organizationId: string
  /** Those of all organizations below it as well. */
  readonly includesBelow: boolean
}

/** Their ids. */
export function ownerIdsSql({ organizationId, includesBelow }: ReportOwners): RawBuilder<unknown> {
  return includesBelow ? organizationsBelow(organizationId) : sql`select ${organizationId}::text collate "C"`
}
