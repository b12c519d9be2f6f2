import Type from 'typebox'
import { ONCE_REFUSALS, REFUSALS, refuseNonMerchant } from '../../invoicing/index.ts'
import { pageReaders } from '../../kernel/reading/page-query.ts'
import { members, optional, valueOrThrow } from '../../kernel/reading/reading.ts'
import { given, plainText } from '../../kernel/reading/text-readers.ts'
import { ActingFor, actorOf } from '../../organizations/index.ts'
import { acceptUntypedJson } from '../../platform/http/bodies/json-body.ts'
import { OnceHeaders } from '../../platform/http/idempotency/once-headers.ts'
import { respondOnce } from '../../platform/http/idempotency/respond-once.ts'
import type { RoutePlugin } from '../../platform/http/server/create-http-app.ts'
import { linkToNext } from '../../platform/http/server/link-to-next.ts'
import { pageParameters } from '../../platform/http/server/page-contract.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { carryOut, type FollowUpEffects } from '../attempts/carry-out.ts'
import { findPayments, type Payment } from '../attempts/payment-store.ts'
import { DecisionRequest, PaymentContract, ReviewId, ReviewListContract, TEXT_LENGTH_MAX } from '../http/contract.ts'
import { presentPayment } from '../http/present-payment.ts'
import { withAttempts } from '../http/with-attempts.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { startDecision } from './decide-review.ts'
import { countReviews, listReviews, placeOf } from './review-store.ts'

const PATH = '/payments/v1/reviews'
const PAGE_MAX = 1_000
const scope = 'reviews'
const LIST = {
  config: {
    scope,
    isList: true,
    documentedQuery: Type.Object(pageParameters('payments', PAGE_MAX)),
    documentedResponses: { 200: ReviewListContract, ...REFUSALS },
  },
  schema: {
    operationId: 'getReviews',
    summary: 'List payments under review',
    description: 'Oldest first. Their invoices are PENDING until the last is decided on.',
    tags: ['Payments'],
  },
} as const

const DECISIONS = [
  {
    decision: 'accept',
    operationId: 'acceptReview',
    summary: 'Accept a payment under review',
    description: 'The payment is captured. If that fails, the review stays open and says why.',
  },
  {
    decision: 'reject',
    operationId: 'rejectReview',
    summary: 'Reject a payment under review',
    description: 'What was authorized is given back, and the invoice can be paid again.',
  },
] as const

const QUERY = members(pageReaders(PAGE_MAX))
const BODY = members({ comment: optional(given(plainText(TEXT_LENGTH_MAX))) })

export function reviewRoutes(deps: PaymentDeps, effects: FollowUpEffects): RoutePlugin {
  const { database } = deps
  const { db } = database
  return async (app) => {
    acceptUntypedJson(app)
    app.get(PATH, LIST, async (request, reply) => {
      refuseNonMerchant(request)
      const { organizationId } = request.organization
      const page = valueOrThrow(QUERY(request.query, ''))
      const reviews = await withAttempts(db, await listReviews(db, organizationId, page))
      const total = await countReviews(db, organizationId)
      reply.headers(linkToNext(request, { ...page, total }))
      return { totalReviews: total, reviews: reviews.map(presentPayment) }
    })
    for (const { decision, ...words } of DECISIONS) {
      app.post(`${PATH}/:id/${decision}`, decisionRoute(words), async (request, reply) => {
        refuseNonMerchant(request)
        const actor = actorOf(request)
        const { comment } = valueOrThrow(BODY(request.body, ''))
        return respondOnce(reply, {
          database,
          act: (act) => startDecision(deps, act, actor, { paymentId: request.params.id, decision, comment }),
          present: ({ payment }) => ({ status: 200, body: presentPayment({ payment, attempts: [], disputes: [] }) }),
          revise: async ({ payment, attempt }) => {
            await carryOut(deps, effects, actor, attempt)
            return { status: 200, body: await currentBody(db, payment) }
          },
        })
      })
    }
  }
}

function decisionRoute(words: {
  readonly operationId: string
  readonly summary: string
  readonly description: string
}) {
  return {
    config: {
      scope,
      documentedHeaders: OnceHeaders,
      documentedBody: DecisionRequest,
      isBodyOptional: true,
      documentedResponses: { 200: PaymentContract, ...ONCE_REFUSALS },
    },
    schema: { ...words, tags: ['Payments'], querystring: ActingFor, params: ReviewId },
  } as const
}

async function currentBody(db: Db, place: Payment): Promise<unknown> {
  const [payment] = await withAttempts(db, await findPayments(db, placeOf(place)))
  return payment && presentPayment(payment)
}
