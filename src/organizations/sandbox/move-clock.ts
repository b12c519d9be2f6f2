import type { AuditActor } from '../../kernel/actor.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { ClockReading, FindWork, SandboxClock } from '../../platform/clock/sandbox-clock.ts'
import type { Transactions } from '../../platform/postgres/database.ts'
import { INSTALLATION } from '../audit/audit-entry.ts'
import { recordAudit } from '../audit/audit-store.ts'
import { type ClockMove, movedFrom } from './clock-move.ts'

export type MoveClockDeps = {
  readonly db: Transactions
  readonly sandboxClock: SandboxClock
  readonly machineClock: Clock
  readonly findWork: FindWork
}

export type MovedClock = ClockReading & {
  /** Where the move leads; the clock may still be on its way. */
  readonly target: Temporal.Instant
}

/** Moves the clock of the whole installation; this node uses the new time when the call returns. */
export async function moveClock(
  { db, sandboxClock, machineClock, findWork }: MoveClockDeps,
  by: AuditActor,
  move: ClockMove,
): Promise<MovedClock> {
  const moved = await db.transaction(async (tx) => {
    const { before, after, target } = await sandboxClock.move(tx, (now) => movedFrom(now, move), findWork)
    const machineNow = machineClock.now()
    await recordAudit(tx, {
      organizationId: INSTALLATION,
      at: machineNow,
      actor: by,
      action: 'clock.moved',
      subject: 'clock',
      details: {
        from: before.now.toString(),
        to: target.toString(),
        offsetMs: after.movingTo === undefined ? after.offsetMs : target.since(machineNow).total('milliseconds'),
      },
    })
    return { ...after, target }
  })
  await sandboxClock.refresh()
  return moved
}
