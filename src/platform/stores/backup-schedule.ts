import { sql } from 'kysely'
import type { BackupAge } from '../../kernel/time/backup-age.ts'
import type { Db } from '../postgres/database.ts'

type ScheduleRow = { readonly interval_seconds: string | null; readonly newest_at: Temporal.Instant | null }

/** The schedule as the node that makes backups noted it last; undefined while none are scheduled. */
export async function findBackupSchedule(db: Db): Promise<BackupAge | undefined> {
  const { rows } = await sql<ScheduleRow>`
    select backup_interval_seconds::text as interval_seconds, newest_backup_at as newest_at
    from installation`.execute(db)
  const [row] = rows
  if (row?.interval_seconds == null) return undefined
  const every = Temporal.Duration.from({ seconds: Number(row.interval_seconds) })
  return { newestAt: row.newest_at ?? undefined, every }
}

/** Writes only a change: an idle installation would otherwise never stop writing its log. */
export async function saveBackupSchedule(db: Db, schedule: BackupAge | undefined): Promise<void> {
  const seconds = schedule === undefined ? null : Math.round(schedule.every.total('seconds'))
  const newestAt = schedule?.newestAt?.toString() ?? null
  await sql`update installation
    set backup_interval_seconds = ${seconds}::bigint, newest_backup_at = ${newestAt}::timestamptz
    where (backup_interval_seconds, newest_backup_at) is distinct from (${seconds}::bigint, ${newestAt}::timestamptz)
  `.execute(db)
}
