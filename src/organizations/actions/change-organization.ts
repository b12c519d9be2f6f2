import type { Clock } from '../../platform/clock.ts'
import type { Transactions } from '../../platform/postgres/database.ts'
import { recordAudit } from '../audit-store.ts'
import type { Actor } from '../domain/actor.ts'
import {
  changed,
  type Organization,
  type OrganizationChanges,
  resumed,
  suspended,
} from '../domain/organization.ts'
import { lockOrganization, saveOrganization } from '../organization-store.ts'

type Deps = {
  readonly db: Transactions
  readonly clock: Clock
  readonly machineClock: Clock
}

type Change = {
  readonly action: string
  readonly details: Readonly<Record<string, string>>
  readonly decide: (before: Organization, moment: { at: Temporal.Instant }) => Organization
}

/** Name, time zone, contact, fraud management. What is left out stays. */
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

async function change(
  { db, clock, machineClock }: Deps,
  { organizationId, by }: Actor,
  { action, details, decide }: Change,
): Promise<Organization> {
  return db.transaction(async (tx) => {
    const before = await lockOrganization(tx, organizationId)
    const after = decide(before, { at: clock.now() })
    await saveOrganization(tx, after)
    await recordAudit(tx, {
      organizationId,
      at: machineClock.now(),
      actor: by,
      action,
      subject: `organization:${organizationId}`,
      details,
    })
    return after
  })
}
