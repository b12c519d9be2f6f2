import { ARABIC_CUSTOMER, JAPANESE_CUSTOMER, LONG_CUSTOMER, LONG_WORD, PARAGRAPH } from '../../data/hostile-words.ts'
import { acts, answer, click, dialog, fill, filterForm, hold, popup, see } from './portal-acts.ts'
import type { PortalState } from './portal-state.ts'

// The network tells of the worst transactions: the service of the pictures takes no payments.

const LIST = '/o/shop/transactions'
const LISTED = '**/portal/v1/transaction-list?*'
const SUMS = '**/portal/v1/transaction-list/sums?*'
const REVIEW = '/o/shop/review'
const NOW = '2026-03-09T10:00:00Z'

const AMOUNTS = [
  [2345.67, 'EUR'],
  [7_654_321_098.76, 'USD'],
  [765_432_109_876, 'JPY'],
  [765_432_109.876, 'KWD'],
] as const
const CUSTOMERS = [
  { name: 'Tanya Lee', email: 'tanya.lee@example.com' },
  { name: LONG_CUSTOMER.name, company: LONG_CUSTOMER.company.name, email: LONG_CUSTOMER.email },
  { name: ARABIC_CUSTOMER.name, email: 'accounts@gulf.example' },
  { name: JAPANESE_CUSTOMER.name },
  { name: LONG_WORD, email: LONG_CUSTOMER.email },
  {},
] as const
const STATES = ['COMPLETED', 'REVIEW', 'DECLINED', 'REVERSED', 'AUTHORIZED'] as const

const idOf = (index: number) => `17730504000${String(10_000_000_000 + index)}`

function aTransaction(index: number) {
  const [amount, currency] = AMOUNTS[index % AMOUNTS.length] ?? AMOUNTS[0]
  const type = index % 5 === 3 ? 'REFUND' : index % 11 === 6 ? 'EXTERNAL' : 'PAYMENT'
  return {
    ...{ id: idOf(index), organizationId: 'shop', type, state: STATES[index % STATES.length] },
    submitTimeUtc: `2026-03-0${1 + (index % 8)}T10:0${index % 10}:00Z`,
    ...{ amount, currency, customer: CUSTOMERS[index % CUSTOMERS.length] },
    reference: index % 4 === 2 ? LONG_WORD : `RECHNUNG-2026-0${4_000 + index}-NRW`,
    method: type === 'EXTERNAL' ? 'bankTransfer' : index % 3 === 0 ? 'American Express' : 'Visa',
    ...(type !== 'EXTERNAL' && { lastFour: '4242' }),
    application: 'Invoicing',
  }
}

const sumsOf = (currency: string, amount: number) => ({
  ...{ currency, count: 12_345, paymentCount: 12_000, paymentAmount: amount, refundCount: 300 },
  ...{ refundAmount: amount, externalCount: 45, externalAmount: amount },
})
const sums = { count: 1_234_567, sums: AMOUNTS.map(([amount, currency]) => sumsOf(currency, amount)) }
const transactions = Array.from({ length: 40 }, (_, index) => aTransaction(index))
const filled = acts(answer(LISTED, 200, { submitTimeUtc: NOW, transactions, next: null }), answer(SUMS, 200, sums))
const nothing = acts(
  answer(LISTED, 200, { submitTimeUtc: NOW, transactions: [], next: null }),
  answer(SUMS, 200, { count: 0, sums: [] }),
)

const money = { amount: 7_654_321_098.76, currency: 'USD' }
const EVENTS = [
  ...['AUTHENTICATED', 'AUTHORIZED', 'HELD', 'ACCEPTED', 'CAPTURED', 'BATCHED', 'SETTLED', 'FEE', 'FUNDED'],
  ...['REFUNDED', 'REFUND_DECLINED', 'DISPUTED', 'DISPUTE_WON', 'EXCEPTION'],
]
const life = EVENTS.map((event, index) => ({
  ...{ at: `2026-03-${String(index + 1).padStart(2, '0')}T10:00:00Z`, event, kind: 'transaction', ...money },
  ...{
    recordId: `${index}`,
    transactionId: idOf(index % 2),
    note: index % 3 === 0 ? PARAGRAPH.slice(0, 160) : LONG_WORD,
  },
}))

