import { invoiceCare, REFUSALS, refuseNonMerchant } from '../../invoicing/index.ts'
import { AppError } from '../../kernel/errors.ts'
import { exactNumber } from '../../kernel/exact-number.ts'
import { writtenInstant } from '../../kernel/time/time-text.ts'
import { ActingFor } from '../../organizations/index.ts'
import type { Engine } from '../../platform/engine/engine.ts'
import type { RoutePlugin } from '../../platform/http/server/create-http-app.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { findPayment } from '../attempts/payment-store.ts'
import { ReviewId } from '../http/contract.ts'
import { type PaymentWithAttempts, presentPayment } from '../http/present-payment.ts'
import { withAttempts } from '../http/with-attempts.ts'
import { type Attempt, isOpen } from '../model/attempt.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { countReviews } from '../reviews/review-store.ts'
import { presentLifeEntry } from '../transaction-life/present-life-entry.ts'
import { listedMerchants } from '../transaction-list/listed-merchants.ts'
import { presentListed, presentTransactionSums } from '../transaction-list/present-list.ts'
import { ReviewFactsContract, ReviewQueueContract } from './contract.ts'
import { loadEarlier } from './load-facts.ts'
import { listQueue } from './queue-store.ts'

const PATH = '/portal/v1/review-queue'
/** Nobody decides on more in a day; the rest moves up. */
const QUEUE_MAX = 200
const scope = 'payments:read'
const tags = ['Portal']

const LIST = {
  config: { scope, documentedResponses: { 200: ReviewQueueContract, ...REFUSALS } },
  schema: {
    operationId: 'getReviewQueue',
    summary: 'List what waits for review',
    description: `The ${QUEUE_MAX} most urgent payments under review. They are decided on by /payments/v1/reviews.`,
    tags,
    querystring: ActingFor,
  },
} as const
const GET = {
  config: { scope, isList: true, documentedResponses: { 200: ReviewFactsContract, ...REFUSALS } },
  schema: {
    operationId: 'getReviewFacts',
    summary: 'Read what a reviewer needs',
    description: 'A payment under review with its checks, and earlier payments and disputes of the same payer.',
    tags,
    querystring: ActingFor,
    params: ReviewId,
  },
} as const

type Deps = Pick<PaymentDeps, 'database' | 'clock'> & { readonly engine: Engine }

/** The queue of reviews and its facts, for everyone who may see payments. */
export function reviewDeskRoutes(deps: Deps): RoutePlugin {
  const { clock, engine } = deps
  const { db } = deps.database
  return async (app) => {
    app.get(PATH, LIST, async (request) => {
      refuseNonMerchant(request)
      const { organizationId } = request.organization
      const reviews = await withAttempts(db, await listQueue(db, organizationId, { limit: QUEUE_MAX }))
      return {
        submitTimeUtc: writtenInstant(clock.now()),
        totalReviews: await countReviews(db, organizationId),
        reviews: await presentQueue(db, organizationId, reviews),
      }
    })
    app.get(`${PATH}/:id`, GET, async (request) => {
      refuseNonMerchant(request)
      const { organization, params } = request
      const { organizationId } = organization
      const found = await findPayment(db, { organizationId, paymentId: params.id })
      const [review] = found?.status === 'REVIEW' ? await withAttempts(db, [found]) : []
      if (review === undefined) throw new AppError('not-found', 'NOT_FOUND', 'No such payment is under review.')
      await listedMerchants(deps, organization)
      const [queued] = await presentQueue(db, organizationId, [review])
      const email = queued?.customer.email
      const earlier = await loadEarlier(engine, { merchantId: organizationId, email, exceptId: params.id })
      return {
        submitTimeUtc: writtenInstant(clock.now()),
        review: queued,
        payment: presentPayment(review),
        ...presentFacts(chargeOf(review)),
        earlier: {
          ...presentTransactionSums(earlier.sums),
          transactions: earlier.transactions.map(presentListed),
          disputes: earlier.disputes.map(presentLifeEntry),
        },
      }
    })
  }
}

function chargeOf({ attempts }: PaymentWithAttempts): Attempt | undefined {
  return attempts.find(({ kind }) => kind === 'charge')
}

async function presentQueue(db: Db, organizationId: string, reviews: readonly PaymentWithAttempts[]) {
  const invoiceNumbers = [...new Set(reviews.map(({ payment }) => payment.invoiceNumber))]
  const places = invoiceNumbers.map((invoiceNumber) => ({ organizationId, invoiceNumber }))
  const invoices = await invoiceCare.findNamedInvoices(db, places)
  const customers = new Map(invoices.map((invoice) => [invoice.invoiceNumber, invoice]))
  return reviews.map((review) => presentQueued(review, customers.get(review.payment.invoiceNumber)))
}

type Customer = { readonly customerName?: string | undefined; readonly customerEmail?: string | undefined }

function presentQueued(review: PaymentWithAttempts, customer: Customer | undefined) {
  const { payment, attempts } = review
  const { paymentId, invoiceNumber, amount, receivedAt, decideBy, method } = payment
  const charge = chargeOf(review)
  const { scheme, suffix } = charge?.facts?.account ?? {}
  return {
    ...{ id: paymentId, invoiceId: invoiceNumber, amount: exactNumber(amount), currency: amount.currency },
    submitTimeUtc: writtenInstant(receivedAt),
    decideBy: decideBy && writtenInstant(decideBy),
    customer: {
      name: charge?.payer.name ?? customer?.customerName,
      email: charge?.payer.email ?? customer?.customerEmail,
    },
    ...{ method, account: { scheme, suffix } },
    isDeciding: attempts.some((attempt) => attempt.kind !== 'charge' && isOpen(attempt)),
  }
}

function presentFacts(charge: Attempt | undefined) {
  const { account, addressCheck, securityCodeCheck, authentication, risk } = charge?.facts ?? {}
  const { scheme, suffix, bin, expirationMonth, expirationYear } = account ?? {}
  return {
    account: { scheme, suffix, bin, expirationMonth, expirationYear },
    checks: { address: addressCheck, securityCode: securityCodeCheck, authentication: authentication?.result },
    risk: { cardCountry: risk?.cardCountry, network: risk?.network, rules: risk?.rules ?? [] },
  }
}
