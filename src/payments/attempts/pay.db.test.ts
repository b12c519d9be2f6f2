import { sql } from 'kysely'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { startApp } from '../../../test/support/apps/app.ts'
import { usd } from '../../../test/support/data/invoices.ts'
import { anOrganization } from '../../../test/support/data/organizations.ts'
import {
  aCard,
  answeringTogether,
  aPayableInvoice,
  payAs,
  paymentDeps,
  withProcessor,
} from '../../../test/support/data/payments.ts'
import { type Client, invoicingClients } from '../../../test/support/http/invoicing-clients.ts'
import { suspendUnlessSuspended } from '../../organizations/index.ts'
import type { Attempt } from '../model/attempt.ts'
import { recordChallenge } from '../processors/sandbox/sandbox-store.ts'
import type { FollowUpEffects } from './carry-out.ts'
import { continueCharge } from './continue-charge.ts'
import { lapseCharge, resolveAttempt } from './resolve-attempt.ts'

const app = await startApp({ with: [invoicingClients] })
const deps = paymentDeps(app)
const payer = { organizationId: 'shop', by: { kind: 'payer' } } as const
const noEffects: FollowUpEffects = { capture: async () => [], reverse: async () => [], refund: async () => [] }
let shop: Client
beforeAll(async () => {
  shop = await app.merchant('shop')
})

const invoice = (total = '100.00') => aPayableInvoice(shop, total)

async function read(id: string) {
  const { body } = await shop.get(id)
  const { balanceAmount } = body.orderInformation.amountDetails
  return { status: body.status, balance: balanceAmount, history: body.invoiceHistory }
}

async function attemptNow({ organizationId, attemptId }: Attempt) {
  const { rows } = await sql<{ status: string; is_reserved: boolean; decline_reason: string | null }>`
    select status, is_reserved, decline_reason from payment_attempts
    where organization_id = ${organizationId} and attempt_id = ${attemptId}`.execute(app.database.db)
  return rows[0]
}

/** The processor's charges for the invoice less the amounts given back, in cents. */
async function charged(invoiceNumber: string): Promise<number> {
  const { rows } = await sql<{ cents: string | null }>`
    select sum(case when calls.kind = 'authorize' then amount_of.minor else -amount_of.minor end) as cents
    from payment_attempts attempts
    join sandbox_processor_calls calls on calls.organization_id = attempts.organization_id
      and calls.key = attempts.attempt_id and calls.outcome->>'status' = 'approved'
    cross join lateral (select calls.amount_minor as minor) amount_of
    where attempts.invoice_number = ${invoiceNumber}`.execute(app.database.db)
  return Number(rows[0]?.cents ?? 0)
}

