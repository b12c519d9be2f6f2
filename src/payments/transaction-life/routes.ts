import { REFUSALS } from '../../invoicing/index.ts'
import { AppError } from '../../kernel/errors.ts'
import { ActingFor } from '../../organizations/index.ts'
import type { Engine } from '../../platform/engine/engine.ts'
import type { RoutePlugin } from '../../platform/http/server/create-http-app.ts'
import { presentPayment } from '../http/present-payment.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { TransactionIdContract } from '../search/contract.ts'
import { presentDetails } from '../search/present-transaction.ts'
import { findTransaction } from '../search/run-search.ts'
import { presentToken } from '../tokens/present-token.ts'
import { describeTransactions } from '../transaction-list/list-page-store.ts'
import { listedMerchants } from '../transaction-list/listed-merchants.ts'
import { presentListed } from '../transaction-list/present-list.ts'
import { TransactionDetailContract } from './contract.ts'
import { lifeOf } from './life.ts'
import { findRelatedRequests, loadLife } from './life-store.ts'
import { loadOwnTransaction, type OwnTransaction } from './load-transaction.ts'
import { presentLifeEntry } from './present-life-entry.ts'

type Deps = Pick<PaymentDeps, 'database' | 'clock' | 'processors'> & { readonly engine: Engine }

const GET = {
  config: {
    scope: 'payments:read',
    isList: true,
    documentedResponses: { 200: TransactionDetailContract, ...REFUSALS },
  },
  schema: {
    operationId: 'getTransactionLife',
    summary: 'Read the life of a transaction',
    description:
      'A transaction with everything that happened to it, its invoice, payer authentication, refunds, disputes and token.',
    tags: ['Portal'],
    querystring: ActingFor,
    params: TransactionIdContract,
  },
} as const

export function transactionLifeRoutes(deps: Deps): RoutePlugin {
  const { engine, clock } = deps
  return async (app) => {
    app.get('/portal/v1/transactions/:id', GET, async ({ organization, params: { id } }) => {
      const merchants = await listedMerchants(deps, organization)
      const found = await findTransaction(deps, merchants, id)
      if (found === undefined) throw new AppError('not-found', 'NOT_FOUND', 'The transaction does not exist.')
      const { merchantId } = found.records[0]
      const own = await loadOwnTransaction(deps, { organizationId: merchantId, id })
      const relatedIds = (await relatedTo(engine, { found, own })).filter((each) => each !== id)
      const keys = [id, ...relatedIds].map((each) => ({ merchantId, id: each }))
      const [records, listed] = await Promise.all([
        loadLife(engine, { merchantId, requestIds: keys.map((key) => key.id) }),
        describeTransactions(engine, keys),
      ])
      const isIt = ({ id: each }: { readonly id: string }): boolean => each === id
      return {
        transaction: listed.filter(isIt).map(presentListed)[0],
        details: presentDetails(found),
        life: lifeOf(records).map(presentLifeEntry),
        related: listed
          .filter((one) => !isIt(one))
          .toSorted((a, b) => a.occurredAtMs - b.occurredAtMs)
          .map(presentListed),
        ...presentOwn(own, clock.now()),
      }
    })
  }
}

function presentOwn({ attempt, charge, payment, token, tokenRefusal }: OwnTransaction, now: Temporal.Instant) {
  return {
    invoiceId: payment?.payment.invoiceNumber ?? attempt?.invoiceNumber ?? null,
    processor: charge?.processor ?? null,
    payment: payment === undefined ? null : presentPayment(payment),
    authentication: charge?.facts?.authentication ?? null,
    token: token === undefined ? null : presentToken(token, now),
    tokenRefusal: tokenRefusal ?? null,
  }
}

type Found = NonNullable<Awaited<ReturnType<typeof findTransaction>>>

/** The requests that belong to a transaction: by their payment, or else by the numbers of merchant and processor. */
async function relatedTo(
  engine: Engine,
  { found, own }: { readonly found: Found; readonly own: OwnTransaction },
): Promise<readonly string[]> {
  if (own.payment !== undefined) {
    const { payment, attempts } = own.payment
    const refunds = attempts.filter(({ kind }) => kind === 'refund').map(({ attemptId }) => attemptId)
    return [payment.paymentId, ...refunds]
  }
  const [main] = found.records
  const reference = main['Request.MerchantReferenceNumber']
  const processorReference = main['Request.TransactionReferenceNumber']
  if (own.attempt !== undefined || typeof reference !== 'string' || typeof processorReference !== 'string') return []
  return findRelatedRequests(engine, { merchantId: main.merchantId, reference, processorReference })
}
