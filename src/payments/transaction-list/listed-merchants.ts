import { AppError } from '../../kernel/errors.ts'
import { findIdsBelow } from '../../organizations/index.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { untilCommittedRecordsLoaded } from '../../records/index.ts'
import { LISTED_KINDS } from './listed-record-store.ts'

/** Longer than the outbox takes at rest. */
const LOADED_MS_MAX = 10_000

/** The merchants of an organization, once their transactions that have just been committed can be found. */
export async function listedMerchants(
  { database }: { readonly database: Database },
  { organizationId }: { readonly organizationId: string },
): Promise<readonly string[]> {
  const organizationIds = await findIdsBelow(database.db, organizationId, { type: 'merchant' })
  const waiting = { organizationIds, kinds: LISTED_KINDS, withinMs: LOADED_MS_MAX }
  if (await untilCommittedRecordsLoaded(database, waiting)) return organizationIds
  throw new AppError('unavailable', 'SERVICE_UNAVAILABLE', 'The latest payments cannot be listed yet. Try again.')
}