const payment = {
  ...{ id: idOf(1), invoiceId: 'RECHNUNG-2026-04001-NRW', origin: 'PROCESSOR', status: 'COMPLETED', method: 'card' },
  ...{ ...money, refundedAmount: 1_234_567.89, refundableAmount: 7_653_086_530.87, submitTimeUtc: NOW },
  ...{ account: { scheme: 'Visa', suffix: '4242' }, refunds: [], disputes: [], returns: [] },
}
const token = {
  ...{ id: '3b9d1c52-7f4e-4f0e-9a52-0d6a8e1b7c11', status: 'ACTIVE', transactionId: idOf(1), method: 'card' },
  account: { scheme: 'Visa', suffix: '4242', expirationMonth: 3, expirationYear: 2031 },
  createdAt: NOW,
  consent: {
    ...{ givenAt: NOW, wording: PARAGRAPH, language: 'de-DE', ipAddress: '2001:db8:85a3:8d3:1319:8a2e:370:7348' },
    customer: { email: LONG_CUSTOMER.email, merchantCustomerId: LONG_CUSTOMER.merchantCustomerId },
  },
  lastUse: { transactionId: idOf(2), invoiceId: LONG_WORD, status: 'COMPLETED', submitTimeUtc: NOW },
}
const detail = {
  transaction: { ...aTransaction(1), type: 'PAYMENT', state: 'COMPLETED', ...money },
  details: {
    processorInformation: {
      ...{ transactionId: LONG_WORD, approvalCode: '831000', responseCode: '00', avs: { code: 'Y' } },
      cardVerification: { resultCode: 'M' },
    },
    clientReferenceInformation: { comments: PARAGRAPH },
    orderInformation: {
      billTo: {
        address1: LONG_WORD,
        locality: 'Tromsø',
        postalCode: '9008',
        country: 'NO',
        phoneNumber: '+47 555 01 234',
      },
    },
  },
  ...{ life, related: transactions.slice(2, 6), invoiceId: payment.invoiceId, processor: 'sandbox', payment, token },
  ...{ authentication: { result: 'challenged', version: '2.2.0' }, tokenRefusal: null },
}
const ofDetail = (more: object = {}) => answer('**/portal/v1/transactions/*', 200, { ...detail, ...more })

const queued = (index: number) => ({
  ...{ id: idOf(index), invoiceId: index % 2 === 0 ? LONG_WORD : `A${index}`, submitTimeUtc: '2026-03-08T22:00:00Z' },
  ...{ amount: AMOUNTS[index % 4]?.[0], currency: AMOUNTS[index % 4]?.[1], method: 'card', isDeciding: false },
  ...(index % 3 !== 2 && { decideBy: index === 0 ? '2026-03-09T18:00:00Z' : '2026-03-15T10:00:00Z' }),
  ...{ customer: CUSTOMERS[index % CUSTOMERS.length], account: { scheme: 'Visa', suffix: '9235' } },
})
const queue = {
  submitTimeUtc: NOW,
  totalReviews: 1_234,
  reviews: Array.from({ length: 8 }, (_, index) => queued(index)),
}
const facts = {
  ...{ submitTimeUtc: NOW, review: { ...queued(1), customer: CUSTOMERS[1] } },
  payment: {
    ...payment,
    status: 'REVIEW',
    payer: {
      phone: '+47 555 01 234',
      shipTo: { name: LONG_CUSTOMER.name, address1: LONG_WORD, city: 'Tromsø', zip: '9008', country: 'NO' },
    },
  },
  account: { scheme: 'Visa', suffix: '9235', bin: '400000', expirationMonth: 12, expirationYear: 2030 },
  checks: { address: 'N', securityCode: 'M', authentication: 'frictionless' },
  risk: {
    cardCountry: 'BR',
    network: 'Visa',
    rules: [LONG_WORD, PARAGRAPH.slice(0, 120), 'Velocity: 7 cards in 1 hour'],
  },
  earlier: { ...sums, transactions: transactions.slice(0, 8), disputes: life.slice(0, 2) },
}
const claimOf = (isOwn: boolean) => ({
  ...{ paymentId: idOf(1), name: LONG_WORD, isOwn, claimedAt: NOW, endsAt: '2026-03-09T10:01:30Z' },
})
const reviewed = (isOwn: boolean) =>
  acts(
    answer('**/portal/v1/review-queue?*', 200, queue),
    answer('**/portal/v1/review-queue/*', 200, facts),
    answer('**/portal/v1/review-claims?*', 200, { claims: [claimOf(isOwn)] }),
    answer(
      '**/portal/v1/review-claims/*',
      isOwn ? 200 : 409,
      isOwn ? claimOf(true) : { reason: 'REVIEW_CLAIMED', message: '' },
    ),
  )
