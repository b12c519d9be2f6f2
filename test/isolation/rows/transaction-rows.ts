import type { Row } from '../row.ts'
import { review, storedTransaction } from './payment-rows.ts'

const LIST = '/portal/v1/transaction-list'
const QUEUE = '/portal/v1/review-queue'
const CLAIMS = '/portal/v1/review-claims'
const reading = { scope: 'payments:read', reach: 'below' } as const
const queue = { scope: 'payments:read', reach: 'merchant' } as const
const deciding = { scope: 'reviews', reach: 'merchant', people: 'for', thing: review } as const

export const TRANSACTION_ROWS: readonly Row[] = [
  // A transaction of the matrix has no field that the list shows.
  { ...{ route: `GET ${LIST}`, ...reading }, ask: () => ({ path: LIST }), showsNothing: true },
  { ...{ route: `GET ${LIST}/sums`, ...reading }, ask: () => ({ path: `${LIST}/sums` }), showsNothing: true },
  {
    ...{ route: `GET ${LIST}/csv`, ...reading, showsNothing: true, showsAnyDay: true },
    ask: () => ({ path: `${LIST}/csv` }),
  },
  {
    ...{ route: 'GET /portal/v1/transactions/:id', ...reading, thing: storedTransaction },
    ask: ({ id }) => ({ path: `/portal/v1/transactions/${id}` }),
  },
  { ...{ route: `GET ${QUEUE}`, ...queue }, ask: () => ({ path: QUEUE }), showsNothing: true },
  { ...{ route: `GET ${QUEUE}/:id`, ...queue, thing: review }, ask: ({ id }) => ({ path: `${QUEUE}/${id}` }) },
  {
    ...{ route: `GET ${CLAIMS}`, ...queue, people: 'for' },
    ask: () => ({ path: CLAIMS }),
    showsNothing: true,
  },
  {
    ...{ route: `PUT ${CLAIMS}/:paymentId`, ...deciding },
    ask: ({ id }) => ({ path: `${CLAIMS}/${id}`, body: { takesOver: true } }),
    showsNothing: true,
  },
  {
    // Nobody has it, whosever it is.
    ...{ route: `DELETE ${CLAIMS}/:paymentId`, scope: 'reviews', reach: 'merchant', people: 'for' },
    ...{ answers: 204, hasNoAudit: true, showsNothing: true },
    ask: () => ({ path: `${CLAIMS}/${review.unknownId}` }),
  },
]
