// pure
import { type FieldProblem, refuseInvalid } from '../../kernel/errors.ts'
import { canActFor, type Organization } from '../tree/organization.ts'

/** A named set of merchants, for reports about them together. */
export type MerchantGroup = {
  /** The owner of the group. */
  readonly organizationId: string
  readonly groupId: string
  /** Unique among the owner's groups. */
  readonly name: string
  /** Sorted, without duplicates. */
  readonly merchantIds: readonly string[]
  readonly createdAt: Temporal.Instant
}

export type MemberChanges =
  /** Replaces all members. */
  { readonly set: readonly string[] } | { readonly add: readonly string[]; readonly remove: readonly string[] }

/** The existing organizations among the ids of a request. */
export type KnownOrganizations = ReadonlyMap<string, Pick<Organization, 'type' | 'path'>>

const NAME = /^[a-zA-Z0-9_ -]{1,80}$/
const MEMBERS_MAX = 10_000
const NAMED_MAX = 5
const THING = 'The merchant group'

export function grouped(
  input: Omit<MerchantGroup, 'createdAt'>,
  known: KnownOrganizations,
  { at }: { readonly at: Temporal.Instant },
): MerchantGroup {
  const merchantIds = inOrder(input.merchantIds)
  refuseInvalid(THING, [
    ...nameProblems(input.name),
    ...memberProblems(input.organizationId, { all: merchantIds, added: merchantIds, known }),
  ])
  return { ...input, merchantIds, createdAt: at }
}

/** Returns the same group if nothing changes. */
export function regrouped(
  before: MerchantGroup,
  { name = before.name, members }: { readonly name?: string; readonly members: MemberChanges },
  known: KnownOrganizations,
): MerchantGroup {
  const merchantIds = inOrder(membersAfter(before, members))
  const added = differenceOf(merchantIds, before.merchantIds)
  refuseInvalid(THING, [
    ...nameProblems(name),
    ...changeProblems(before, members),
    ...memberProblems(before.organizationId, { all: merchantIds, added, known }),
  ])
  const removed = differenceOf(before.merchantIds, merchantIds)
  const isSame = name === before.name && added.length === 0 && removed.length === 0
  return isSame ? before : { ...before, name, merchantIds }
}

/** The ids in the first list that are not in the second. */
export function differenceOf(some: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others)
  return some.filter((id) => !known.has(id))
}

function membersAfter(before: MerchantGroup, members: MemberChanges): readonly string[] {
  if ('set' in members) return members.set
  return differenceOf([...before.merchantIds, ...members.add], members.remove)
}

function nameProblems(name: string): readonly FieldProblem[] {
  return NAME.test(name) && name.trim() === name
    ? []
    : [{ field: 'name', reason: 'must be 1 to 80 letters, digits, -, _ and inner spaces' }]
}

function changeProblems(before: MerchantGroup, members: MemberChanges): readonly FieldProblem[] {
  if ('set' in members) return []
  const strangers = differenceOf(members.remove, before.merchantIds)
  const both = differenceOf(members.add, differenceOf(members.add, members.remove))
  return [
    ...(strangers.length === 0 ? [] : [{ field: 'remove', reason: `contains ${listed(strangers)}, not in the group` }]),
    ...(both.length === 0 ? [] : [{ field: 'add', reason: `contains ${listed(both)}, which --remove contains too` }]),
  ]
}

type Members = {
  readonly all: readonly string[]
  readonly added: readonly string[]
  readonly known: KnownOrganizations
}

/** Unknown and foreign ids give the same problem, so that nothing is revealed about other organizations. */
function memberProblems(ownerId: string, { all, added, known }: Members): readonly FieldProblem[] {
  if (all.length > MEMBERS_MAX) {
    return [{ field: 'members', reason: `must be at most ${MEMBERS_MAX} merchants` }]
  }
  const strangers = added.filter((id) => {
    const organization = known.get(id)
    return organization?.type !== 'merchant' || !canActFor(ownerId, organization)
  })
  if (strangers.length === 0) return []
  const reason = `contains ${listed(strangers)}, not a merchant of ${ownerId}`
  return [{ field: 'members', reason }]
}

function listed(ids: readonly string[]): string {
  const more = ids.length > NAMED_MAX ? ` and ${ids.length - NAMED_MAX} more` : ''
  return `${ids.slice(0, NAMED_MAX).join(', ')}${more}`
}

function inOrder(ids: readonly string[]): readonly string[] {
  return [...new Set(ids)].toSorted((a, b) => (a < b ? -1 : 1))
}
