import type { Actor } from '../../kernel/actor.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Transactions, Tx } from '../../platform/postgres/database.ts'
import { recordAudit } from '../audit/audit-store.ts'
import { changed, type Organization, type OrganizationChanges, resumed, suspended } from './organization.ts'
import { lockOrganization, saveOrganization } from './organization-store.ts'

type Clocks = { readonly clock: Clock; readonly machineClock: Clock }
type Deps = Clocks & { readonly db: Transactions }

type OrganizationChange = {
  readonly action: string
  readonly details: Readonly<Record<string, string>>
  /** Nothing is written if it returns its argument. */
  readonly decide: (before: Organization, moment: { at: Temporal.Instant }) => Organization
}

/** Changes name, time zone, contact, fraud management or validation; omitted fields stay unchanged. */
export async function updateOrganization(
  deps: Deps,
  actor: Actor,
  changes: OrganizationChanges,
): Promise<Organization> {
  const details = { fields: Object.keys(changes).join(' ') }
  const decide: OrganizationChange['decide'] = (before, moment) => changed(before, changes, moment)
  return deps.db.transaction((tx) => change(tx, deps, actor, { action: 'organization.updated', details, decide }))
}

export async function suspendOrganization(
  deps: Deps,
  actor: Actor,
  { reason }: { readonly reason: string | undefined },
): Promise<Organization> {
  return deps.db.transaction((tx) => change(tx, deps, actor, suspension(reason)))
}

/** Suspends an organization in the caller's transaction; if it is already suspended, it keeps its reason. */
export async function suspendUnlessSuspended(
  tx: Tx,
  deps: Clocks,
  actor: Actor,
  { reason }: { readonly reason: string },
): Promise<Organization> {
  const { decide, ...entry } = suspension(reason)
  return change(tx, deps, actor, {
    ...entry,
    decide: (before, moment) => (before.status === 'SUSPENDED' ? before : decide(before, moment)),
  })
}

function suspension(reason: string | undefined): OrganizationChange {
  return {
    action: 'organization.suspended',
    details: reason === undefined ? {} : { reason },
    decide: (before, { at }) => suspended(before, { at, reason }),
  }
}

export async function resumeOrganization(deps: Deps, actor: Actor): Promise<Organization> {
  const resumption = { action: 'organization.resumed', details: {}, decide: resumed }
  return deps.db.transaction((tx) => change(tx, deps, actor, resumption))
}

/** Changes an organization, with an audit entry. */
async function change(
  tx: Tx,
  { clock, machineClock }: Clocks,
  { organizationId, by }: Actor,
  { action, details, decide }: OrganizationChange,
): Promise<Organization> {
  const before = await lockOrganization(tx, organizationId)
  const after = decide(before, { at: clock.now() })
  if (after === before) return before
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
}
