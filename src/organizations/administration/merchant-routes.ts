import type { FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import type { Clock } from '../../platform/clock/clock.ts'
import { failureWhen } from '../../platform/http/errors/failure-contract.ts'
import { OnceHeaders } from '../../platform/http/idempotency/once-headers.ts'
import { respondOnce } from '../../platform/http/idempotency/respond-once.ts'
import type { RoutePlugin } from '../../platform/http/server/create-http-app.ts'
import type { Database, Db } from '../../platform/postgres/database.ts'
import { ActingFor } from '../http/contract.ts'
import { summaryOf } from '../http/present-organization.ts'
import { actorOf } from '../http/request-context.ts'
import { searchOrganizations } from '../tree/organization-store.ts'
import { searchWords } from '../tree/search-words.ts'
import { countOwners } from '../users/membership-store.ts'
import { CreatedMerchant, MerchantList, MerchantListQuery, MerchantRequest } from './contract.ts'
import { createMerchant } from './create-merchant.ts'

export type MerchantRoutesDeps = { readonly database: Database; readonly clock: Clock; readonly machineClock: Clock }

const MERCHANTS = '/organizations/v1/merchants'
const config = { scope: 'organization', isForPeople: true } as const
const tags = ['Organizations']

/** The organizations below one, and new ones. */
export function merchantRoutes({ database, ...clocks }: MerchantRoutesDeps): RoutePlugin {
  return async (app) => {
    app.get<{ Querystring: Static<typeof MerchantListQuery> }>(
      MERCHANTS,
      {
        config: { ...config, isList: true },
        schema: {
          operationId: 'getMerchants',
          summary: 'List and search the organizations below',
          tags,
          querystring: MerchantListQuery,
          response: { 200: MerchantList },
        },
      },
      async (request) => findMerchants(database.db, request),
    )
    app.post<{ Body: Static<typeof MerchantRequest> }>(
      MERCHANTS,
      {
        config: {
          ...config,
          needsConfirmation: true,
          documentedHeaders: OnceHeaders,
          documentedResponses: {
            403: failureWhen('Your role does not include it, or confirm your password first.'),
            409: failureWhen('DUPLICATE: the id is taken. NO_PARENT: it is a merchant.'),
          },
        },
        schema: {
          operationId: 'createMerchant',
          summary: 'Create an organization below yours',
          description: 'It has neither keys nor users. Invite its owner, who creates the keys.',
          tags,
          querystring: ActingFor,
          body: MerchantRequest,
          response: { 201: CreatedMerchant },
        },
      },
      async (request, reply) => {
        const { merchantId, name, timeZone, type = 'merchant' } = request.body
        return respondOnce(reply, {
          database,
          act: (db) => createMerchant({ ...clocks, db }, actorOf(request), { merchantId, name, timeZone, type }),
          present: (merchant) => ({ status: 201, body: summaryOf(merchant) }),
        })
      },
    )
  }
}

type Asked = Pick<FastifyRequest, 'organization'> & { readonly query: Static<typeof MerchantListQuery> }

async function findMerchants(db: Db, { organization, query }: Asked): Promise<Static<typeof MerchantList>> {
  const { search = '', type, offset = 0, limit = 50 } = query
  const { organizationId } = organization
  const chosen = { tops: [organizationId], except: organizationId, type, words: searchWords(search), offset, limit }
  const { organizations, total } = await searchOrganizations(db, chosen)
  const ids = organizations.map((found) => found.organizationId)
  const counts = await countOwners(db, ids)
  const merchants = organizations.map((found) => ({
    ...summaryOf(found),
    ...(counts.get(found.organizationId) ?? { owners: 0, invitedOwners: 0 }),
  }))
  return { merchants, total }
}
