import type { AuditActor } from '../../kernel/actor.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { ClockReading, SandboxClock } from '../../platform/clock/sandbox-clock.ts'
import type { Transactions } from '../../platform/postgres/database.ts'
import { INSTALLATION } from '../audit/audit-entry.ts'
import { recordAudit } from '../audit/audit-store.ts'
import { type ClockMove, movedFrom } from './clock-move.ts'

type Deps = {
  readonly db: Transactions
  readonly sandboxClock: SandboxClock
  readonly machineClock: Clock
}

/** Moves the clock of the whole installation; this node uses the new time when the call returns. */
export async function moveClock(
  { db, sandboxClock, machineClock }: Deps,
  by: AuditActor,
  move: ClockMove,
): Promise<ClockReading> {
  const reading = await db.transaction(async (tx) => {
    const { before, after } = await sandboxClock.move(tx, (now) => movedFrom(now, move))
    await recordAudit(tx, {
      organizationId: INSTALLATION,
      at: machineClock.now(),
      actor: by,
      action: 'clock.moved',
      subject: 'clock',
      details: { from: before.now.toString(), to: after.now.toString(), offsetMs: after.offsetMs },
    })
    return after
  })
  await sandboxClock.refresh()
  return reading
}
