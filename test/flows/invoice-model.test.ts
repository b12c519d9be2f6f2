import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import {
  acceptReview,
  findInvoiceByToken,
  holdForReview,
  recordPayment,
  rejectReview,
  releaseAmount,
  reserveAmount,
} from '../../src/invoicing/index.ts'
import { AppError } from '../../src/kernel/errors.ts'
import type { Money } from '../../src/kernel/money.ts'
import {
  type AttemptEnd,
  afterOperation,
  attemptOf,
  createdModel,
  type ModelInvoice,
  type ModelTerms,
  type Operation,
  shareOf,
} from '../support/invoice-model.ts'
import { aLineBody, anInvoiceBody } from '../support/invoices.ts'
import { type Client, type InvoicingApp, startInvoicingApp } from '../support/invoicing-app.ts'
import { anOrganization, aTester } from '../support/organizations.ts'
import { isLongRun, seed } from '../support/test-run.ts'

/** Random lives of invoices, led by several clients, against a small model of what may happen. */

const RUNS = isLongRun ? 2_000 : 60
const ACTOR = { organizationId: 'shop', by: aTester }

let app: InvoicingApp
let clients: readonly Client[]
let transactions = 0
beforeAll(async () => {
  app = await startInvoicingApp()
  const portfolio = await anOrganization(app, 'portfolio', { type: 'partner' })
  const shop = await app.merchant('shop', 'portfolio')
  clients = [shop, shop, forShop(app.clientOf(portfolio))]
})

/** A partner that acts for the merchant says so in every request. */
function forShop({ call }: Client): Client {
  const withShop = (path: string) => `${path}?organizationId=shop`
  const of = (id: string) => `/invoices/${encodeURIComponent(id)}`
  return {
    call,
    create: (body, headers) => call('POST', withShop('/invoices'), body, headers),
    get: (id) => call('GET', withShop(of(id))),
    update: (id, body, headers) => call('PUT', withShop(of(id)), body, headers),
    send: (id, headers) => call('POST', withShop(`${of(id)}/delivery`), {}, headers),
    cancel: (id, headers) => call('POST', withShop(`${of(id)}/cancelation`), {}, headers),
    publish: (id, headers) => call('POST', withShop(`${of(id)}/publication`), {}, headers),
  }
}

const email = fc.constantFrom('ada@example.com', 'grace@example.com')
const anyTerms: fc.Arbitrary<ModelTerms> = fc.record({
  byEmail: fc.boolean(),
  email: fc.option(email, { nil: undefined }),
  isItemized: fc.boolean(),
  total: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 10_000_00 })),
})
/** A create needs an address for a mail, and for every itemized draft. */
const termsOfCreate = fc
  .tuple(anyTerms, email)
  .map(([terms, address]) =>
    terms.byEmail || terms.isItemized ? { ...terms, email: address } : terms,
  )
const asked: fc.Arbitrary<Operation> = fc.oneof(
  anyTerms.map((terms) => ({ kind: 'update', terms }) as const),
  fc.constantFrom('send', 'send', 'publish', 'cancel').map((kind) => ({ kind })),
)
const ofPayments: fc.Arbitrary<Operation> = fc.oneof(
  fc.constantFrom(30, 100).map((share) => ({ kind: 'reserve', share }) as const),
  fc
    .constantFrom<AttemptEnd>('pay', 'pay', 'release', 'hold', 'accept', 'reject')
    .map((kind) => ({ kind })),
)
const step = fc.record({
  client: fc.nat({ max: 2 }),
  operation: fc.oneof(asked, ofPayments),
  /** Sent at the same moment by somebody else. */
  besides: fc.option(asked, { nil: undefined, freq: 3 }),
})

test('random lives of an invoice go as the model says', async () => {
  await fc.assert(
    fc.asyncProperty(
      termsOfCreate,
      fc.boolean(),
      fc.array(step, { maxLength: 14 }),
      async (terms, isSentAtOnce, steps) => {
        const [client] = clients
        const created = await client?.create(bodyOf(terms, isSentAtOnce))
        expect(created?.status, created?.text).toBe(201)
        const life = { id: created?.body.id as string, model: createdModel(terms, isSentAtOnce) }
        let link = await agreedLink(life)
        for (const { client: index, operation, besides } of steps) {
          const before = life.model
          const others = besides === undefined ? [] : [besides]
          life.model = await together(life, index, [operation, ...others])
          link = await agreedLink(life, before.links === life.model.links ? link : undefined)
        }
      },
    ),
    { numRuns: RUNS, seed },
  )
})

type Life = { readonly id: string; model: ModelInvoice }

/** Does one thing, or two at once, and says which of the model's ways it went. */
async function together(
  life: Life,
  clientIndex: number,
  operations: readonly Operation[],
): Promise<ModelInvoice> {
  const possible = operations.filter((operation) => isMeant(life.model, operation))
  const outcomes = await Promise.all(
    possible.map((operation, at) => outcomeOf(life, operation, (clientIndex + at) % 3)),
  )
  const { body } = (await clients[0]?.get(life.id)) ?? {}
  const seen = seenIn(body)
  const indexes = [...possible.keys()]
  for (const order of [indexes, indexes.toReversed()]) {
    const way = wayOf(life.model, possible, order)
    const isSame = isEqual(way.outcomes, outcomes) && isEqual(visible(way.model), seen)
    if (isSame) return way.model
  }
  throw new Error(
    `${JSON.stringify(possible)} on ${JSON.stringify(life.model)} came to ${outcomes.join(', ')} ` +
      `and the invoice ${JSON.stringify(seen)}.`,
  )
}

