import type { Stores } from '../../platform/stores/stores.ts'
import { recordOutbox } from '../../records/index.ts'
import type { Manifest } from '../manifest/manifest.ts'
import { closeGap } from './archive-state.ts'
import { segmentAt } from './log-segment.ts'

/** Deletes rows and notes that were kept here only until a scheduled backup would make them needless. */
export async function settleBackup(
  { database, folder }: Stores,
  { copyId, postgres, records }: Manifest,
): Promise<void> {
  await recordOutbox.forgetDelivered(database.db, { before: Temporal.Instant.from(records.startedAt) })
  if (postgres.kind === 'embedded') closeGap(folder, copyId, segmentAt(postgres.startLsn, postgres.timeline))
}
