import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { startApp } from '../../../test/support/apps/app.ts'
import { anInvoiceBody, usd } from '../../../test/support/data/invoices.ts'
import { anOrganization } from '../../../test/support/data/organizations.ts'
import { aCard, aPayableInvoice, payAs, paymentDeps, withProcessor } from '../../../test/support/data/payments.ts'
import { type Client, invoicingClients } from '../../../test/support/http/invoicing-clients.ts'
import { suspendUnlessSuspended } from '../../organizations/index.ts'
import { followUpEffects } from '../follow-up-effects.ts'
import type { Attempt } from '../model/attempt.ts'
import type { Outcome } from '../port/port.ts'
import type { Processor } from '../port/processor.ts'
import { recordChallenge } from '../processors/sandbox/sandbox-store.ts'
import { startRefund } from '../refunds/start-refund.ts'
import { LAPSE_CHARGE, RESOLVE_ATTEMPT } from './attempt-jobs.ts'
import { findAttempt } from './attempt-store.ts'
import { carryOut } from './carry-out.ts'
import { continueCharge } from './continue-charge.ts'
import { lapseCharge, resolveAttempt } from './resolve-attempt.ts'

const app = await startApp({ with: [invoicingClients] })
const deps = paymentDeps(app)
const payer = { organizationId: 'shop', by: { kind: 'payer' } } as const
const merchant = { organizationId: 'shop', by: { kind: 'command-line', name: 'test' } } as const
let shop: Client
beforeAll(async () => {
  shop = await app.merchant('shop')
})

const challenged = (id: string, amount: string) =>
  payAs(deps, id, amount, { source: aCard('4000000000003220'), isAuthenticated: true })
const passChallenge = (attempt: Attempt) =>
  recordChallenge(app.database, { ...attempt, key: attempt.attemptId }, 'passed')
const resolve = (attempt: Attempt) => resolveAttempt(deps, followUpEffects, attempt)
/** Says that a challenge has ended, and lets the payer go on. */
const claiming = withProcessor(deps, { ...deps.processor, abandon: async () => ({ status: 'absent' }) })
const lapse = (attempt: Attempt) => lapseCharge(claiming, attempt)

async function now(attempt: Attempt): Promise<Attempt> {
  return (await findAttempt(app.database.db, attempt)) as Attempt
}

async function read(id: string) {
  const { body } = await shop.get(id)
  const { rows } = await sql<{ reserved: number }>`select reserved_minor::int as reserved from invoices
    where organization_id = 'shop' and invoice_number = ${id}`.execute(app.database.db)
  const { balanceAmount } = body.orderInformation.amountDetails
  return { status: body.status, balance: balanceAmount, reserved: rows[0]?.reserved }
}

/** Carries out everything that the agenda has for the attempts, as if its time had come. */
async function runAgenda(attempt: Attempt): Promise<readonly string[]> {
  const { rows } = await sql<{ kind: string; subject: string }>`delete from agenda where subject in
    (select attempt_id from payment_attempts where payment_id = ${attempt.paymentId}) returning kind, subject`.execute(
    app.database.db,
  )
  for (const { kind, subject } of rows) {
    const place = { organizationId: 'shop', attemptId: subject }
    if (kind === RESOLVE_ATTEMPT) await resolveAttempt(deps, followUpEffects, place)
    if (kind === LAPSE_CHARGE) await lapseCharge(deps, place)
  }
  return rows.map(({ kind }) => kind)
}

describe('a payer who returns from a challenge', () => {
  test('after the reservation lapsed, with a lost answer, leaves the reservations of others alone', async () => {
    const id = await aPayableInvoice(shop, '100.00')
    const late = await challenged(id, '60.00')
    await lapse(late)
    const silent: Processor = { ...deps.processor, challenge: async () => ({ status: 'unknown' }) }
    await continueCharge(withProcessor(deps, silent), payer, await now(late))
    const other = await challenged(id, '100.00')

    await resolve(late)
    expect(await now(late)).toMatchObject({ status: 'lapsed', isReserved: false })
    await lapse(late)

    expect(await read(id)).toMatchObject({ reserved: 100_00 })
    await passChallenge(other)
    expect(await continueCharge(deps, payer, other)).toMatchObject({ status: 'approved' })
    expect(await read(id)).toEqual({ status: 'PAID', balance: 0, reserved: 0 })
  })

  test('is recorded although the node died between the charge and its record', async () => {
    const id = await aPayableInvoice(shop, '100.00')
    const attempt = await challenged(id, '100.00')
    await passChallenge(attempt)
    const dying: Processor = {
      ...deps.processor,
      challenge: async (call, signal) => {
        await deps.processor.challenge(call, signal)
        // A finish that fails is as good as a killed process: nothing is recorded.
        return { status: 'killed' } as unknown as Outcome
      },
    }

    await expect(continueCharge(withProcessor(deps, dying), payer, attempt)).rejects.toThrow()
    expect(await now(attempt)).toMatchObject({ status: 'waiting' })
    await runAgenda(attempt)

    expect(await now(attempt)).toMatchObject({ status: 'approved', isReserved: false })
    expect(await read(id)).toEqual({ status: 'PAID', balance: 0, reserved: 0 })
  })

  test('too early, again and again, does not keep the amount reserved for longer', async () => {
    const id = await aPayableInvoice(shop, '100.00')
    const attempt = await challenged(id, '100.00')
    const before = app.clock.now()

    app.clock.set(before.add({ minutes: 14 }).toString())
    await continueCharge(deps, payer, attempt)
    app.clock.set(before.toString())

    const { rows } = await sql<{ due: Temporal.Instant }>`select due_at as due from agenda
      where kind = ${LAPSE_CHARGE} and subject = ${attempt.attemptId}`.execute(app.database.db)
    expect(rows.map(({ due }) => due.toString())).toEqual([before.add({ minutes: 15 }).toString()])
  })
})

