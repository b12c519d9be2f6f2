import type { Actor } from '../../kernel/actor.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { applyOrganizationChange } from './apply-organization-change.ts'
import { type Organization, suspended } from './organization.ts'

/** Suspends an organization in the caller's transaction; if it is already suspended, it keeps its reason. */
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
