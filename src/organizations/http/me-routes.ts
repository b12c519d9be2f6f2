import type { Static } from 'typebox'
import type { RoutePlugin } from '../../platform/http/server/create-http-app.ts'
import type { Db } from '../../platform/postgres/database.ts'
import type { Caller } from '../authentication/caller.ts'
import type { Organization } from '../tree/organization.ts'
import { countOrganizations, listOrganizations, type OrganizationPage } from '../tree/organization-store.ts'
import { permissionsOf } from '../users/role.ts'
import { ActingFor, Me } from './contract.ts'
import { summaryOf, suspensionReasonFor } from './present-organization.ts'

const ORGANIZATIONS_MAX = 1_000

/** Usually the first request of a new integration. */
export function meRoutes({ db }: { readonly db: Db }): RoutePlugin {
  return async (app) => {
    app.get(
      '/organizations/v1/me',
      {
        config: { scope: 'any' },
        schema: {
          operationId: 'getMe',
          summary: 'Get the caller',
          description: 'Returns who you are, which organizations you may act for and how you were authenticated.',
          tags: ['Organizations'],
          querystring: ActingFor,
          response: { 200: Me },
        },
      },
      async ({ caller, organization }) => {
        const { organizations, total } = await organizationsOf(db, caller, organization)
        return {
          organization: summaryOf(caller.owner),
          actingFor: {
            ...summaryOf(organization),
            suspensionReason: suspensionReasonFor(caller.owner, organization),
            hasFraudManagement: organization.hasFraudManagement,
          },
          organizations: organizations.map(summaryOf),
          totalOrganizations: total,
          authentication: authenticationOf(caller),
        }
      },
    )
  }
}

/** The portal asks with every page, and searches the organizations of a partner apart. */
async function organizationsOf(db: Db, { kind, owner }: Caller, organization: Organization): Promise<OrganizationPage> {
  const below = owner.organizationId
  if (kind === 'key') return listOrganizations(db, { below, limit: ORGANIZATIONS_MAX })
  const isOwn = organization.organizationId === owner.organizationId
  return { organizations: isOwn ? [owner] : [owner, organization], total: await countOrganizations(db, { below }) }
}

function authenticationOf(caller: Caller): Static<typeof Me>['authentication'] {
  if (caller.kind === 'user') {
    const { scheme, person, membership } = caller
    const { personId, email } = person
    return { scheme, personId, email, role: membership.role, permissions: [...permissionsOf(membership.role)] }
  }
  const { keyId, type, label, scopes, expiresAt } = caller.credential
  return {
    scheme: caller.scheme,
    keyId,
    keyType: type,
    label,
    scopes: [...scopes],
    expiresAt: expiresAt?.toString() ?? null,
  }
}