describe('a charge', () => {
  test('that is approved pays the invoice and carries its request id into the history', async () => {
    const id = await invoice()

    const attempt = await payAs(deps, id, '40.00')

    expect(attempt).toMatchObject({ status: 'approved', isReserved: false, amount: usd('40.00') })
    expect(attempt.attemptId).toMatch(/^\d{22}$/)
    expect(attempt.facts?.account).toMatchObject({ scheme: 'Visa', bin: '424242', suffix: '4242' })
    const { status, balance, history } = await read(id)
    expect([status, balance]).toEqual(['PARTIAL', 60])
    expect(history[0]).toMatchObject({
      event: 'PAYMENT',
      transactionDetails: { transactionId: attempt.attemptId, amount: 40 },
    })
  })

  test('that is declined says why, and its amount can be paid again', async () => {
    const id = await invoice()

    const attempt = await payAs(deps, id, '100.00', { source: aCard('4000000000009995') })

    expect(attempt).toMatchObject({ status: 'declined', declineReason: 'insufficientFunds', isReserved: false })
    expect(await read(id)).toMatchObject({ status: 'SENT', balance: 100 })
    expect(await payAs(deps, id, '100.00')).toMatchObject({ status: 'approved' })
    expect(await read(id)).toMatchObject({ status: 'PAID', balance: 0 })
  })

  test('that is repeated with the same key is made once, also concurrently', async () => {
    const id = await invoice()
    const clicks = Array.from({ length: 8 }, () => payAs(deps, id, '100.00', { requestKey: 'form 1' }))

    const attempts = await Promise.all(clicks)

    expect(new Set(attempts.map(({ attemptId }) => attemptId)).size).toBe(1)
    expect(await charged(id)).toBe(100_00)
    expect(await read(id)).toMatchObject({ status: 'PAID', balance: 0 })
    expect(await payAs(deps, id, '100.00', { requestKey: 'form 1' })).toMatchObject({ status: 'approved' })
  })

  test('of a suspended merchant, on an ended link or above the balance is refused, and nothing is charged', async () => {
    const { database, clock } = app
    const closed = app.clientOf(await anOrganization({ database }, 'closed'))
    const id = await aPayableInvoice(closed, '10.00')
    const actor = { organizationId: 'closed', by: { kind: 'command-line', name: 'test' } } as const
    await database.transaction((tx) => suspendUnlessSuspended(tx, app, actor, { reason: 'test' }))

    await expect(payAs(deps, id, '10.00', { organizationId: 'closed' })).rejects.toMatchObject({
      code: 'ORGANIZATION_SUSPENDED',
    })
    const other = await invoice()
    await expect(payAs(deps, other, '100.01')).rejects.toMatchObject({ code: 'ACTION_NOT_ALLOWED' })
    const before = clock.now()
    clock.set(before.add({ hours: 24 * 500 }).toString())
    await expect(payAs(deps, other, '1.00')).rejects.toMatchObject({ code: 'ACTION_NOT_ALLOWED' })
    clock.set(before.toString())
    expect(await charged(other)).toBe(0)
  })

  test('keeps to the minimum, and pays a rest below it as a whole', async () => {
    const id = await aPayableInvoice(shop, '100.00', { minimumPartialAmount: '30.00' })
    const refused = (refusal: string) => ({
      ...{ kind: 'invalid', code: 'ACTION_NOT_ALLOWED', refusal },
      details: [{ field: 'amount', reason: 'INVALID_DATA' }],
    })

    await expect(payAs(deps, id, '29.99')).rejects.toMatchObject(refused('belowMinimum'))
    await expect(payAs(deps, id, '100.01')).rejects.toMatchObject(refused('aboveAvailable'))
    await payAs(deps, id, '80.00')
    await expect(payAs(deps, id, '19.99')).rejects.toMatchObject(refused('belowMinimum'))
    await payAs(deps, id, '20.00')

    expect(await read(id)).toMatchObject({ status: 'PAID', balance: 0 })
    expect(await charged(id)).toBe(100_00)
  })

  test('is refused where nothing is owed, and while another payer’s attempt holds the whole balance', async () => {
    const free = await aPayableInvoice(shop, '0.00')
    const held = await invoice()
    await payAs(deps, held, '100.00', { source: aCard('4000000000003220'), isAuthenticated: true })

    await expect(payAs(deps, free, '1.00')).rejects.toMatchObject({ refusal: 'nothingToPay' })
    await expect(payAs(deps, held, '1.00')).rejects.toMatchObject({ refusal: 'held' })
  })

  test('two hundred concurrent charges of 1.00 take exactly the 100.00 of an invoice', async () => {
    const id = await invoice()
    const called = vi.fn(deps.processor.authorize)
    const patient = withProcessor(
      { ...deps, config: { ...deps.config, processorCallMsMax: 60_000 } },
      { ...deps.processor, authorize: called },
    )

    const burst = await Promise.allSettled(Array.from({ length: 200 }, () => payAs(patient, id, '1.00')))

    expect(burst.filter(({ status }) => status === 'fulfilled')).toHaveLength(100)
    expect(called).toHaveBeenCalledTimes(100)
    expect(await charged(id)).toBe(100_00)
    expect(await read(id)).toMatchObject({ status: 'PAID', balance: 0 })
  })
})

describe('a lost answer', () => {
  test.each([
    ['4000.00', 'charged, then silent', 'approved', 'PAID'],
    ['4003.00', 'charged, then the connection broke', 'approved', 'PAID'],
    ['4001.00', 'never arrived', 'declined', 'SENT'],
  ])('on %s (%s) keeps the reservation until the processor is asked again: %s', async (amount, _, status, paid) => {
    const id = await invoice(amount)

    const attempt = await payAs(deps, id, amount, { source: aCard('4111111111111111') })
    expect(attempt).toMatchObject({ status: 'unknown', isReserved: true })
    await expect(payAs(deps, id, '1.00')).rejects.toMatchObject({ code: 'ACTION_NOT_ALLOWED' })
    // Any number of nodes may ask concurrently.
    await Promise.all([1, 2, 3].map(() => resolveAttempt(deps, noEffects, attempt)))

    expect(await attemptNow(attempt)).toMatchObject({ status, is_reserved: false })
    expect((await read(id)).status).toBe(paid)
    expect(await charged(id)).toBe(status === 'approved' ? Number(amount) * 100 : 0)
  })

  test('of a call that never arrived is published once as a declined payment, and the payer can pay again', async () => {
    const id = await invoice('4001.00')
    const lost = await payAs(deps, id, '4001.00', { source: aCard('4111111111111111') })

    for (let count = 0; count < 2; count += 1) await resolveAttempt(deps, noEffects, lost)
    await payAs(deps, id, '4001.00')

    const { rows } = await sql<{ type: string; reason: string | null }>`
      select event_type as type, payload->>'reason' as reason from events
      where subject = ${`invoice:${id}`} and event_type like 'payments.%' order by position`.execute(app.database.db)
    expect(rows).toEqual([
      { type: 'payments.declined', reason: 'notProcessed' },
      { type: 'payments.approved', reason: null },
    ])
  })

  test('of a call that arrives after the lookup said absent is never carried out', async () => {
    const call = {
      ...{
        key: '1'.repeat(22),
        organizationId: 'shop',
        account: 'sandbox',
        amount: usd('5.00'),
        source: aCard(),
        reference: 'A1',
      },
      ...{ canReview: false, isAuthenticated: false, storesCredential: false, returnUrl: '' },
    }
    const { signal } = new AbortController()

    expect(await deps.processor.lookup(call, signal)).toEqual({ status: 'absent' })
    expect(await deps.processor.authorize(call, signal)).toMatchObject({ status: 'declined', reason: 'notProcessed' })
    expect(await deps.processor.lookup(call, signal)).toEqual({ status: 'absent' })
  })
})

