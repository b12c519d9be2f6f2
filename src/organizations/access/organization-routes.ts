import { failureWhen } from '../../platform/http/errors/failure-contract.ts'
import type { RoutePlugin } from '../../platform/http/server/create-http-app.ts'
import type { Database } from '../../platform/postgres/database.ts'
import type { Caller } from '../authentication/caller.ts'
import { ActingFor } from '../http/contract.ts'
import { summaryOf } from '../http/present-organization.ts'
import { userOf } from '../http/request-context.ts'
import { searchOrganizations } from '../tree/organization-store.ts'
import { searchWords } from '../tree/search-words.ts'
import { type ChangeRulesDeps, changeSignInRules } from './change-sign-in-rules.ts'
import { OrganizationList, OrganizationListQuery, SignInRules } from './contract.ts'

export type AccessRoutesDeps = Omit<ChangeRulesDeps, 'db'> & { readonly database: Database }

const RULES = '/organizations/v1/sign-in-rules'

/** The organizations that a caller may act for, and how people sign in to one. */
export function organizationAccessRoutes({ database, ...clocks }: AccessRoutesDeps): RoutePlugin {
  return async (app) => {
    app.get(
      '/organizations/v1/organizations',
      {
        config: { scope: 'any', isList: true },
        schema: {
          operationId: 'getOrganizations',
          summary: 'List and search organizations',
          description:
            'Returns the organizations that you may act for: your own and those below, whichever the request names.',
          tags: ['Organizations'],
          querystring: OrganizationListQuery,
          response: { 200: OrganizationList },
        },
      },
      async ({ caller, query: { search = '', offset = 0, limit = 20 } }) => {
        const chosen = { tops: topsOf(caller), words: searchWords(search), offset, limit }
        const { organizations, total } = await searchOrganizations(database.db, chosen)
        return { organizations: organizations.map(summaryOf), total }
      },
    )
    app.get(
      RULES,
      {
        config: { scope: 'users' },
        schema: {
          operationId: 'getSignInRules',
          summary: 'Get how people sign in',
          tags: ['Users'],
          querystring: ActingFor,
          response: { 200: SignInRules },
        },
      },
      async ({ organization: { requiresCodes } }) => ({ requiresCodes }),
    )
    app.put(
      RULES,
      {
        config: {
          scope: 'users',
          isForPeople: true,
          needsConfirmation: true,
          documentedResponses: {
            403: failureWhen('Only an owner can do this, or the password has to be confirmed first.'),
            409: failureWhen('You have no one-time codes yourself.'),
          },
        },
        schema: {
          operationId: 'setSignInRules',
          summary: 'Change how people sign in',
          description: 'Only owners can do this, and they need one-time codes before they require them of others.',
          tags: ['Users'],
          querystring: ActingFor,
          body: SignInRules,
          response: { 200: SignInRules },
        },
      },
      async (request) => {
        const { organizationId } = request.organization
        const { requiresCodes } = request.body
        const deps = { ...clocks, db: database }
        return changeSignInRules(deps, userOf(request), { organizationId, requiresCodes })
      },
    )
  }
}

/** All memberships of a person: one who works for several chooses between them. */
function topsOf(caller: Caller): readonly string[] {
  if (caller.kind === 'key') return [caller.owner.organizationId]
  return caller.memberships.map(({ organizationId }) => organizationId)
}
