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
  reversePayment,
} from '../../src/invoicing/index.ts'
import { AppError } from '../../src/kernel/errors.ts'
import type { Money } from '../../src/kernel/money.ts'
import type { Tx } from '../../src/platform/postgres/database.ts'
import { startApp } from '../support/apps/app.ts'
import { aLineBody, anInvoiceBody } from '../support/data/invoices.ts'
import { anOrganization, aTester } from '../support/data/organizations.ts'
import { type Client, invoicingClients } from '../support/http/invoicing-clients.ts'
import {
  type AttemptEnd,
  afterOperation,
  attemptOf,
  createdModel,
  linksOf,
  type ModelInvoice,
  type ModelTerms,
  type Operation,
  shareOf,
} from '../support/references/invoice-model.ts'
import { isLongRun, seed } from '../support/run/test-run.ts'

/** Random lives of invoices, driven by several clients, checked against a small model. */

const RUNS = isLongRun ? 2_000 : 60
const ACTOR = { organizationId: 'shop', by: aTester }

const app = await startApp({ with: [invoicingClients] })
let clients: readonly Client[]
let transactions = 0
beforeAll(async () => {
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
    remind: (id, headers) => call('POST', withShop(`${of(id)}/reminder`), {}, headers),
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
  .map(([terms, address]) => (terms.byEmail || terms.isItemized ? { ...terms, email: address } : terms))
const asked: fc.Arbitrary<Operation> = fc.oneof(
  anyTerms.map((terms) => ({ kind: 'update', terms }) as const),
  fc.constantFrom('send', 'send', 'publish', 'cancel').map((kind) => ({ kind })),
)
const ofPayments: fc.Arbitrary<Operation> = fc.oneof(
  fc
    .tuple(fc.constantFrom('reserve', 'reserve', 'receive'), fc.constantFrom(30, 100))
    .map(([kind, share]) => ({ kind, share }) as const),
  fc
    .constantFrom<AttemptEnd>('pay', 'pay', 'release', 'hold', 'hold', 'accept', 'reject', 'reverse')
    .map((kind) => ({ kind })),
)
const step = fc.record({ client: fc.nat({ max: 2 }), operation: fc.oneof(asked, ofPayments) })

test('random lives of an invoice, driven by several clients, match the model', async () => {
  const steps = fc.array(step, { maxLength: 16 })
  await fc.assert(
    fc.asyncProperty(termsOfCreate, fc.boolean(), steps, async (terms, isSentImmediately, asks) => {
      const life = await begun(terms, isSentImmediately)
      let link = await agreedLink(life)

      for (const { client, operation } of asks) {
        const { links } = life.model
        await lived(life, operation, client)
        link = await agreedLink(life, links === life.model.links ? link : undefined)
      }
      // The newest invoice of the list is this one.
      const { body } = (await clients[0]?.call('GET', '/invoices?limit=1')) ?? {}
      expect([body.invoices[0].id, Object.keys(body.invoices[0]._links)]).toEqual([life.id, linksOf(life.model)])
    }),
    { numRuns: RUNS, seed },
  )
})

test('concurrent requests of several clients take effect one after the other, in the order of versions', async () => {
  const ofClient = fc.array(asked, { minLength: 1, maxLength: 5 })
  const ofClients = fc.array(ofClient, { minLength: 2, maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(termsOfCreate, ofClients, async (terms, clientsAsk) => {
      const life = await begun(terms, false)
      const happened: { version: number; operation: Operation }[] = []

      const ask = async (operations: readonly Operation[], client: number) => {
        for (const operation of operations) {
          const { version } = await done(life, operation, client % 3)
          if (version !== undefined) happened.push({ version, operation })
        }
      }
      await Promise.all(clientsAsk.map(ask))

      happened.sort((a, b) => a.version - b.version)
      expect(happened.map(({ version }) => version)).toEqual(happened.map((_, at) => at + 2))
      for (const { operation } of happened) {
        const next = afterOperation(life.model, operation)
        if (typeof next === 'string') throw new Error(`${operation.kind} should be ${next}`)
        life.model = next
      }
      await agreedLink(life)
    }),
    { numRuns: RUNS / 2, seed },
  )
})

type Life = { readonly id: string; model: ModelInvoice }

async function begun(terms: ModelTerms, isSentImmediately: boolean): Promise<Life> {
  const created = await clients[0]?.create(bodyOf(terms, isSentImmediately))
  expect(created?.status, created?.text).toBe(201)
  return { id: created?.body.id as string, model: createdModel(terms, isSentImmediately) }
}

/** Does one operation, and expects the outcome that the model predicts. */
async function lived(life: Life, operation: Operation, client: number): Promise<void> {
  if (!isMeant(life.model, operation)) return
  const next = afterOperation(life.model, operation)
  const { outcome } = await done(life, operation, client)
  expect(outcome, JSON.stringify(operation)).toBe(typeof next === 'string' ? next : 'done')
  if (typeof next !== 'string') life.model = next
}

/** The state of an invoice that a client can see and the model predicts; its links are the requests that succeed. */
type Visible = readonly [...(string | number | undefined)[], readonly string[], readonly string[]]
function visible(model: ModelInvoice): Visible {
  const { status, byEmail, email: address, total, balance, history } = model
  return [status, byEmail ? 'Email' : 'None', address, total, balance, history, linksOf(model)]
}
// biome-ignore lint/suspicious/noExplicitAny: the body of a response.
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
    Object.keys(body._links),
  ]
}

/** An attempt to pay is ended only where there is one. */
function isMeant(model: ModelInvoice, { kind }: Operation): boolean {
  const isEnd = ['pay', 'release', 'hold', 'accept', 'reject', 'reverse'].includes(kind)
  return !isEnd || attemptOf(model, kind as AttemptEnd) !== undefined
}

/** `done` or the reason of the refusal; and the version that a request led to. */
type Done = { readonly outcome: string; readonly version: number | undefined }

async function done(life: Life, operation: Operation, clientIndex: number): Promise<Done> {
  const client = clients[clientIndex] as Client
  switch (operation.kind) {
    case 'update':
      return answered(client.update(life.id, bodyOf(operation.terms, false)))
    case 'send':
    case 'publish':
    case 'cancel':
      return answered(client[operation.kind](life.id))
    case 'reserve':
    case 'receive':
      return payment(life, operation.kind, shareOf(life.model, operation.share))
    case 'reverse':
    case 'pay':
    case 'release':
    case 'hold':
    case 'accept':
    case 'reject':
      return payment(life, operation.kind, attemptOf(life.model, operation.kind) ?? 0)
  }
}

async function answered(answering: ReturnType<Client['send']>): Promise<Done> {
  const { status, headers, body, text } = await answering
  expect([200, 400, 429], text).toContain(status)
  if (status !== 200) return { outcome: body.reason, version: undefined }
  return { outcome: 'done', version: Number(String(headers['etag']).replaceAll('"', '')) }
}

/** The moves of payments, each in a transaction of its own. */
async function payment(
  { id: invoiceNumber }: Life,
  kind: 'reserve' | 'receive' | AttemptEnd,
  cents: number,
): Promise<Done> {
  const amount: Money = { minor: BigInt(cents), currency: 'USD' }
  transactions += 1
  const transactionId = `transaction-${transactions}`
  const input = { invoiceNumber, amount, transactionId }
  const moves = {
    reserve: (tx: Tx) => reserveAmount(tx, app, ACTOR, input),
    release: (tx: Tx) => releaseAmount(tx, app, ACTOR, input),
    hold: (tx: Tx) => holdForReview(tx, app, ACTOR, { ...input, origin: 'reserved' }),
    accept: (tx: Tx) => acceptReview(tx, app, ACTOR, input),
    reject: (tx: Tx) => rejectReview(tx, app, ACTOR, input),
    pay: (tx: Tx) => recordPayment(tx, app, ACTOR, { ...input, origin: 'reserved' }),
    receive: (tx: Tx) => recordPayment(tx, app, ACTOR, { ...input, origin: 'external' }),
    reverse: (tx: Tx) => reversePayment(tx, app, ACTOR, input),
  }
  try {
    const { version } = await app.database.transaction(moves[kind])
    return { outcome: 'done', version }
  } catch (error) {
    if (error instanceof AppError) return { outcome: error.code, version: undefined }
    throw error
  }
}

/** Checks the invoice against the model, and returns its payment link. */
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

function bodyOf({ byEmail, email: address, isItemized, total }: ModelTerms, isSentImmediately: boolean) {
  const amount = (total / 100).toFixed(2)
  return anInvoiceBody({
    customerInformation: { name: 'Ada Lovelace', email: address },
    invoiceInformation: {
      deliveryMode: byEmail ? 'email' : 'none',
      sendImmediately: isSentImmediately,
      allowPartialPayments: isItemized,
    },
    orderInformation: {
      amountDetails: { totalAmount: amount, currency: 'USD' },
      ...(isItemized ? { lineItems: [aLineBody({ quantity: 1, unitPrice: amount, totalAmount: amount })] } : {}),
    },
  })
}
