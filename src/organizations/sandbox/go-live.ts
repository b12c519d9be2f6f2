import type { AuditActor } from '../../kernel/actor.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import { resetSandboxClock } from '../../platform/clock/clock-state-store.ts'
import type { Database, Tx } from '../../platform/postgres/database.ts'
import { isNodeRunning } from '../../platform/postgres/presence.ts'
import { StartupError } from '../../platform/processes/startup-error.ts'
import { lockMode, saveLiveMode } from '../../platform/stores/installation-mode.ts'
import { INSTALLATION } from '../audit/audit-entry.ts'
import { recordAudit } from '../audit/audit-store.ts'
import { revokeSandboxKeys } from '../credentials/credential-store.ts'

type Deps = { readonly db: Database; readonly machineClock: Clock }

export type WentLive = { readonly isNew: boolean; readonly keysRevoked: number }

/**
 * Moves a sandbox to live mode, for good: its clock is the machine's from now on, and keys that were made for the
 * sandbox are revoked. Refused while a service runs, because it would continue as a sandbox.
 */
export async function goLive({ db, machineClock }: Deps, by: AuditActor): Promise<WentLive> {
  return db.transaction(async (tx) => {
    const mode = await lockMode(tx)
    if (mode === 'live') return { isNew: false, keysRevoked: 0 }
    if (mode === undefined) throw new StartupError(NO_MODE_YET)
    // After the lock: a service that starts now announces itself first and then waits for it.
    if (await isNodeRunning(db)) throw new StartupError(RUNNING)
    const at = machineClock.now()
    await saveLiveMode(tx)
    const offsetMs = await resetSandboxClock(tx)
    const keysRevoked = await revokeAll(tx, by, at)
    await recordAudit(tx, {
      organizationId: INSTALLATION,
      at,
      actor: by,
      action: 'mode.changed',
      subject: 'mode',
      details: { from: 'sandbox', to: 'live', offsetMs, keysRevoked },
    })
    return { isNew: true, keysRevoked }
  })
}

const NO_MODE_YET =
  'This installation has no mode yet, and no service has written one: start the service with QUITTANCE_MODE=live.'
const RUNNING =
  'A service is running on this installation in sandbox mode: stop it on all nodes, then run "quittance mode live" again.'

async function revokeAll(tx: Tx, by: AuditActor, at: Temporal.Instant): Promise<number> {
  const revoked = await revokeSandboxKeys(tx, { at })
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
