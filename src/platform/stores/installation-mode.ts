import { type RawBuilder, sql } from 'kysely'
import type { Mode } from '../../kernel/mode.ts'
import { inEnglish, type Problem } from '../../kernel/reading/reading.ts'
import type { Database, Db, Tx } from '../postgres/database.ts'
import { StartupError } from '../processes/startup-error.ts'

/** The mode of the installation; undefined before the first start of a service. */
export async function findMode(db: Db, lock: RawBuilder<unknown> = sql``): Promise<Mode | undefined> {
  const { rows } = await sql<{ readonly mode: Mode | null }>`select mode from installation ${lock}`.execute(db)
  return rows[0]?.mode ?? undefined
}

/** Locks the mode until the transaction ends. */
export async function lockMode(tx: Tx): Promise<Mode | undefined> {
  return findMode(tx, sql`for update`)
}

/** Also ends the deletion of the sandbox, if there was one. */
export async function saveLiveMode(tx: Tx): Promise<void> {
  await sql`update installation set mode = 'live', sandbox_deletion_started_at = null`.execute(tx)
}

/** Notes that the data of the sandbox is being deleted; returns false if that was noted before. */
export async function noteSandboxDeletion(tx: Tx, { at }: { readonly at: Temporal.Instant }): Promise<boolean> {
  const { numAffectedRows } = await sql`update installation
    set sandbox_deletion_started_at = ${at.toString()} where sandbox_deletion_started_at is null`.execute(tx)
  return numAffectedRows === 1n
}

/** Whether the data of the sandbox is being deleted, or a deletion was interrupted. */
export async function isSandboxDeletionOpen(db: Db): Promise<boolean> {
  const { rows } = await sql<{ readonly is_open: boolean }>`
    select sandbox_deletion_started_at is not null as is_open from installation`.execute(db)
  return rows[0]?.is_open === true
}

/**
 * The mode that a service runs in: the stored one. The first start stores the requested mode, or sandbox; of several
 * services that start together one does. A different requested mode is refused.
 */
export async function claimMode({ db }: Database, requested: Mode | undefined): Promise<Mode> {
  await sql`update installation set mode = ${requested ?? 'sandbox'} where mode is null`.execute(db)
  const stored = await findMode(db)
  if (stored === undefined) throw new StartupError('The table installation is empty.')
  refuseOtherMode(stored, requested)
  await refuseHalfSandbox(db)
  return stored
}

/**
 * Refuses to go on if the mode was changed since it was claimed, or the sandbox is being deleted. Call it after the
 * presence is announced: both lock the row and then look for running nodes, so one of the two always notices the other.
 */
export async function confirmMode({ db }: Database, mode: Mode): Promise<void> {
  if ((await findMode(db, sql`for share`)) !== mode) {
    throw new StartupError('The installation was moved to live mode while this service was starting: start it again.')
  }
  await refuseHalfSandbox(db)
}

async function refuseHalfSandbox(db: Db): Promise<void> {
  if (!(await isSandboxDeletionOpen(db))) return
  throw new StartupError(
    'The data of this sandbox is being deleted, or a deletion was interrupted: run "quittance mode live --delete-sandbox" again, which goes on where it stopped.',
  )
}

/** Refuses a QUITTANCE_MODE that contradicts the installation, and names the remedy. */
export function refuseOtherMode(stored: Mode, requested: Mode | undefined): void {
  if (requested === undefined || requested === stored) return
  throw new StartupError(
    stored === 'sandbox'
      ? 'This installation is in sandbox mode and QUITTANCE_MODE is live: run "quittance mode live" to move the installation to live mode for good, or unset QUITTANCE_MODE.'
      : 'This installation is in live mode, for good, and QUITTANCE_MODE is sandbox: unset QUITTANCE_MODE, or set QUITTANCE_DATA_DIR or DATABASE_URL to another installation.',
  )
}

/** Refuses settings that live mode does not accept, where the installation and not the environment says that it is live. */
export function refuseSettings(problems: readonly Problem[]): void {
  if (problems.length === 0) return
  throw new StartupError(`This installation is in live mode: ${inEnglish(problems)}.`)
}
