import { type RawBuilder, sql } from 'kysely'
import { organizationsBelow } from '../../organizations/index.ts'

/** Whose reports are listed. */
export type ReportOwners = {
  readonly organizationId: string
  /** Those of all organizations below it as well. */
  readonly isWithAllBelow: boolean
}

/** Their ids. */
export function ownersOf({ organizationId, isWithAllBelow }: ReportOwners): RawBuilder<unknown> {
  return isWithAllBelow ? organizationsBelow(organizationId) : sql`select ${organizationId}::text collate "C"`
}
