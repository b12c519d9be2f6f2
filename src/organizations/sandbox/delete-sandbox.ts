import type { AuditActor } from '../../kernel/actor.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database, Db, Tx } from '../../platform/postgres/database.ts'
import { emptyTable } from '../../platform/postgres/empty-tables.ts'
import { isNodeRunning } from '../../platform/postgres/presence.ts'
import { StartupError } from '../../platform/processes/startup-error.ts'
import { lockMode, noteSandboxDeletion } from '../../platform/stores/installation-mode.ts'
import type { SandboxData } from '../../platform/stores/sandbox-data.ts'
import { INSTALLATION } from '../audit/audit-entry.ts'
import { recordAudit } from '../audit/audit-store.ts'

export type LiveDeps = {
  readonly db: Database
  readonly machineClock: Clock
  /** Of all components. */
  readonly sandboxData: readonly SandboxData[]
}

export type SandboxCounts = Readonly<Record<string, number>>

/** Proofs of requests, of browsers and of people. Persons stay, as organizations do. */
export const organizationSandboxData: SandboxData = {
  tables: ['seen_signatures', 'sessions', 'sign_in_links', 'sign_in_attempts'],
}

/**
 * Deletes the data of the sandbox, and returns how much there was; undefined if the installation is not a sandbox. It is
 * noted first, so that no service starts on half of the data; going live ends that. If it is interrupted, the next call
 * goes on: each step deletes what it finds.
 */
export async function deleteSandbox(deps: LiveDeps, by: AuditActor): Promise<SandboxCounts | undefined> {
  const { db, sandboxData } = deps
  const found = await db.transaction((tx) => noteDeletion(tx, deps, by))
  if (found === undefined) return undefined
  // First, because the tables name the files.
  for (const { deleteOutside } of sandboxData) await deleteOutside?.()
  for (const table of sandboxData.flatMap(({ tables }) => tables)) await emptyTable(db.db, table)
  return found
}

async function noteDeletion(tx: Tx, deps: LiveDeps, by: AuditActor): Promise<SandboxCounts | undefined> {
  if ((await lockMode(tx)) !== 'sandbox') return undefined
  await refuseWhileRunning(deps)
  const counts = await countSandboxData(tx, deps)
  const at = deps.machineClock.now()
  if (await noteSandboxDeletion(tx, { at })) {
    const entry = { organizationId: INSTALLATION, at, actor: by, action: 'sandbox.deletion-started' }
    await recordAudit(tx, { ...entry, subject: 'sandbox', details: counts })
  }
  return counts
}

/** Call it while the mode is locked: a service that starts now announces itself first and then waits for the lock. */
export async function refuseWhileRunning({ db }: Pick<LiveDeps, 'db'>): Promise<void> {
  if (await isNodeRunning(db)) throw new StartupError(RUNNING)
}

const RUNNING =
  'A service is running on this installation in sandbox mode: stop it on all nodes, then run the command again.'

/** Counts the things that keep the sandbox from going live; kinds without any are left out. */
export async function countSandboxData(db: Db, { sandboxData }: Pick<LiveDeps, 'sandboxData'>): Promise<SandboxCounts> {
  const counts: [string, number][] = []
  for (const { count } of sandboxData) counts.push(...Object.entries((await count?.(db)) ?? {}))
  return Object.fromEntries(counts.filter(([, number]) => number > 0))
}