/** What the model says where the operations happen in this order. */
function wayOf(start: ModelInvoice, operations: readonly Operation[], order: readonly number[]) {
  const outcomes: string[] = []
  let model = start
  for (const at of order) {
    const next = afterOperation(model, operations[at] as Operation)
    outcomes[at] = typeof next === 'string' ? next : 'done'
    model = typeof next === 'string' ? model : next
  }
  return { outcomes, model }
}

/** What a client can see of an invoice, and what the model has of that. */
type Visible = readonly [...(string | number | undefined)[], readonly string[]]
function visible(model: ModelInvoice): Visible {
  const { status, byEmail, email: address, total, balance, history } = model
  return [status, byEmail ? 'Email' : 'None', address, total, balance, history]
}
// biome-ignore lint/suspicious/noExplicitAny: an answer, as it came.
function seenIn(body: any): Visible {
  const { totalAmount, balanceAmount } = body.orderInformation.amountDetails
  const cents = [totalAmount, balanceAmount].map((amount: number) => Math.round(amount * 100))
  const history = (body.invoiceHistory as { event: string }[]).map(({ event }) => event)
  return [
    body.status,
    body.invoiceInformation.deliveryMode,
    body.customerInformation?.email,
    ...cents,
    history.reverse(),
  ]
}

function isEqual(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

/** What ends an attempt to pay is asked only where there is one. */
function isMeant(model: ModelInvoice, { kind }: Operation): boolean {
  const isEnd = ['pay', 'release', 'hold', 'accept', 'reject'].includes(kind)
  return !isEnd || attemptOf(model, kind as AttemptEnd) !== undefined
}

async function outcomeOf(life: Life, operation: Operation, clientIndex: number): Promise<string> {
  const client = clients[clientIndex] as Client
  switch (operation.kind) {
    case 'update':
      return outcome(client.update(life.id, bodyOf(operation.terms, false)))
    case 'send':
    case 'publish':
    case 'cancel':
      return outcome(client[operation.kind](life.id))
    case 'reserve':
      return payment(life, 'reserve', shareOf(life.model, operation.share))
    default:
      return payment(life, operation.kind, attemptOf(life.model, operation.kind) ?? 0)
  }
}

async function outcome(answering: ReturnType<Client['send']>): Promise<string> {
  const { status, body, text } = await answering
  expect([200, 400], text).toContain(status)
  return status === 200 ? 'done' : body.reason
}

/** What payments will do, each in a transaction of its own. */
async function payment(
  { id: invoiceNumber }: Life,
  kind: 'reserve' | AttemptEnd,
  cents: number,
): Promise<string> {
  const amount: Money = { minor: BigInt(cents), currency: 'USD' }
  transactions += 1
  const transactionId = `transaction-${transactions}`
  const input = { invoiceNumber, amount }
  try {
    await app.database.transaction(async (tx) => {
      if (kind === 'reserve') await reserveAmount(tx, app, ACTOR, input)
      if (kind === 'release') await releaseAmount(tx, app, ACTOR, input)
      if (kind === 'hold') await holdForReview(tx, app, ACTOR, input)
      if (kind === 'reject') await rejectReview(tx, app, ACTOR, input)
      if (kind === 'accept') await acceptReview(tx, app, ACTOR, { ...input, transactionId })
      if (kind === 'pay') {
        await recordPayment(tx, app, ACTOR, { ...input, transactionId, wasReserved: true })
      }
    })
    return 'done'
  } catch (error) {
    if (error instanceof AppError) return error.code
    throw error
  }
}

/** Looks whether the invoice is as the model says, and returns its payment link. */
async function agreedLink({ id, model }: Life, link?: string): Promise<string> {
  const { status, body } = (await clients[2]?.get(id)) ?? {}
  expect(status).toBe(200)
  expect(seenIn(body)).toEqual(visible(model))
  const { paymentLink } = body.invoiceInformation
  if (link !== undefined) expect(paymentLink).toBe(link)
  const token = new URL(paymentLink).pathname.split('/').at(-1) ?? ''
  const found = await findInvoiceByToken(app.database.db, token)
  expect(found?.invoice.invoiceNumber).toBe(id)
  return paymentLink
}

function bodyOf({ byEmail, email: address, isItemized, total }: ModelTerms, isSentAtOnce: boolean) {
  const amount = (total / 100).toFixed(2)
  return anInvoiceBody({
    customerInformation: { name: 'Ada Lovelace', email: address },
    invoiceInformation: {
      deliveryMode: byEmail ? 'email' : 'none',
      sendImmediately: isSentAtOnce,
      allowPartialPayments: isItemized,
    },
    orderInformation: {
      amountDetails: { totalAmount: amount, currency: 'USD' },
      ...(isItemized
        ? { lineItems: [aLineBody({ quantity: 1, unitPrice: amount, totalAmount: amount })] }
        : {}),
    },
  })
}
