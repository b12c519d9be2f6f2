import type { Static } from 'typebox'
import type { RoutePlugin } from '../../platform/http/server/create-http-app.ts'
import type { Db } from '../../platform/postgres/database.ts'
import type { Caller } from '../authentication/authenticator.ts'
import type { Organization } from '../tree/organization.ts'
import { listOrganizations } from '../tree/organization-store.ts'
import { ActingFor, Me, type OrganizationSummary } from './contract.ts'

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
        const below = caller.owner.organizationId
        const page = await listOrganizations(db, { below, limit: ORGANIZATIONS_MAX })
        return {
          organization: summaryOf(caller.owner),
          actingFor: summaryOf(organization),
          organizations: page.organizations.map(summaryOf),
          totalOrganizations: page.total,
          authentication: authenticationOf(caller),
        }
      },
    )
  }
}

function summaryOf(organization: Organization): Static<typeof OrganizationSummary> {
  const { organizationId, name, type, parentId = null, timeZone, suspendedBy } = organization
  const status = suspendedBy === undefined ? 'ACTIVE' : 'SUSPENDED'
  return { organizationId, name, type, parentId, timeZone, status }
}

function authenticationOf({ scheme, credential }: Caller): Static<typeof Me>['authentication'] {
  const { keyId, type, label, scopes, expiresAt } = credential
  return {
    scheme,
    keyId,
    keyType: type,
    label,
    scopes: [...scopes],
    expiresAt: expiresAt?.toString() ?? null,
  }
}
