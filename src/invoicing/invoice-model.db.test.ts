import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import {
  isAskable,
  type MerchantStep,
  type Model,
  type PaymentStep,
  type Step,
  settledAttempt,
  stepped,
} from '../../test/support/invoice-model.ts'
import { aLineBody, anInvoiceBody, usd } from '../../test/support/invoices.ts'
import {
  type Client,
  type InvoicingApp,
  startInvoicingApp,
} from '../../test/support/invoicing-app.ts'
import { aTester } from '../../test/support/organizations.ts'
import { AppError } from '../kernel/errors.ts'
import type { Tx } from '../platform/postgres/database.ts'
import {
  acceptReview,
  holdForReview,
  recordPayment,
  rejectReview,
  releaseAmount,
  reserveAmount,
} from './index.ts'

let app: InvoicingApp
let shop: Client
beforeAll(async () => {
  app = await startInvoicingApp()
  shop = await app.merchant('shop')
})

const actor = { organizationId: 'shop', by: aTester }
const amount = fc.integer({ min: 1, max: 60 })
const mode = fc.constantFrom('email' as const, 'none' as const)
const merchantStep: fc.Arbitrary<MerchantStep> = fc.oneof(
  fc.record({
    kind: fc.constant('update' as const),
    mode,
    total: fc.integer({ min: 60, max: 120 }),
  }),
  fc.record({ kind: fc.constantFrom('send' as const, 'publish' as const, 'cancel' as const) }),
)
const paymentStep: fc.Arbitrary<PaymentStep> = fc.oneof(
  fc.record({ kind: fc.constantFrom('reserve' as const, 'pay' as const), amount }),
  fc.record({
    kind: fc.constantFrom('release', 'settle', 'hold', 'accept', 'reject') as fc.Arbitrary<
      'release' | 'settle' | 'hold' | 'accept' | 'reject'
    >,
  }),
)
const anyStep = fc.oneof(
  { arbitrary: paymentStep, weight: 2 },
  { arbitrary: merchantStep, weight: 1 },
)

function body({ mode: deliveryMode, total }: Pick<Model, 'mode' | 'total'>) {
  return anInvoiceBody({
    invoiceInformation: { deliveryMode, allowPartialPayments: true },
    orderInformation: {
      amountDetails: { totalAmount: total },
      lineItems: [aLineBody({ quantity: 1, unitPrice: total, totalAmount: total })],
    },
  })
}

async function anInvoiceIn(
  status: 'DRAFT' | 'SENT',
): Promise<{ readonly id: string; readonly model: Model }> {
  const start = { mode: 'email', total: 100 } as const
  const { id } = (await shop.create(body(start))).body
  const draft: Model = { ...start, status: 'DRAFT', balance: 100, attempts: [], history: ['DRAFT'] }
  if (status === 'DRAFT') return { id, model: draft }
  await shop.send(id)
  return { id, model: { ...draft, status, history: ['SEND', 'DRAFT'] } }
}

/** The invoice's version after the step; undefined where it was refused for the state. */
async function done(id: string, step: Step, attempt: number): Promise<number | undefined> {
  const asked = async (answer: ReturnType<Client['get']>) => {
    const { status, headers, body: told } = await answer
    if (status === 200) return Number(String(headers['etag']).replaceAll('"', ''))
    expect(told).toMatchObject({ reason: 'ACTION_NOT_ALLOWED' })
    return undefined
  }
  switch (step.kind) {
    case 'update':
      return asked(shop.update(id, body(step)))
    case 'send':
    case 'publish':
    case 'cancel':
      return asked(shop[step.kind](id))
    default:
      return paid(id, step, attempt)
  }
}

async function paid(
  invoiceNumber: string,
  step: PaymentStep,
  attempt: number,
): Promise<number | undefined> {
  const first = { invoiceNumber, amount: usd(`${attempt}`), transactionId: 'T' }
  const given = 'amount' in step ? usd(`${step.amount}`) : first.amount
  const moves = {
    reserve: (tx: Tx) => reserveAmount(tx, app, actor, { ...first, amount: given }),
    pay: (tx: Tx) => recordPayment(tx, app, actor, { ...first, amount: given, wasReserved: false }),
    release: (tx: Tx) => releaseAmount(tx, app, actor, first),
    settle: (tx: Tx) => recordPayment(tx, app, actor, { ...first, wasReserved: true }),
    hold: (tx: Tx) => holdForReview(tx, app, actor, first),
    accept: (tx: Tx) => acceptReview(tx, app, actor, first),
    reject: (tx: Tx) => rejectReview(tx, app, actor, first),
  }
  try {
    return (await app.database.transaction(moves[step.kind])).version
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}

async function expectAgreement(id: string, model: Model): Promise<void> {
  const { body: read } = await shop.get(id)
  expect({
    status: read.status,
    balance: read.orderInformation.amountDetails.balanceAmount,
    history: read.invoiceHistory.map(({ event }: { event: string }) => event),
  }).toEqual({ status: model.status, balance: model.balance, history: model.history })
}

test('random steps one after the other end where a small model says', async () => {
  const steps = fc.array(anyStep, { minLength: 5, maxLength: 25 })
  await fc.assert(
    fc.asyncProperty(fc.constantFrom('DRAFT', 'SENT'), steps, async (status, asked) => {
      let { id, model } = await anInvoiceIn(status)

      for (const step of asked) {
        if (!isAskable(model, step)) continue
        const after = stepped(model, step)
        const attempt = step.kind === 'settle' ? settledAttempt(model) : model.attempts[0]
        const version = await done(id, step, attempt ?? 0)
        expect(version === undefined, `${step.kind} in ${model.status}`).toBe(after === undefined)
        model = after ?? model
      }

      await expectAgreement(id, model)
    }),
    { numRuns: 60 },
  )
})

test('steps of several clients at once are made one after the other, in the order of versions', async () => {
  const stepsOfClient = fc.array(
    fc.oneof(merchantStep, fc.record({ kind: fc.constant('pay' as const), amount })),
    { minLength: 1, maxLength: 6 },
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(stepsOfClient, { minLength: 2, maxLength: 4 }),
      async (clients: readonly (readonly Step[])[]) => {
        const { id, model } = await anInvoiceIn('DRAFT')
        const made: { readonly version: number; readonly step: Step }[] = []

        await Promise.all(
          clients.map(async (steps) => {
            for (const step of steps) {
              const version = await done(id, step, 0)
              if (version !== undefined) made.push({ version, step })
            }
          }),
        )

        const inOrder = made.toSorted((a, b) => a.version - b.version)
        expect(inOrder.map(({ version }) => version)).toEqual(made.map((_, index) => index + 2))
        const end = inOrder.reduce<Model | undefined>(
          (before, { step }) => before && stepped(before, step),
          model,
        )
        expect(end).toBeDefined()
        if (end !== undefined) await expectAgreement(id, end)
      },
    ),
    { numRuns: 30 },
  )
})