describe('a late charge', () => {
  test('of an invoice whose currency has changed is reversed', async () => {
    const id = await aPayableInvoice(shop, '100.00')
    const late = await challenged(id, '100.00')
    await lapse(late)
    const line = { productSku: 'S', productName: 'Thing', quantity: 1, unitPrice: '100.00', totalAmount: '100.00' }
    const amountDetails = { totalAmount: '100.00', currency: 'EUR' }
    const body = anInvoiceBody({ orderInformation: { amountDetails, lineItems: [line] } })
    expect(await shop.update(id, body)).toMatchObject({ status: 200 })
    await passChallenge(late)

    expect(await continueCharge(deps, payer, await now(late))).toMatchObject({ status: 'excess' })
    await runAgenda(late)

    const { rows } = await sql<{ kind: string; status: string }>`select kind, outcome->>'status' as status
      from sandbox_processor_calls where of_key = ${late.attemptId}`.execute(app.database.db)
    expect(rows).toEqual([{ kind: 'reverse', status: 'approved' }])
  })
})

describe('a repetition', () => {
  test('of a request returns its outcome although the merchant has been suspended since', async () => {
    const { database } = app
    const closing = app.clientOf(await anOrganization({ database }, 'closing'))
    const id = await aPayableInvoice(closing, '10.00')
    const again = () => payAs(deps, id, '10.00', { organizationId: 'closing', requestKey: 'form' })
    const first = await again()
    const actor = { organizationId: 'closing', by: { kind: 'command-line', name: 'test' } } as const
    await database.transaction((tx) => suspendUnlessSuspended(tx, app, actor, { reason: 'test' }))

    expect(await again()).toMatchObject({ attemptId: first.attemptId, status: 'approved' })
    await expect(payAs(deps, id, '10.00', { organizationId: 'closing' })).rejects.toMatchObject({
      code: 'ORGANIZATION_SUSPENDED',
    })
  })
})

describe('an attempt of another processor', () => {
  test('is looked up at its own processor only', async () => {
    const id = await aPayableInvoice(shop, '4000.00')
    const lost = await payAs(deps, id, '4000.00', { source: aCard('4111111111111111') })
    const other = withProcessor(deps, { ...deps.processor, name: 'other' })

    await resolveAttempt(other, followUpEffects, lost)
    expect(await now(lost)).toMatchObject({ status: 'unknown', isReserved: true })
    await runAgenda(lost)

    expect(await now(lost)).toMatchObject({ status: 'approved' })
  })

  test('is refunded and looked up by its own account after the organization has changed to another', async () => {
    const asked: string[] = []
    const noting = (name: string): Processor => ({
      ...deps.processor,
      name,
      refund: (call, signal) => {
        asked.push(`${name} refunds by ${call.account}`)
        return deps.processor.refund(call, signal)
      },
      lookup: (call, signal) => {
        asked.push(`${name} looks up in ${call.account}`)
        return deps.processor.lookup(call, signal)
      },
    })
    const [former, present] = [noting('former'), noting('present')]
    const all = [former, present]
    const before = { ...deps, processors: { all, processorOf: async () => ({ processor: former, account: 'one' }) } }
    const after = { ...deps, processors: { all, processorOf: async () => ({ processor: present, account: 'two' }) } }
    const id = await aPayableInvoice(shop, '5000.00')
    const { paymentId } = await payAs(before, id, '10.00')
    const lost = await payAs(before, id, '4000.00', { source: aCard('4111111111111111') })

    const { attempt } = await startRefund(after, app.database, merchant, { paymentId, amount: undefined, reason: '' })
    await carryOut(after, followUpEffects, merchant, attempt)
    await resolveAttempt(after, followUpEffects, lost)

    expect(asked).toEqual(['former refunds by one', 'former looks up in one'])
    expect(await now(lost)).toMatchObject({ status: 'approved', processor: 'former', account: 'one' })
    expect(await payAs(after, id, '20.00')).toMatchObject({ status: 'approved', processor: 'present', account: 'two' })
  })
})

describe('the sandbox', () => {
  test('never gives back more than was charged, also when refunds with several keys arrive concurrently', async () => {
    const id = await aPayableInvoice(shop, '100.00')
    const { attemptId: of } = await payAs(deps, id, '100.00')
    const { signal } = new AbortController()
    const refund = (key: number) =>
      deps.processor.refund(
        { key: `refund ${key}`, organizationId: 'shop', account: 'sandbox', of, amount: usd('30.00') },
        signal,
      )

    const outcomes = await Promise.all(Array.from({ length: 12 }, (_, key) => refund(key)))

    expect(outcomes.filter(({ status }) => status === 'approved')).toHaveLength(3)
  })

  test('carries out a key once and repeats its answer, also concurrently', async () => {
    const id = await aPayableInvoice(shop, '100.00')
    const { attemptId: of } = await payAs(deps, id, '100.00')
    const { signal } = new AbortController()
    const call = { key: 'one', organizationId: 'shop', account: 'sandbox', of, amount: usd('100.00') }

    const outcomes = await Promise.all(Array.from({ length: 8 }, () => deps.processor.refund(call, signal)))

    const references = outcomes.map((outcome) => outcome.status === 'approved' && outcome.facts.reference)
    expect(new Set(references)).toEqual(new Set([expect.any(String)]))
  })
})
