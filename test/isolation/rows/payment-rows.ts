import type { App } from '../../support/apps/app.ts'
import { anInvoiceBody } from '../../support/data/invoices.ts'
import { aCard, payAs, paymentDeps } from '../../support/data/payments.ts'
import { ndjson } from '../../support/http/ingest-client.ts'
import { sendAs } from '../../support/http/send-request.ts'
import { KEY_TABLES } from '../content-hashes.ts'
import type { Party } from '../parties.ts'
import type { Row, Thing } from '../row.ts'

const INVOICES = '/payments/v1/invoices'
const PAYMENTS = '/payments/v1/payments'
const TOKENS = '/payments/v1/tokens'
const REVIEWS = '/payments/v1/reviews'

/** A published invoice. */
async function published(app: App, party: Party, count: number, letter = 'P'): Promise<string> {
  const body = anInvoiceBody({
    customerInformation: { name: party.word, merchantCustomerId: party.word },
    invoiceInformation: {
      invoiceNumber: `${party.word}-${letter}${count}`,
      deliveryMode: 'none',
      sendImmediately: true,
    },
    orderInformation: { amountDetails: { totalAmount: '100', currency: party.currency } },
  })
  const answer = await sendAs(app.port, party, { method: 'POST', path: '/invoicing/v2/invoices', body })
  if (answer.status >= 300) throw new Error(answer.text)
  return answer.body.id
}

/** The invoice that each token may pay. */
const invoiceOfToken = new Map<string, string>()

/** A token, and an invoice of its own that it may pay. */
async function tokenMade(app: App, party: Party, count: number): Promise<string> {
  const invoiceId = await published(app, party, count, 'C')
  const id = await storable.make(app, party, count)
  const answer = await sendAs(app.port, party, { method: 'POST', path: `/payments/v1/transactions/${id}/token` })
  if (answer.status >= 300) throw new Error(answer.text)
  invoiceOfToken.set(answer.body.id, invoiceId)
  return answer.body.id
}

async function paid(app: App, party: Party, count: number, given: Parameters<typeof payAs>[3] = {}): Promise<string> {
  const invoiceNumber = await published(app, party, count)
  const { paymentId } = await payAs(paymentDeps(app), invoiceNumber, '100', {
    organizationId: party.organizationId,
    amount: { minor: 100_00n, currency: party.currency },
    canReview: true,
    ...given,
  })
  return paymentId
}

const UNKNOWN = '9'.repeat(22)
const invoice: Thing = { make: published, unknownId: 'UNKNOWN-1', owners: 'merchants' }
const payment: Thing = { make: paid, unknownId: UNKNOWN, owners: 'merchants' }
const storable: Thing = {
  make: (app, party, count) => {
    const customer = { merchantCustomerId: party.word }
    const consent = { at: '2026-03-09T10:00:00Z', wording: party.word, language: 'en-US', customer }
    return paid(app, party, count, { payer: { consent } })
  },
  unknownId: UNKNOWN,
  owners: 'merchants',
}
const token: Thing = {
  make: tokenMade,
  unknownId: '3b9d1c52-7f4e-4f0e-9a52-0d6a8e1b7c11',
  owners: 'merchants',
}
export const review: Thing = {
  make: (app, party, count) => paid(app, party, count, { source: aCard('4000000000009235') }),
  unknownId: UNKNOWN,
  owners: 'merchants',
}
const external: Thing = {
  make: async (app, party, count) => {
    const id = await published(app, party, count)
    const body = { amount: 1, date: '2026-03-01', method: 'cash', note: party.word }
    const path = `${INVOICES}/${id}/external-payments`
    const answer = await sendAs(app.port, party, { method: 'POST', path, body })
    return answer.body.id
  },
  unknownId: UNKNOWN,
  owners: 'merchants',
}

const savedSearch: Thing = {
  make: async (app, party) => {
    const body = { query: 'id:1', save: true, name: party.word }
    return (await sendAs(app.port, party, { method: 'POST', path: '/tss/v2/searches', body })).body.searchId
  },
  unknownId: '6d9cb5b6-0e97-4d03-8053-7cb8d30af52e',
  owners: 'all',
}
/** A record that was uploaded; it is a transaction of its own. */
export const storedTransaction: Thing = {
  make: async (app, party, count) => {
    const recordId = `${party.word}-T${count}`
    const fields = { 'BillTo.City': party.word }
    const body = ndjson({ merchantId: party.organizationId, recordId, occurredAt: `${party.day}T00:00:00Z`, fields })
    const headers = { 'content-type': 'application/x-ndjson' }
    await sendAs(app.port, party, { method: 'POST', path: '/ingest/v1/records/transaction', headers, body })
    return recordId
  },
  unknownId: 'UNKNOWN-T',
  owners: 'merchants',
}

const decision = (name: string): Row => ({
  route: `POST ${REVIEWS}/:id/${name}`,
  scope: 'reviews',
  reach: 'merchant',
  thing: review,
  ask: ({ id }) => ({ path: `${REVIEWS}/${id}/${name}`, body: {} }),
})

