import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { BASE_URL, startApp } from '../../../test/support/apps/app.ts'
import { testSecrets } from '../../../test/support/data/organizations.ts'
import { aCard, aPayableInvoice, payAs, paymentDeps, withProcessor } from '../../../test/support/data/payments.ts'
import { type Client, invoicingClients } from '../../../test/support/http/invoicing-clients.ts'
import { followUpEffects } from '../follow-up-effects.ts'
import type { Attempt } from '../model/attempt.ts'
import { METHODS, type Outcome, type ProcessorFacts, type Source } from '../port/port.ts'
import type { Processor } from '../port/processor.ts'
import { endCheckout, sandboxProcessor } from '../processors/sandbox/sandbox-processor.ts'
import { LAPSE_CHARGE } from './attempt-jobs.ts'
import { findAttempt } from './attempt-store.ts'
import { continueCharge } from './continue-charge.ts'
import { lapseCharge, resolveAttempt } from './resolve-attempt.ts'

const app = await startApp({ with: [invoicingClients] })
const { database } = app
const hosted = sandboxProcessor({
  database,
  clock: app.clock,
  secrets: testSecrets,
  baseUrl: BASE_URL,
  hostedMethods: METHODS,
})
const deps = paymentDeps(app, hosted)
const payer = { organizationId: 'shop', by: { kind: 'payer' } } as const
let shop: Client
beforeAll(async () => {
  shop = await app.merchant('shop')
})

const begin = (id: string, processor: Processor = hosted) =>
  payAs(withProcessor(deps, processor), id, '100.00', { source: { method: 'card', isHosted: true } })
const end = (attempt: Attempt, entered: Source | 'canceled') =>
  endCheckout(app, { organizationId: 'shop', key: attempt.attemptId }, entered)
const now = async (attempt: Attempt) => (await findAttempt(database.db, attempt)) as Attempt
const statusOf = async (id: string) => (await shop.get(id)).body.status

describe('a hosted checkout', () => {
  test('leads to the processor’s page, waits for the payer, and pays when they have paid there', async () => {
    const id = await aPayableInvoice(shop, '100.00')

    const attempt = await begin(id)
    expect(attempt).toMatchObject({ status: 'waiting', isReserved: true })
    expect(attempt.challengeUrl).toContain(`${BASE_URL}/sandbox/checkout/shop/${attempt.attemptId}?code=`)
    expect(await continueCharge(deps, payer, attempt)).toMatchObject({ status: 'waiting' })
    await end(attempt, aCard())
    const ended = await continueCharge(deps, payer, attempt)

    expect(ended).toMatchObject({ status: 'approved', facts: { account: { scheme: 'Visa', suffix: '4242' } } })
    expect(await statusOf(id)).toBe('PAID')
  })

  test('that the payer leaves, or whose card is declined, releases the amount', async () => {
    const id = await aPayableInvoice(shop, '100.00')
    for (const entered of ['canceled', aCard('4000000000000002')] as const) {
      const attempt = await begin(id)
      await end(attempt, entered)

      expect(await continueCharge(deps, payer, attempt)).toMatchObject({ status: 'declined', isReserved: false })
      expect(await statusOf(id)).toBe('SENT')
    }
  })

  test('is recorded although the payer never returned', async () => {
    const id = await aPayableInvoice(shop, '100.00')
    const attempt = await begin(id)
    await end(attempt, aCard())

    await lapseCharge(deps, attempt)

    expect(await now(attempt)).toMatchObject({ status: 'approved' })
    expect(await statusOf(id)).toBe('PAID')
  })

  test('that lapses is ended at the processor before its amount is released', async () => {
    const id = await aPayableInvoice(shop, '100.00')
    const attempt = await begin(id)

    await lapseCharge(deps, attempt)
    expect(await now(attempt)).toMatchObject({ status: 'lapsed', isReserved: false })
    const other = await begin(id)
    await end(other, aCard())
    expect(await continueCharge(deps, payer, other)).toMatchObject({ status: 'approved' })
    await end(attempt, aCard())

    expect(await continueCharge(deps, payer, await now(attempt))).toMatchObject({ status: 'declined' })
    expect(await statusOf(id)).toBe('PAID')
  })

  test.each(['unknown', 'challenge'] as const)(
    'keeps its amount while the processor does not say that it has ended (%s)',
    async (status) => {
      const id = await aPayableInvoice(shop, '100.00')
      const attempt = await begin(id)
      const facts = attempt.facts as ProcessorFacts
      const answer: Outcome = status === 'unknown' ? { status } : { status, challenge: { url: BASE_URL }, facts }

      await lapseCharge(withProcessor(deps, { ...hosted, abandon: async () => answer }), attempt)

      expect(await now(attempt)).toMatchObject({ status: 'waiting', isReserved: true })
      const { rows } = await sql`select kind from agenda where subject = ${attempt.attemptId}`.execute(database.db)
      expect(rows).toEqual([{ kind: LAPSE_CHARGE }])
      await expect(begin(id)).rejects.toMatchObject({ refusal: 'held' })
      await lapseCharge(deps, attempt)
      expect(await now(attempt)).toMatchObject({ status: 'lapsed', isReserved: false })
    },
  )

  test('is found again if the answer to its start was lost, and given up if it never started', async () => {
    const lost = new Error('The connection broke.')
    const after: Processor = {
      ...hosted,
      begin: async (call, signal) => {
        await hosted.begin(call, signal)
        throw lost
      },
    }
    const before: Processor = { ...hosted, begin: () => Promise.reject(lost) }
    const [begun, never] = [await aPayableInvoice(shop, '100.00'), await aPayableInvoice(shop, '100.00')]

    const [found, gone] = [await begin(begun, after), await begin(never, before)]
    expect([found.status, gone.status]).toEqual(['unknown', 'unknown'])
    for (const attempt of [found, gone]) await resolveAttempt(deps, followUpEffects, attempt)

    expect(await now(found)).toMatchObject({ status: 'waiting', challengeUrl: expect.stringContaining('/checkout/') })
    expect(await now(gone)).toMatchObject({ status: 'declined', declineReason: 'notProcessed', isReserved: false })
  })
})

test('a method that the processor does not offer in this way is refused before anything is reserved', async () => {
  const id = await aPayableInvoice(shop, '100.00')
  const direct = paymentDeps(app)

  await expect(payAs(deps, id, '100.00')).rejects.toMatchObject({ code: 'METHOD_NOT_AVAILABLE' })
  const page = { method: 'card', isHosted: true } as const
  await expect(payAs(direct, id, '100.00', { source: page })).rejects.toMatchObject({ code: 'METHOD_NOT_AVAILABLE' })
  const { rows } = await sql`select from payment_attempts where invoice_number = ${id}`.execute(database.db)
  expect(rows).toEqual([])
})
