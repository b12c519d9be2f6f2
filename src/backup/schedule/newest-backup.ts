import { startOf } from '../manifest/backup-id.ts'
import { listBackupIds } from '../manifest/list-backups.ts'
import type { BackupPlace } from '../place/place.ts'

/** When the newest finished backup was started. Its name says so: nothing is read. */
export async function newestBackupAt(place: BackupPlace): Promise<Temporal.Instant | undefined> {
  const [newest] = await listBackupIds(place)
  return newest === undefined ? undefined : startOf(newest)
}
