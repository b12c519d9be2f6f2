import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { startApp } from '../../../../../test/support/apps/app.ts'
import { anOrganization } from '../../../../../test/support/data/organizations.ts'
import type { RecordInput } from '../../../../../test/support/data/outbox-records.ts'
import { outboxRecords } from '../../../../../test/support/data/outbox-records.ts'
import {
  aBankAccount,
  aCard,
  aPayableInvoice,
  payAs,
  paymentDeps,
  withProcessor,
} from '../../../../../test/support/data/payments.ts'
import { type Client, invoicingClients } from '../../../../../test/support/http/invoicing-clients.ts'
import { paymentClients } from '../../../../../test/support/http/payment-client.ts'
import { waitUntil } from '../../../../platform/processes/wait-until.ts'
import { takeDueRows } from '../../../../platform/queue/agenda.ts'
import { processorJobs } from '../../../configured-processors.ts'
import type { ProcessorEvent } from '../../../port/port.ts'
import { closeSandboxDays } from './close-days.ts'
import { bookLaterEvent } from './later-event.ts'
import { reportSandboxEvent } from './report-event.ts'
import { CLOSE_SANDBOX_DAY, REPORT_SANDBOX_EVENT } from './sandbox-day.ts'

const app = await startApp({ with: [invoicingClients, paymentClients] })
const deps = paymentDeps(app)

let numbers = 0
let organizationId: string
let shop: Client
let payments: ReturnType<typeof app.paymentsOf>
beforeEach(async () => {
  numbers += 1
  organizationId = `shop-${numbers}`
  const owner = await anOrganization(app, organizationId, { timeZone: 'Europe/Berlin', hasFraudManagement: true })
  shop = app.clientOf(owner)
  payments = app.paymentsOf(owner)
  app.clock.set('2026-03-09T10:00:00Z')
})

const day = { closes: '2026-03-09T23:00:00.000Z', next: '2026-03-10T10:00:00Z' }
const invoice = (total = '100.00') => aPayableInvoice(shop, total)
const pay = (id: string, amount: string, given: Parameters<typeof payAs>[3] = {}) =>
  payAs(deps, id, amount, { organizationId, ...given })
const close = () => closeSandboxDays(deps, { organizationId })
const records = (kind?: string) => outboxRecords(app.database, { organizationId, ...(kind && { kind }) })
const requestsOf = (some: readonly RecordInput[]) => some.map(({ fields }) => fields['Request.RequestID']).sort()

async function agenda() {
  const { rows } = await sql<{ kind: string; subject: string; due_at: Temporal.Instant }>`
    select kind, subject, due_at from agenda where organization_id = ${organizationId} and kind like '%sandbox%'
    order by kind`.execute(app.database.db)
  return rows.map((row) => [row.kind, row.due_at.toString()])
}