/** A refund as client SDKs request it. */
const ptsRefund = (subject: 'payments' | 'captures'): Row => ({
  route: `POST /pts/v2/${subject}/:id/refunds`,
  scope: 'payments',
  reach: 'merchant',
  thing: payment,
  ask: ({ id, party }) => ({
    path: `/pts/v2/${subject}/${id}/refunds`,
    body: {
      clientReferenceInformation: { code: party.word },
      orderInformation: { amountDetails: { totalAmount: '1', currency: party.currency } },
    },
  }),
  answers: 201,
})

export const PAYMENT_ROWS: readonly Row[] = [
  {
    route: `GET ${INVOICES}/:id/payments`,
    scope: 'payments:read',
    reach: 'merchant',
    thing: invoice,
    ask: ({ id }) => ({ path: `${INVOICES}/${id}/payments` }),
    showsNothing: true,
  },
  {
    route: `POST ${INVOICES}/:id/external-payments`,
    scope: 'payments',
    reach: 'merchant',
    thing: invoice,
    ask: ({ id, party }) => ({
      path: `${INVOICES}/${id}/external-payments`,
      body: { amount: 1, date: '2026-03-01', method: 'cash', note: party.word },
    }),
    answers: 201,
  },
  {
    route: `POST ${INVOICES}/:id/preview`,
    scope: 'invoices',
    reach: 'merchant',
    thing: invoice,
    ask: ({ id }) => ({ path: `${INVOICES}/${id}/preview` }),
    answers: 201,
    showsNothing: true,
  },
  {
    route: `GET ${PAYMENTS}/:transactionId/receipt`,
    scope: 'payments:read',
    reach: 'merchant',
    thing: payment,
    ask: ({ id }) => ({ path: `${PAYMENTS}/${id}/receipt` }),
    // Its text is compressed.
    showsNothing: true,
  },
  {
    route: `POST ${PAYMENTS}/:transactionId/refunds`,
    scope: 'payments',
    reach: 'merchant',
    thing: payment,
    ask: ({ id, party }) => ({ path: `${PAYMENTS}/${id}/refunds`, body: { reason: party.word } }),
    answers: 201,
  },
  ptsRefund('payments'),
  ptsRefund('captures'),
  {
    route: 'POST /payments/v1/transactions/:id/token',
    scope: 'payments',
    reach: 'merchant',
    thing: storable,
    ask: ({ id }) => ({ path: `/payments/v1/transactions/${id}/token` }),
    answers: 201,
  },
  {
    route: `POST ${TOKENS}/:token/charges`,
    scope: 'payments',
    reach: 'merchant',
    thing: token,
    ask: ({ id, count }) => ({
      path: `${TOKENS}/${id}/charges`,
      headers: { 'idempotency-key': `charge ${count}` },
      body: { invoiceId: invoiceOfToken.get(id) ?? invoice.unknownId },
    }),
    answers: 201,
    refusalTables: KEY_TABLES,
  },
  { route: `GET ${TOKENS}`, scope: 'payments:read', reach: 'merchant', ask: () => ({ path: TOKENS }) },
  {
    route: `GET ${TOKENS}/:token`,
    scope: 'payments:read',
    reach: 'merchant',
    thing: token,
    ask: ({ id }) => ({ path: `${TOKENS}/${id}` }),
  },
  {
    route: `DELETE ${TOKENS}/:token`,
    scope: 'payments',
    reach: 'merchant',
    thing: token,
    ask: ({ id }) => ({ path: `${TOKENS}/${id}` }),
  },
  {
    route: `POST ${PAYMENTS}/:transactionId/reversal`,
    scope: 'payments',
    reach: 'merchant',
    thing: external,
    ask: ({ id, party }) => ({ path: `${PAYMENTS}/${id}/reversal`, body: { reason: party.word } }),
    answers: 201,
  },
  {
    route: `GET ${REVIEWS}`,
    scope: 'reviews',
    reach: 'merchant',
    ask: () => ({ path: REVIEWS }),
    showsNothing: true,
  },
  {
    route: 'POST /tss/v2/searches',
    scope: 'payments:read',
    reach: 'below',
    ask: () => ({ path: '/tss/v2/searches', body: { query: 'id:1' } }),
    answers: 201,
    showsNothing: true,
    isAllowedWhenSuspended: true,
  },
  {
    route: 'GET /tss/v2/searches/:searchId',
    scope: 'payments:read',
    reach: 'own',
    thing: savedSearch,
    ask: ({ id }) => ({ path: `/tss/v2/searches/${id}` }),
    showsNothing: true,
  },
  {
    route: 'GET /tss/v2/transactions/:id',
    scope: 'payments:read',
    reach: 'below',
    thing: storedTransaction,
    ask: ({ id }) => ({ path: `/tss/v2/transactions/${id}` }),
  },
  decision('accept'),
  decision('reject'),
]
