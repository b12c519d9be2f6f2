import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { withMigrationLock } from '../../../src/platform/postgres/migrate-postgres.ts'
import { saveBackupSchedule } from '../../../src/platform/stores/backup-schedule.ts'
import { ensureInstallation } from '../../../src/platform/stores/installation.ts'
import type { Stores } from '../../../src/platform/stores/stores.ts'
import { eventually } from '../run/eventually.ts'

/** On a busy machine: a backup has the lowest priority. */
const BACKUP_MS_MAX = 150_000

/** Waits until a scheduled backup is finished in a folder. */
export async function firstBackup(place: string): Promise<void> {
  const backups = join(place, 'backups')
  const isFinished = (id: string): boolean => existsSync(join(backups, id, 'manifest.json'))
  await eventually(async () => existsSync(backups) && readdirSync(backups).some(isFinished), BACKUP_MS_MAX)
}

/** Notes the schedule of backups as the node that makes them does. */
export async function noteBackups(
  { database, databaseUrl }: Pick<Stores, 'database' | 'databaseUrl'>,
  schedule: Parameters<typeof saveBackupSchedule>[1],
): Promise<void> {
  await withMigrationLock(databaseUrl(), (client) => ensureInstallation(client, { kind: 'external' }))
  await saveBackupSchedule(database.db, schedule)
}

/** Tables that nodes change by themselves. */
const LEFT_OUT = [
  ...['installation', 'agenda', 'audit_unsealed', 'audit_seals', 'audit_heads', 'request_log', 'sign_in_links'],
]

/** A hash of each table's rows. */
export async function contentOf(url: string): Promise<Readonly<Record<string, string>>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
    )
    const hashes: Record<string, string> = {}
    for (const { name } of rows.filter((row) => !LEFT_OUT.includes(row.name))) {
      const { rows: found } = await client.query(
        `select count(*) || ' ' || coalesce(md5(string_agg(line, '' order by line)), '') as hash
         from (select all_rows::text as line from ${name} as all_rows) lines`,
      )
      hashes[name] = found[0].hash
    }
    return hashes
  } finally {
    await client.end()
  }
}
