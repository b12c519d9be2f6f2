import { type RawBuilder, sql } from 'kysely'
import type pg from 'pg'
import { AppError } from '../../kernel/errors.ts'
import type { Db, Tx } from '../postgres/database.ts'
import { withClient } from '../postgres/with-client.ts'

/**
 * A copy of an installation that was restored from a backup. The original may still be running, so the copy is silent
 * and read-only until somebody activates it.
 */
export type RestoredCopy = {
  readonly restoredAt: Temporal.Instant
  /** The moment that it was restored to. */
  readonly restoredTo: Temporal.Instant
  /** Undefined until somebody activates it. */
  readonly activatedAt: Temporal.Instant | undefined
}

type CopyRow = {
  readonly restored_at: Temporal.Instant | null
  readonly restored_to: Temporal.Instant | null
  readonly activated_at: Temporal.Instant | null
}

/** Undefined for an installation that was never restored. */
export async function findRestoredCopy(db: Db, lock: RawBuilder<unknown> = sql``): Promise<RestoredCopy | undefined> {
  const { rows } = await sql<CopyRow>`
    select restored_at, restored_to, activated_at from installation ${lock}`.execute(db)
  const { restored_at: restoredAt, restored_to: restoredTo, activated_at: activatedAt } = rows[0] ?? {}
  if (restoredAt == null || restoredTo == null) return undefined
  return { restoredAt, restoredTo, activatedAt: activatedAt ?? undefined }
}

/** Locks the state until the transaction ends. */
export async function lockRestoredCopy(tx: Tx): Promise<RestoredCopy | undefined> {
  return findRestoredCopy(tx, sql`for update`)
}

export async function saveActivation(tx: Tx, { at }: { readonly at: Temporal.Instant }): Promise<void> {
  await sql`update installation set activated_at = ${at.toString()}`.execute(tx)
}

type Restoration = { readonly at: Temporal.Instant; readonly to: Temporal.Instant }

/** Makes the installation a copy that waits for its activation: the last step of a restore, before a service starts. */
export async function markRestored(client: pg.Client, { at, to }: Restoration): Promise<void> {
  await client.query('update installation set restored_at = $1, restored_to = $2, activated_at = null', [
    at.toString(),
    to.toString(),
  ])
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

export function notActivated(): AppError {
  return new AppError('unavailable', 'COPY_NOT_ACTIVATED', NOT_ACTIVATED)
}

export const NOT_ACTIVATED =
  'This copy was restored from a backup and is read-only until "quittance activate" is run on it.'
