import type { Actor } from '../../kernel/actor.ts'
import { auditWrites, suspendUnlessSuspended } from '../../organizations/index.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Transactions } from '../../platform/postgres/database.ts'
import { writeTogether } from '../../platform/postgres/write-together.ts'
import { newId } from '../../platform/secrets/random.ts'
import type { PersonalDataFinding } from './personal-data.ts'
import { violationsWrite } from './violation-store.ts'

export type RecordViolationsDeps = {
  readonly db: Transactions
  readonly clock: Clock
  readonly machineClock: Clock
  /** A setting of the operator. */
  readonly isSuspendedOnViolation: boolean
}

/** Findings of one request that are recorded. */
const FINDINGS_MAX = 100
const REASON_LENGTH_MAX = 255

/** Records that an organization sent personal data and in which fields; suspends it if so configured. */
export async function recordViolations(
  deps: RecordViolationsDeps,
  actor: Actor,
  findings: readonly PersonalDataFinding[],
): Promise<void> {
  const { organizationId, by } = actor
  const at = deps.machineClock.now()
  const kept = findings.slice(0, FINDINGS_MAX)
  const kinds = [...new Set(kept.map(({ looksLike }) => looksLike))].join(', ')
  await deps.db.transaction(async (tx) => {
    if (deps.isSuspendedOnViolation) {
      const reason = `Personal data was sent in a field that must not contain any (${kinds})`
      await suspendUnlessSuspended(tx, deps, actor, { reason: reason.slice(0, REASON_LENGTH_MAX) })
    }
    const violations = kept.map((finding) => ({
      ...finding,
      organizationId,
      violationId: newId(),
      at,
      actor: by,
    }))
    await writeTogether(tx, [
      violationsWrite(violations),
      ...auditWrites({
        organizationId,
        at,
        actor: by,
        action: 'personal-data.refused',
        subject: `organization:${organizationId}`,
        details: {
          findings: findings.length,
          fields: kept.map(({ field }) => field).join(' '),
          looksLike: kinds,
        },
      }),
    ])
  })
}