const one = `${REVIEW}?id=${idOf(1)}`

/** Transactions, one of them, and the queue of reviews. */
export function transactionStates(): readonly PortalState[] {
  const list = { path: LIST, ready: 'tbody tr', before: filled }
  const page = { path: `${LIST}/${idOf(1)}`, ready: '.timeline li', before: ofDetail() }
  const more = '.page-head .actions button'
  return [
    { name: 'transactions', ...list },
    {
      name: 'transactions-filtered',
      ...list,
      path: `${LIST}?type=PAYMENT,REFUND&state=COMPLETED,DECLINED&madeIn=last30Days&movedFrom=2026-03-08&movedTo=2026-03-08&amountFrom=1000&lastFour=4242&email=${LONG_CUSTOMER.email}&processor=${LONG_WORD}`,
    },
    { name: 'transactions-filter', ...list, act: filterForm(1) },
    {
      name: 'transactions-digits',
      ...list,
      act: acts(filterForm(6), click('.form-popup [type=submit]'), see('.problem')),
    },
    { name: 'transactions-nothing', path: '/o/empty/transactions', before: nothing, ready: '.empty' },
    { name: 'transactions-none-found', path: `${LIST}?lastFour=0000`, before: nothing, ready: '.empty' },
    { name: 'transactions-loading', path: `${LIST}?currency=CHF`, before: hold(LISTED), ready: '.list-skeleton' },
    {
      name: 'transactions-failed',
      path: `${LIST}?currency=SEK`,
      before: answer(LISTED, 500, { reason: 'SERVER_ERROR', message: '' }),
      ready: '.empty',
    },
    { name: 'transaction', ...page },
    { name: 'transaction-viewer', ...page, as: 'viewer' },
    { name: 'transaction-actions', ...page, act: popup(more) },
    { name: 'transaction-refund', ...page, act: dialog('.page-head .actions > .button:last-child') },
    {
      name: 'transaction-reverse',
      ...page,
      // Another page than those of the payment, which the window remembers.
      path: `${LIST}/${idOf(2)}`,
      before: ofDetail({
        transaction: { ...detail.transaction, type: 'EXTERNAL' },
        payment: { ...payment, origin: 'EXTERNAL', method: 'bankTransfer' },
      }),
      act: acts(dialog('.page-head .button'), fill('.dialog input', PARAGRAPH.slice(0, 255))),
    },
    { name: 'transaction-charge', ...page, act: acts(popup(more), click('.popup [role=menuitem]'), see('.dialog')) },
    { name: 'transaction-revoke', ...page, act: acts(popup(more), click('.popup .danger'), see('.dialog')) },
    {
      name: 'transaction-store',
      ...page,
      before: ofDetail({ token: null }),
      act: acts(popup(more), click('.popup [role=menuitem]'), see('.dialog')),
    },
    { name: 'review', path: one, before: reviewed(true), ready: '.review .related' },
    { name: 'review-queue', path: REVIEW, before: reviewed(false), ready: '.review-queue a' },
    { name: 'review-held', path: one, before: reviewed(false), ready: '.review-holder' },
    { name: 'review-viewer', as: 'viewer', path: one, before: reviewed(false), ready: '.review .related' },
    {
      name: 'review-accept',
      path: one,
      before: reviewed(true),
      ready: 'button[data-key=a]:enabled',
      act: dialog('button[data-key=a]'),
    },
    {
      name: 'review-reject',
      path: one,
      before: reviewed(true),
      ready: 'button[data-key=r]:enabled',
      act: dialog('button[data-key=r]'),
    },
    {
      name: 'review-nothing',
      path: REVIEW,
      before: answer('**/portal/v1/review-queue?*', 200, { submitTimeUtc: NOW, totalReviews: 0, reviews: [] }),
      ready: '.empty',
    },
  ]
}
