import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { ONCE_REFUSALS, REFUSALS, refuseNonMerchant } from '../../invoicing/index.ts'
import { fieldReader } from '../../kernel/reading/field-reader.ts'
import { members, type Reader, valueOrThrow, withDefault } from '../../kernel/reading/reading.ts'
import { writtenInstant } from '../../kernel/time/time-text.ts'
import { ActingFor, actorOf, people } from '../../organizations/index.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import { acceptUntypedJson } from '../../platform/http/bodies/json-body.ts'
import { failureWhen } from '../../platform/http/errors/failure-contract.ts'
import { OnceHeaders } from '../../platform/http/idempotency/once-headers.ts'
import { respondOnce } from '../../platform/http/idempotency/respond-once.ts'
import type { RoutePlugin } from '../../platform/http/server/create-http-app.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { claimReview, releaseReview } from './change-claims.ts'
import { CLAIM_SECONDS, type Claim } from './claim.ts'
import { listClaims } from './claim-store.ts'
import { ClaimBody, ClaimContract, ClaimListContract, ClaimName } from './contract.ts'

export type ReviewClaimDeps = { readonly database: Database; readonly machineClock: Clock }

const PATH = '/portal/v1/review-claims'
const DOCUMENTED = { tags: ['Portal'], querystring: ActingFor }
const Released = Type.Null({ description: 'The payment is nobody’s, or not yours any more.' })

const LIST = {
  config: {
    ...({ scope: 'payments:read', isForPeople: true } as const),
    documentedResponses: { 200: ClaimListContract, ...REFUSALS },
  },
  schema: { operationId: 'listReviewClaims', summary: 'See who is on which review', ...DOCUMENTED },
} as const
const CLAIM = {
  config: {
    ...({ scope: 'reviews', isForPeople: true, isBodyOptional: true } as const),
    documentedHeaders: OnceHeaders,
    documentedBody: ClaimBody,
    documentedResponses: {
      200: ClaimContract,
      ...ONCE_REFUSALS,
      409: failureWhen(
        'REVIEW_CLAIMED: somebody else is on it; or the Idempotency-Key was used for a different request.',
      ),
    },
  },
  schema: {
    operationId: 'claimReview',
    summary: 'Claim a review',
    description: `Tells others that you are on it, for ${CLAIM_SECONDS} seconds; claim it again to renew. It forbids nobody to decide.`,
    ...DOCUMENTED,
    params: ClaimName,
  },
} as const
const RELEASE = {
  config: {
    ...({ scope: 'reviews', isForPeople: true } as const),
    documentedResponses: { 204: Released, ...REFUSALS },
  },
  schema: { operationId: 'releaseReview', summary: 'Give up a review', ...DOCUMENTED, params: ClaimName },
} as const

const BODY = members({ takesOver: withDefault(fieldReader({ kind: 'boolean' }) as Reader<boolean>, false) })

/** Who is on which payment under review. */
export function reviewClaimRoutes({ database, machineClock }: ReviewClaimDeps): RoutePlugin {
  const { db: reading } = database
  return async (app) => {
    acceptUntypedJson(app)
    app.get(PATH, LIST, async (request) => {
      refuseNonMerchant(request)
      const at = machineClock.now()
      const claims = await listClaims(reading, request.organization.organizationId, { at })
      const names = await people.findNames(
        reading,
        claims.map(({ personId }) => personId),
      )
      return { claims: claims.map((claim) => presentClaim(claim, names.get(claim.personId), request)) }
    })
    app.put(`${PATH}/:paymentId`, CLAIM, async (request, reply) => {
      refuseNonMerchant(request)
      const claim = { ...valueOrThrow(BODY(request.body, '')), paymentId: request.params.paymentId }
      const { name } = people.userOf(request).person
      return respondOnce(reply, {
        database,
        act: (db) => claimReview({ db, reading, machineClock }, claimantOf(request), claim),
        present: (own) => ({ status: 200, body: presentClaim(own, name, request) }),
      })
    })
    app.delete(`${PATH}/:paymentId`, RELEASE, async (request, reply) => {
      refuseNonMerchant(request)
      await releaseReview({ db: database, machineClock }, claimantOf(request), request.params)
      return reply.code(204).send()
    })
  }
}

function claimantOf(request: FastifyRequest) {
  return { ...actorOf(request), personId: people.userOf(request).person.personId }
}

function presentClaim({ paymentId, personId, claimedAt, endsAt }: Claim, name = '', request: FastifyRequest) {
  return {
    ...{ paymentId, name, isOwn: people.userOf(request).person.personId === personId },
    claimedAt: writtenInstant(claimedAt),
    endsAt: writtenInstant(endsAt),
  }
}
