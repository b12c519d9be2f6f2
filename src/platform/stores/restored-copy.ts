import { type RawBuilder, sql } from 'kysely'
import type pg from 'pg'
import { AppError } from '../../kernel/errors.ts'
import type { Db, Tx } from '../postgres/database.ts'
import { withClient } from '../postgres/with-client.ts'
import { StartupError } from '../processes/startup-error.ts'

/**
 * A copy of an installation that was restored from a backup. The original may still be running, so the copy is silent
 * and read-only until somebody activates it.
 */
export type RestoredCopy = {
  readonly restoredAt: Temporal.Instant
  /** The moment that it was restored to. */
  readonly restoredTo: Temporal.Instant
  /** The place of the backup. */
  readonly restoredFrom: string
  /** Undefined until somebody activates it. */
  readonly activatedAt: Temporal.Instant | undefined
}

type CopyRow = {
  readonly restored_at: Temporal.Instant | null
  readonly restored_to: Temporal.Instant | null
  readonly restored_from: string | null
  readonly activated_at: Temporal.Instant | null
}

/** Undefined for an installation that was never restored. */
export async function findRestoredCopy(db: Db, lock: RawBuilder<unknown> = sql``): Promise<RestoredCopy | undefined> {
  const { rows } = await sql<CopyRow>`
    select restored_at, restored_to, restored_from, activated_at from installation ${lock}`.execute(db)
  const [row] = rows
  if (row?.restored_at == null || row.restored_to == null) return undefined
  return {
    restoredAt: row.restored_at,
    restoredTo: row.restored_to,
    restoredFrom: row.restored_from ?? '',
    activatedAt: row.activated_at ?? undefined,
  }
}

/** Locks the state until the transaction ends. */
export async function lockRestoredCopy(tx: Tx): Promise<RestoredCopy | undefined> {
  return findRestoredCopy(tx, sql`for update`)
}

/** From now on it writes under a name of its own to a place of backups. */
export async function saveActivation(
  tx: Tx,
  { at, copyId }: { readonly at: Temporal.Instant; readonly copyId: string },
): Promise<void> {
  await sql`update installation set activated_at = ${at.toString()}, copy_id = ${copyId}::uuid`.execute(tx)
}

/** The name of this copy at a place of backups: the installation's id, or that of an activated copy. */
export async function findCopyId(db: Db): Promise<string> {
  const { rows } = await sql<{ id: string }>`select coalesce(copy_id, id)::text as id from installation`.execute(db)
  const id = rows[0]?.id
  if (id === undefined) throw new StartupError('The table installation is empty.')
  return id
}

type Restoration = { readonly at: Temporal.Instant; readonly to: Temporal.Instant; readonly from: string }

/** Makes the installation a copy that waits for its activation: the last step of a restore, before a service starts. */
export async function markRestored(client: pg.Client, { at, to, from }: Restoration): Promise<void> {
  const copied = 'restored_at = $1, restored_to = $2, restored_from = $3, activated_at = null'
  // The original's backups are none of the copy's.
  const set = `${copied}, backup_interval_seconds = null, newest_backup_at = null`
  await client.query(`update installation set ${set}`, [at.toString(), to.toString(), from])
}

export async function isUnactivatedCopy(db: Db): Promise<boolean> {
  const copy = await findRestoredCopy(db)
  return copy !== undefined && copy.activatedAt === undefined
}

/** As `isUnactivatedCopy`, on a connection of its own. */
export async function isUnactivatedCopyAt(url: string): Promise<boolean> {
  return withClient({ connectionString: url }, async (client) => {
    const { rows } = await client.query<{ is_copy: boolean }>(
      'select restored_at is not null and activated_at is null as is_copy from installation',
    )
    return rows[0]?.is_copy === true
  })
}

/** Whether somebody has activated the copy that was restored to this moment. */
export async function isActivatedCopyOf(client: pg.Client, moment: Temporal.Instant): Promise<boolean> {
  const { rowCount } = await client.query(
    'select from installation where restored_to = $1 and activated_at is not null',
    [moment.toString()],
  )
  return rowCount !== 0
}

export function notActivated(): AppError {
  return new AppError('unavailable', 'COPY_NOT_ACTIVATED', NOT_ACTIVATED)
}

export const NOT_ACTIVATED =
  'This copy was restored from a backup and is read-only until "quittance activate" is run on it.'
