import type { Actor } from '../../kernel/actor.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Transactions } from '../../platform/postgres/database.ts'
import { applyOrganizationChange, type OrganizationChange } from './apply-organization-change.ts'
import { changed, type Organization, type OrganizationChanges, resumed, suspended } from './organization.ts'

type Deps = {
  readonly db: Transactions
  readonly clock: Clock
  readonly machineClock: Clock
}

/** Changes name, time zone, contact or fraud management; what is left out stays. */
export async function updateOrganization(
  deps: Deps,
  actor: Actor,
  changes: OrganizationChanges,
): Promise<Organization> {
  return change(deps, actor, {
    action: 'organization.updated',
    details: { fields: Object.keys(changes).join(' ') },
    decide: (before, moment) => changed(before, changes, moment),
  })
}

export async function suspendOrganization(
  deps: Deps,
  actor: Actor,
  { reason }: { readonly reason: string | undefined },
): Promise<Organization> {
  return change(deps, actor, {
    action: 'organization.suspended',
    details: reason === undefined ? {} : { reason },
    decide: (before, { at }) => suspended(before, { at, reason }),
  })
}

export async function resumeOrganization(deps: Deps, actor: Actor): Promise<Organization> {
  return change(deps, actor, { action: 'organization.resumed', details: {}, decide: resumed })
}

async function change({ db, ...clocks }: Deps, actor: Actor, input: OrganizationChange): Promise<Organization> {
  return db.transaction((tx) => applyOrganizationChange(tx, clocks, actor, input))
}