/** Says that a challenge has ended, and lets the payer go on. */
const claiming = withProcessor(deps, { ...deps.processor, abandon: async () => ({ status: 'absent' }) })

describe('a challenge', () => {
  const challenged = (id: string, amount: string) =>
    payAs(deps, id, amount, { source: aCard('4000000000003220'), isAuthenticated: true })

  test.each([
    ['passed', 'approved', 'PAID'],
    ['failed', 'declined', 'SENT'],
  ] as const)('that the payer %s ends %s', async (result, status, paid) => {
    const id = await invoice()

    const attempt = await challenged(id, '100.00')
    expect(attempt).toMatchObject({ status: 'waiting', isReserved: true })
    expect(await continueCharge(deps, payer, attempt)).toMatchObject({ status: 'waiting' })
    await recordChallenge(app.database, { ...attempt, key: attempt.attemptId }, result)
    const ended = await continueCharge(deps, payer, attempt)

    expect(ended.status).toBe(status)
    expect(ended.facts?.authentication?.result).toBe(result === 'passed' ? 'challenged' : 'failed')
    expect((await read(id)).status).toBe(paid)
  })

  test('that comes late is recorded if the balance still takes it', async () => {
    const id = await invoice()
    const attempt = await challenged(id, '100.00')

    await lapseCharge(claiming, attempt)
    expect(await attemptNow(attempt)).toMatchObject({ status: 'lapsed', is_reserved: false })
    await payAs(deps, id, '1.00', { source: aCard('4000000000000002') })
    await recordChallenge(app.database, { ...attempt, key: attempt.attemptId }, 'passed')
    const ended = await continueCharge(deps, payer, { ...attempt, status: 'lapsed' })

    expect(ended.status).toBe('approved')
    expect(await read(id)).toMatchObject({ status: 'PAID', balance: 0 })
  })

  test('that comes late and exceeds the balance is reversed', async () => {
    const id = await invoice()
    const attempt = await challenged(id, '100.00')
    await lapseCharge(claiming, attempt)
    await payAs(deps, id, '70.00')
    await recordChallenge(app.database, { ...attempt, key: attempt.attemptId }, 'passed')

    const ended = await continueCharge(deps, payer, { ...attempt, status: 'lapsed' })
    expect(ended.status).toBe('excess')
    const { rows } = await sql<{ attempt_id: string }>`select attempt_id from payment_attempts
      where payment_id = ${attempt.attemptId} and kind = 'reverse'`.execute(app.database.db)
    const reversal = { organizationId: 'shop', attemptId: rows[0]?.attempt_id ?? '' }
    await resolveAttempt(deps, noEffects, reversal)

    expect(await charged(id)).toBe(70_00)
    expect(await read(id)).toMatchObject({ status: 'PARTIAL', balance: 30 })
  })
})

describe('a review', () => {
  const held = (id: string, amount: string, canReview: boolean, processor = deps.processor) =>
    payAs(withProcessor(deps, processor), id, amount, { source: aCard('4000000000009235'), canReview })

  test('holds the invoice if fraud management is on, and several may be open concurrently', async () => {
    const id = await invoice()

    const together = answeringTogether(deps.processor, 2)
    const both = await Promise.all(['30.00', '50.00'].map((amount) => held(id, amount, true, together)))

    expect(both.map(({ status }) => status)).toEqual(['review', 'review'])
    expect(await read(id)).toMatchObject({ status: 'PENDING', balance: 100 })
    await expect(payAs(deps, id, '1.00')).rejects.toMatchObject({ code: 'ACTION_NOT_ALLOWED' })
  })

  test('is not requested if fraud management is off', async () => {
    const id = await invoice()

    expect(await held(id, '100.00', false)).toMatchObject({ status: 'approved' })
  })
})
