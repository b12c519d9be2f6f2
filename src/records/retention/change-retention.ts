import type { Actor } from '../../kernel/actor.ts'
import { refuseInvalid } from '../../kernel/errors.ts'
import { getOrganization, recordAudit } from '../../organizations/index.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Transactions } from '../../platform/postgres/database.ts'
import { MONTHS } from './retention.ts'
import { removeRetention, saveRetention } from './retention-store.ts'

type Deps = { readonly db: Transactions; readonly machineClock: Clock }

/** Sets the retention of the organization and all below it; undefined removes the setting. */
export async function changeRetention(
  { db, machineClock }: Deps,
  { organizationId, by }: Actor,
  { months }: { readonly months: number | undefined },
): Promise<void> {
  refuseInvalidMonths(months)
  await db.transaction(async (tx) => {
    await getOrganization(tx, organizationId)
    const at = machineClock.now()
    if (months === undefined) await removeRetention(tx, organizationId)
    else await saveRetention(tx, { organizationId, months }, { at })
    await recordAudit(tx, {
      organizationId,
      at,
      actor: by,
      action: 'retention.changed',
      subject: `organization:${organizationId}`,
      details: { months: months ?? null },
    })
  })
}

function refuseInvalidMonths(months: number | undefined): void {
  if (months === undefined || (months >= MONTHS.min && months <= MONTHS.max)) return
  const reason = `must be a number of months from ${MONTHS.min} to ${MONTHS.max}`
  refuseInvalid('The retention', [{ field: 'months', reason }])
}