describe('the day after', () => {
  test('a payment and its refund are batched, settled, paid out and deposited once the merchant’s day has ended', async () => {
    const { paymentId } = await pay(await invoice(), '40.00')
    const { body: refund } = await payments.refund(paymentId, { amount: '15.00' })
    await close()
    const before = await records('batch-item')

    app.clock.set(day.closes)
    await close()

    expect(before).toEqual([])
    const items = await records('batch-item')
    expect(requestsOf(items)).toEqual([paymentId, refund.id].sort())
    expect(new Set(items.map(({ fields }) => fields['Batch.BatchID'])).size).toBe(1)
    expect(items.map(({ occurredAt }) => occurredAt)).toEqual([day.closes, day.closes])
    for (const kind of ['processor-event', 'settlement', 'fee', 'funding']) {
      expect(requestsOf(await records(kind))).toEqual(requestsOf(items))
    }
    // 40.00 less 15.00 less 0.66 + 0.10 + 0.06 + 0.10 less 0.10
    expect((await records('deposit')).map(({ fields }) => fields['Deposit.Amount'])).toEqual(['23.98'])
  })

  test('the closing waits on the agenda for the end of the day, and leaves nothing on it', async () => {
    await pay(await invoice(), '1.00')
    const paid = await agenda()
    await takeDueRows(app.database, { now: app.clock.now(), kinds: [CLOSE_SANDBOX_DAY] })

    await close()
    const waiting = await agenda()
    app.clock.set(day.next)
    await takeDueRows(app.database, { now: app.clock.now(), kinds: [CLOSE_SANDBOX_DAY] })
    await close()

    expect(paid).toEqual([[CLOSE_SANDBOX_DAY, '2026-03-09T10:00:00Z']])
    expect(waiting).toEqual([[CLOSE_SANDBOX_DAY, '2026-03-09T23:00:00Z']])
    expect(await agenda()).toEqual([])
    expect(await records('batch-item')).toHaveLength(1)
  })

  test('after a year each day is closed at its own time, in a batch of its own', async () => {
    const id = await invoice()
    await pay(id, '1.00')
    app.clock.set('2026-07-01T22:30:00Z')
    await pay(id, '2.00')

    app.clock.set('2027-03-09T10:00:00Z')
    await close()

    const items = await records('batch-item')
    expect(items.map(({ occurredAt, fields }) => [occurredAt, fields['PaymentData.RequestedAmount']])).toEqual([
      [day.closes, '1'],
      ['2026-07-02T22:00:00.000Z', '2'],
    ])
    expect(new Set(items.map(({ fields }) => fields['Batch.BatchID'])).size).toBe(2)
  })

  test('concurrent nodes and repetitions put each payment into one batch', async () => {
    const id = await invoice()
    const paid = []
    for (let index = 0; index < 5; index += 1) paid.push((await pay(id, '1.00')).paymentId)
    app.clock.set(day.next)

    await Promise.all([close(), close(), close()])
    await close()

    for (const kind of ['batch-item', 'settlement', 'fee', 'funding']) {
      expect(requestsOf(await records(kind))).toEqual([...paid].sort())
    }
  })

  test('a day with many payments has several batches and loses none', async () => {
    const id = await invoice('1000.00')
    const { attemptId } = await pay(id, '1.00')
    await sql`insert into payment_attempts (organization_id, attempt_id, kind, payment_id, invoice_number, request_key,
        status, is_reserved, processor, processor_account, method, is_hosted, currency, amount_minor, decline_reason,
        facts, challenge_url, note, payer, created_at, changed_at)
      select organization_id, (${attemptId}::numeric + n)::text, kind,
        (${attemptId}::numeric + n)::text, invoice_number, 'copy ' || n, status, is_reserved, processor, processor_account,
        method, is_hosted, currency, amount_minor, decline_reason, facts, challenge_url, note, payer, created_at, changed_at
      from payment_attempts, generate_series(1, 449) n
      where organization_id = ${organizationId} and attempt_id = ${attemptId}`.execute(app.database.db)
    app.clock.set(day.next)

    await close()

    const items = await records('batch-item')
    expect(new Set(requestsOf(items)).size).toBe(450)
    expect(new Set(items.map(({ fields }) => fields['Batch.BatchID'])).size).toBe(3)
    expect(await records('deposit')).toHaveLength(3)
  })

  test('declined, reversed and external payments are never batched, and a reviewed one once it is captured', async () => {
    const id = await invoice()
    await pay(id, '1.00', { source: aCard('4000000000000002') })
    await payments.receive(id, { amount: '2.00', date: '2026-03-09', method: 'cash' })
    const review = { source: aCard('4000000000009235'), canReview: true }
    const rejected = await pay(id, '3.00', review)
    const accepted = await pay(await invoice(), '4.00', review)
    expect((await payments.reject(rejected.paymentId)).status).toBe(200)
    app.clock.set(day.next)
    await close()
    const whileInReview = await records('batch-item')

    expect((await payments.accept(accepted.paymentId)).status).toBe(200)
    app.clock.set('2026-03-11T10:00:00Z')
    await close()

    expect(whileInReview).toEqual([])
    const items = await records('batch-item')
    expect(requestsOf(items)).toEqual([accepted.paymentId])
    expect(items[0]?.occurredAt).toBe('2026-03-10T23:00:00.000Z')
  })

  test('a payment that is being recorded while its day is closed is not lost', async () => {
    const [first, second] = [await invoice(), await invoice()]
    await pay(first, '1.00')
    await takeDueRows(app.database, { now: app.clock.now(), kinds: [CLOSE_SANDBOX_DAY] })
    await close()
    // It has found the day on the agenda and cannot commit yet.
    const { pool } = app.database
    await pool.query(`create function hold() returns trigger language plpgsql as
      $$ begin perform pg_advisory_xact_lock(4711); return null; end $$`)
    await pool.query('create trigger hold after insert on payments execute function hold()')
    const holder = await pool.connect()
    await holder.query('select pg_advisory_lock(4711)')
    const paying = pay(second, '2.00')
    await untilWaiting(1)

    app.clock.set(day.next)
    await takeDueRows(app.database, { now: app.clock.now(), kinds: [CLOSE_SANDBOX_DAY] })
    const closing = close()
    await untilWaiting(2)
    await holder.query('select pg_advisory_unlock(4711)')
    holder.release()
    await Promise.all([paying, closing])
    await pool.query('drop function hold cascade')

    expect((await records('batch-item')).map(({ fields }) => fields['PaymentData.RequestedAmount']).sort()).toEqual([
      ...['1', '2'],
    ])
  })

  test('other processors close no days', async () => {
    const processor = { ...deps.processor, name: 'acquirer', afterRecording: () => [] }
    const paid = await pay(await invoice(), '1.00')
    await sql`delete from agenda where organization_id = ${organizationId}`.execute(app.database.db)

    await payAs(withProcessor(deps, processor), await invoice(), '1.00', { organizationId })

    expect(processorJobs(withProcessor(deps, processor))).toEqual({})
    expect(await agenda()).toEqual([])
    app.clock.set(day.next)
    await close()
    expect(requestsOf(await records('batch-item'))).toEqual([paid.paymentId])
  })
})

