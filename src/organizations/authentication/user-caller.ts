import { AppError } from '../../kernel/errors.ts'
import type { FindOrganization } from '../lookups/organization-lookups.ts'
import type { ActiveMembership, SignedIn } from '../sessions/signed-in.ts'
import type { Organization } from '../tree/organization.ts'
import { unknownOrganization } from '../tree/organization-store.ts'
import { membershipFor } from '../users/membership.ts'
import type { UserCaller } from './caller.ts'

/**
 * A person as the caller of a request that names an organization, or none. The membership that counts is the one of that
 * organization or of the nearest one above it.
 */
export async function findUserCaller(
  find: FindOrganization,
  signedIn: SignedIn,
  requested: string | undefined,
): Promise<UserCaller> {
  const acting = await findActing(find, signedIn, requested ?? onlyOrganizationOf(signedIn))
  return { ...signedIn, kind: 'user', scheme: 'session', ...acting, transacting: acting.owner }
}

type Acting = Pick<UserCaller, 'membership' | 'owner' | 'actingFor'>

/** As what a person acts for an organization; refuses one that the person has nothing to do with. */
export async function findActing(
  find: FindOrganization,
  { person, memberships }: Pick<SignedIn, 'person' | 'memberships'>,
  requested: string,
): Promise<Acting> {
  const { membership, actingFor } = await membershipIn(find, memberships, requested)
  const { organizationId } = membership
  const owner = organizationId === actingFor.organizationId ? actingFor : await find(organizationId)
  if (owner === undefined) throw unknownOrganization(organizationId)
  if (!person.hasCodes && [owner, actingFor].some(({ requiresCodes }) => requiresCodes)) {
    throw new AppError('forbidden', 'CODES_REQUIRED', 'This organization requires one-time codes: set them up first.')
  }
  return { membership, owner, actingFor }
}

async function membershipIn(
  find: FindOrganization,
  memberships: SignedIn['memberships'],
  organizationId: string,
): Promise<{ readonly membership: ActiveMembership; readonly actingFor: Organization }> {
  const actingFor = await find(organizationId)
  const membership = actingFor === undefined ? undefined : membershipFor(memberships, actingFor)
  if (actingFor === undefined || membership === undefined) throw organizationNotFound()
  return { membership, actingFor }
}

function onlyOrganizationOf({ memberships }: SignedIn): string {
  const [only, ...others] = memberships
  if (only === undefined) {
    throw new AppError('forbidden', 'NO_MEMBERSHIP', 'You are not a user of any organization.')
  }
  if (others.length > 0) throw invalidOrganizationId('must name one of your organizations, since you have several')
  return only.organizationId
}

/** The same for unknown and foreign ids, so that nothing is revealed about other organizations. */
export function organizationNotFound(): AppError {
  return new AppError('not-found', 'NOT_FOUND', 'The organization does not exist.', [
    { field: 'organizationId', reason: 'NOT_FOUND' },
  ])
}

export function invalidOrganizationId(sentence: string): AppError {
  return new AppError('invalid', 'INVALID_DATA', `organizationId ${sentence}.`, [
    { field: 'organizationId', reason: 'INVALID_DATA' },
  ])
}
