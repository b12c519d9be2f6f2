import type { AuditActor } from '../../kernel/actor.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Person } from '../../kernel/person.ts'
import {
  counted,
  type HeldData,
  heldTogether,
  NOTHING_HELD,
  type PersonalDataHolder,
  type RemainingData,
  type SoughtPerson,
} from '../../kernel/personal-data.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database, Db, Tx } from '../../platform/postgres/database.ts'
import { INSTALLATION } from '../audit/audit-entry.ts'
import { recordAudit } from '../audit/audit-store.ts'
import { AttemptLimits } from '../sign-in/attempt-limits.ts'
import { lockOrganization } from '../tree/organization-store.ts'
import { deleteMembership } from '../users/membership-store.ts'
import { deletePerson, findAccounts, findOrphaned, type SoughtAccount } from './account-erasure-store.ts'

type Deps = {
  readonly db: Pick<Database, 'db' | 'transaction' | 'pool'>
  readonly machineClock: Clock
  /** Whether an organization may be left without an owner. */
  readonly mayOrphan: boolean
}

/**
 * Holds the people who sign in. Their access to the organizations of the request ends; a person who is a user of no other one
 * is removed with address, name, password, codes, sessions and links. Entries of the audit trail keep the person's id, which
 * then leads to nobody.
 */
export function accountsHolder(deps: Deps): PersonalDataHolder {
  const limits = new AttemptLimits({ pool: deps.db.pool })
  return {
    name: 'people who sign in',
    find: async (sought) => {
      const accounts = await findAccounts(deps.db.db, sought)
      const orphaned = deps.mayOrphan ? [] : await orphanedBy(deps.db.db, sought, accounts)
      const attempts = counted('counts of attempts', await countAttempts(limits, sought.person))
      return [...accounts.map(heldOf), attempts, refusalAhead(orphaned)].reduce(heldTogether, NOTHING_HELD)
    },
    refuse: async (sought) => {
      if (deps.mayOrphan) return
      refuseOrphaned(await orphanedBy(deps.db.db, sought, await findAccounts(deps.db.db, sought)))
    },
    erase: async (sought, by) => {
      const erased = await deps.db.transaction((tx) => eraseAccounts(tx, deps, sought, by))
      let attempts = 0
      for (const email of sought.person.emails) attempts += await limits.forgetAddress(email)
      return heldTogether(erased, counted('counts of attempts', attempts))
    },
  }
}

async function eraseAccounts(
  tx: Tx,
  { machineClock, mayOrphan }: Pick<Deps, 'machineClock' | 'mayOrphan'>,
  sought: SoughtPerson,
  by: AuditActor,
): Promise<HeldData> {
  const affected = (await findAccounts(tx, sought)).flatMap(({ inside }) => inside)
  // As changes of users do, in one order: no other request removes an owner at the same time.
  for (const organizationId of [...new Set(affected)].toSorted()) await lockOrganization(tx, organizationId)
  const accounts = await findAccounts(tx, sought)
  if (!mayOrphan) refuseOrphaned(await orphanedBy(tx, sought, accounts))
  const at = machineClock.now()
  for (const account of accounts) await eraseAccount(tx, account, { by, at })
  return accounts.map(heldOf).reduce(heldTogether, NOTHING_HELD)
}

async function eraseAccount(
  tx: Tx,
  { personId, inside, outside }: SoughtAccount,
  { by: actor, at }: { readonly by: AuditActor; readonly at: Temporal.Instant },
): Promise<void> {
  const isWhole = outside.length === 0
  const trails = inside.length === 0 && isWhole ? [INSTALLATION] : inside
  for (const organizationId of trails) {
    const entry = { organizationId, at, actor, action: 'person.erased', subject: `person:${personId}` }
    await recordAudit(tx, { ...entry, details: { isWhole } })
  }
  if (isWhole) await deletePerson(tx, personId)
  else for (const organizationId of inside) await deleteMembership(tx, { organizationId, personId })
}

async function orphanedBy(
  db: Db,
  { organizationIds }: SoughtPerson,
  accounts: readonly SoughtAccount[],
): Promise<readonly string[]> {
  return findOrphaned(db, { personIds: accounts.map(({ personId }) => personId), organizationIds })
}

/** The values that an account loses, and those that stay. */
function heldOf({ inside, outside, sessions, links }: SoughtAccount): HeldData {
  const memberships = counted('memberships', inside.length)
  if (outside.length > 0) return heldTogether(memberships, { counts: {}, remaining: [usedBy(outside)] })
  return [counted('people', 1), memberships, counted('sessions', sessions), counted('links', links), REVIEWS].reduce(
    heldTogether,
  )
}

const REVIEWS: HeldData = {
  counts: {},
  remaining: [
    {
      what: 'the address as reviewer, in records of decisions on payments',
      why: 'they are the merchant’s books, until their retention ends',
    },
  ],
}

function usedBy(organizationIds: readonly string[]): RemainingData {
  return {
    what: 'the account of a person who signs in',
    why: `it is used in ${organizationIds.join(', ')}: erase the person there too`,
  }
}

function refusalAhead(orphaned: readonly string[]): HeldData {
  if (orphaned.length === 0) return NOTHING_HELD
  return { counts: {}, remaining: [{ what: 'everything: the erasure is refused', why: lastOwnerReason(orphaned) }] }
}

function refuseOrphaned(orphaned: readonly string[]): void {
  if (orphaned.length > 0) throw new AppError('conflict', 'LAST_OWNER', `${lastOwnerReason(orphaned)}.`)
}

function lastOwnerReason(organizationIds: readonly string[]): string {
  const [first] = organizationIds
  return `the person is the last owner of ${organizationIds.join(', ')}. Make somebody else an owner first, for example with "quittance users create <email> --organization ${first} --role owner", and erase once the invitation is accepted; or erase with --leave-without-owner`
}

async function countAttempts(limits: AttemptLimits, { emails }: Person): Promise<number> {
  let count = 0
  for (const email of emails) count += await limits.countsOf(email)
  return count
}
