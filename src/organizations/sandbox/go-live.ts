import type { AuditActor } from '../../kernel/actor.ts'
import { resetSandboxClock } from '../../platform/clock/clock-state-store.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { emptyTables } from '../../platform/postgres/empty-tables.ts'
import { StartupError } from '../../platform/processes/startup-error.ts'
import { isSandboxDeletionOpen, lockMode, saveLiveMode } from '../../platform/stores/installation-mode.ts'
import { INSTALLATION } from '../audit/audit-entry.ts'
import { recordAudit } from '../audit/audit-store.ts'
import { revokeEveryKey } from '../credentials/credential-store.ts'
import {
  countSandboxData,
  deleteSandbox,
  type LiveDeps,
  refuseWhileRunning,
  type SandboxCounts,
} from './delete-sandbox.ts'
import { disableSandboxPerson } from './sandbox-person.ts'

export type WentLive = {
  readonly isNew: boolean
  readonly keysRevoked: number
  /** The counts that a deletion found; those of the rest, if an earlier one was interrupted. */
  readonly deleted?: SandboxCounts
}

/**
 * Moves a sandbox to live mode, for good: its clock is the machine's from now on, every key is revoked, every session has
 * ended, and the person whose password is in a file cannot sign in. Refused while a service runs, because it would continue as a sandbox, and while there are invoices, payments, records or reports,
 * unless they are to be deleted. Anything else that the sandbox made, such as mails, is deleted in either case.
 */
export async function goLive(
  deps: LiveDeps,
  by: AuditActor,
  { isSandboxDeleted }: { readonly isSandboxDeleted: boolean },
): Promise<WentLive> {
  const deleted = isSandboxDeleted ? await deleteSandbox(deps, by) : undefined
  const wentLive = await deps.db.transaction((tx) => changeMode(tx, deps, by))
  return { ...wentLive, ...(deleted === undefined ? {} : { deleted }) }
}

async function changeMode(tx: Tx, deps: LiveDeps, by: AuditActor): Promise<WentLive> {
  const mode = await lockMode(tx)
  if (mode === 'live') return { isNew: false, keysRevoked: 0 }
  if (mode === undefined) throw new StartupError(NO_MODE_YET)
  await refuseWhileRunning(deps)
  const hasDeletion = await isSandboxDeletionOpen(tx)
  refuseData(await countSandboxData(tx, deps), { hasDeletion })
  const { sandboxData, machineClock } = deps
  const at = machineClock.now()
  await emptyTables(
    tx,
    sandboxData.flatMap(({ tables }) => tables),
  )
  for (const { restart } of sandboxData) await restart?.(tx, at)
  await saveLiveMode(tx)
  const offsetMs = await resetSandboxClock(tx)
  const keysRevoked = await revokeAll(tx, by, at)
  await disableSandboxPerson(tx, by, at)
  const entry = { organizationId: INSTALLATION, at, actor: by }
  if (hasDeletion) await recordAudit(tx, { ...entry, action: 'sandbox.deleted', subject: 'sandbox', details: {} })
  const details = { from: 'sandbox', to: 'live', offsetMs, keysRevoked }
  await recordAudit(tx, { ...entry, action: 'mode.changed', subject: 'mode', details })
  return { isNew: true, keysRevoked }
}

const NO_MODE_YET =
  'This installation has no mode yet, and no service has written one: start the service with QUITTANCE_MODE=live.'

function refuseData(counts: SandboxCounts, { hasDeletion }: { readonly hasDeletion: boolean }): void {
  const found = Object.entries(counts).map(([what, number]) => counted(number, what))
  if (found.length === 0) return
  const list = new Intl.ListFormat('en', { type: 'conjunction' }).format(found)
  throw new StartupError(
    hasDeletion
      ? `The deletion of this sandbox is not complete, it still has ${list}: run "quittance mode live --delete-sandbox" again.`
      : `This sandbox has ${list}, which must not be mistaken for real ones: start a new installation with QUITTANCE_MODE=live (recommended), or delete them with "quittance mode live --delete-sandbox". Organizations, settings and the audit trail are kept.`,
  )
}

function counted(number: number, what: string): string {
  return `${number.toLocaleString('en-US')} ${number === 1 ? what.replace(/s$/, '') : what}`
}

async function revokeAll(tx: Tx, by: AuditActor, at: Temporal.Instant): Promise<number> {
  const revoked = await revokeEveryKey(tx, { at })
  for (const { organizationId, keyId, type } of revoked) {
    await recordAudit(tx, {
      organizationId,
      at,
      actor: by,
      action: 'key.revoked',
      subject: `key:${keyId}`,
      details: { type },
    })
  }
  return revoked.length
}
