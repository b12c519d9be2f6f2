import type { Actor } from '../../kernel/actor.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { applyOrganizationChange } from './apply-organization-change.ts'
import { type Organization, suspended } from './organization.ts'

/** Suspends in the caller's transaction; one that is suspended already keeps its reason. */
export async function suspendUnlessSuspended(
  tx: Tx,
  deps: { readonly clock: Clock; readonly machineClock: Clock },
  actor: Actor,
  { reason }: { readonly reason: string },
): Promise<Organization> {
  return applyOrganizationChange(tx, deps, actor, {
    action: 'organization.suspended',
    details: { reason },
    decide: (before, { at }) => (before.status === 'SUSPENDED' ? before : suspended(before, { at, reason })),
  })
}
