import type { startArchiving, startBackupSchedule } from '../../backup/index.ts'
import type { Repetition } from '../../platform/concurrency/repeat.ts'
import { saveBackupSchedule } from '../../platform/stores/backup-schedule.ts'

// The code of backups is loaded only where they are made.

/** Brings the write-ahead log to the place of backups, and shows there that this installation runs. */
export async function startBackups(
  options: Parameters<typeof startArchiving>[0],
): Promise<{ readonly stop: () => Promise<void> }> {
  const { backupTo, role } = options.config
  if (backupTo === undefined || role === 'api') return { stop: async () => {} }
  const backup = await import('../../backup/index.ts')
  return backup.startArchiving(options)
}

export async function scheduleBackups(
  options: Parameters<typeof startBackupSchedule>[0],
): Promise<Repetition | undefined> {
  if (options.config.backupTo === undefined) {
    // Another node that schedules them notes that again within a minute.
    await saveBackupSchedule(options.stores.database.db, undefined)
    return undefined
  }
  const backup = await import('../../backup/index.ts')
  return backup.startBackupSchedule(options)
}
