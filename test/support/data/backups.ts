import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { withMigrationLock } from '../../../src/platform/postgres/migrate-postgres.ts'
import { saveBackupSchedule } from '../../../src/platform/stores/backup-schedule.ts'
import { ensureInstallation } from '../../../src/platform/stores/installation.ts'
import type { Stores } from '../../../src/platform/stores/stores.ts'
import { eventually } from '../run/eventually.ts'

/** Waits until a scheduled backup is finished in a folder. */
export async function firstBackup(place: string): Promise<void> {
  const backups = join(place, 'backups')
  const isFinished = (id: string): boolean => existsSync(join(backups, id, 'manifest.json'))
  await eventually(async () => existsSync(backups) && readdirSync(backups).some(isFinished))
}

/** Notes the schedule of backups as the node that makes them does. */
export async function noteBackups(
  { database, databaseUrl }: Pick<Stores, 'database' | 'databaseUrl'>,
  schedule: Parameters<typeof saveBackupSchedule>[1],
): Promise<void> {
  await withMigrationLock(databaseUrl(), (client) => ensureInstallation(client, { kind: 'external' }))
  await saveBackupSchedule(database.db, schedule)
}