describe('some days later', () => {
  async function reported(source = aCard('4111111111111111'), refund?: string) {
    const { paymentId: key } = await pay(await invoice('5001.00'), source.method === 'card' ? '5000.00' : '50.00', {
      source,
    })
    if (refund !== undefined) await payments.refund(key, { amount: refund })
    app.clock.set(day.next)
    await close()
    const planned = (await agenda()).filter(([kind]) => kind === REPORT_SANDBOX_EVENT)
    const events: ProcessorEvent[] = []
    const at = Temporal.Instant.from(planned[0]?.[1] ?? '2026-03-15T23:00:00Z')
    const report = async () => {
      await reportSandboxEvent(deps, { organizationId, key, at, isEnd: false })
      const booked = await bookLaterEvent(app.database, { organizationId, key, at, isEnd: false })
      if (booked !== undefined) events.push(booked.event)
    }
    return { key, planned, events, report }
  }

  test('a test amount is charged back, at the start of the seventh day after the payment', async () => {
    const { key, planned, events, report } = await reported()

    await report()

    expect(planned).toEqual([[REPORT_SANDBOX_EVENT, '2026-03-15T23:00:00Z']])
    expect(events).toMatchObject([
      { key, organizationId, happened: { type: 'chargeback', amount: { minor: 500_000n }, reasonCode: '10.4' } },
    ])
    expect(
      (await records('deposit')).map(({ fields }) => [fields['Deposit.Category'], fields['Deposit.Amount']]),
    ).toEqual([
      ['Payments', '4897.9'],
      ['Chargebacks', '5000'],
    ])
  })

  test('a bank debit is returned, at the start of the third day', async () => {
    const { planned, events, report } = await reported(aBankAccount('000111111113'))

    await report()

    expect(planned).toEqual([[REPORT_SANDBOX_EVENT, '2026-03-11T23:00:00Z']])
    expect(events).toMatchObject([{ happened: { type: 'bankReturn', amount: { minor: 5_000n }, reasonCode: 'R01' } }])
    expect((await records('processor-event')).map(({ fields }) => fields['Event.Event'])).toEqual(['Settled', 'Return'])
  })

  test('a repetition reports the same event and writes the same records', async () => {
    const { events, report } = await reported()

    await report()
    const once = await records()
    await report()

    expect(events[1]).toEqual(events[0])
    const distinct = new Set((await records()).map((one) => JSON.stringify(one)))
    expect(distinct).toEqual(new Set(once.map((one) => JSON.stringify(one))))
  })

  test('only the rest of the payment is taken back, and a refund never exceeds the rest', async () => {
    const { key, events, report } = await reported(aCard('4111111111111111'), '1999.00')

    await report()

    expect(events).toMatchObject([{ happened: { amount: { minor: 300_100n } } }])
    expect((await payments.refund(key, { amount: '1.00' })).body).toMatchObject({ reason: 'ACTION_NOT_ALLOWED' })
  })

  test('a payment that was refunded in full is not charged back', async () => {
    const { events, report } = await reported(aCard('4111111111111111'), '5000.00')

    await report()

    expect(events).toEqual([])
  })
})

/** Waits until this number of transactions waits for an advisory lock. */
async function untilWaiting(count: number): Promise<void> {
  const isWaiting = async () => {
    const { rows } = await app.database.pool.query(
      `select true from pg_locks where not granted and locktype = 'advisory'
        and database = (select oid from pg_database where datname = current_database())`,
    )
    return rows.length >= count ? true : undefined
  }
  expect(await waitUntil(isWaiting, { withinMs: 20_000 })).toBe(true)
}
