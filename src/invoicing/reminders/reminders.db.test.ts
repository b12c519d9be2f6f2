import { beforeAll, beforeEach, expect, test } from 'vitest'
import { startApp } from '../../../test/support/apps/app.ts'
import { anInvoiceBody, usd } from '../../../test/support/data/invoices.ts'
import { aTester } from '../../../test/support/data/organizations.ts'
import { type Client, invoicingClients } from '../../../test/support/http/invoicing-clients.ts'
import { silentLog, startQueueNode } from '../../../test/support/processes/queue-node.ts'
import { fileResources } from '../../../test/support/run/file-resources.ts'
import { untilQuiet } from '../../../test/support/run/until-quiet.ts'
import { startAgenda } from '../../platform/queue/agenda.ts'
import { recordPayment } from '../index.ts'
import { reminderJobs } from './jobs.ts'
import { findCandidates } from './reminder-store.ts'
import { remindOf } from './send-reminders.ts'

const app = await startApp({ with: [invoicingClients] })
const { database, clock } = app
const handlers = reminderJobs(app)
await startQueueNode({ url: app.stores.databaseUrl(), database }, handlers)
const agenda = startAgenda({ database, clock, kinds: Object.keys(handlers), log: silentLog })
fileResources.defer(agenda.stop)

const QUIET_MS_MAX = 60_000
let shop: Client
let shopNumber = 0
let organizationId: string

beforeAll(() => {
  clock.set('2026-03-09T10:00:00Z')
})

beforeEach(async () => {
  clock.set('2026-03-09T10:00:00Z')
  shopNumber += 1
  organizationId = `shop${shopNumber}`
  shop = await app.merchant(organizationId)
  await switchReminders(true)
  await database.pool.query('update organizations set time_zone = $1 where organization_id = $2', [
    'Europe/Berlin',
    organizationId,
  ])
})

async function switchReminders(isOn: boolean): Promise<void> {
  const settings = { invoiceSettingsInformation: { enableReminders: isOn } }
  expect((await shop.call('PUT', '/invoiceSettings', settings)).status).toBe(200)
}

const body = (given: object = {}) =>
  anInvoiceBody({
    invoiceInformation: { sendImmediately: true, ...given },
    orderInformation: {
      lineItems: [{ productSku: 'S', productName: 'Thing', quantity: 1, unitPrice: 100, totalAmount: 100 }],
    },
  })

async function invoice(given: object = {}): Promise<string> {
  const { status, body: made } = await shop.create(body(given))
  expect(status).toBe(201)
  return made.id
}

/** Moves time and runs due jobs. */
async function passTo(instant: string): Promise<void> {
  clock.set(instant)
  agenda.wake()
  expect(await untilQuiet({ database, clock }, { withinMs: QUIET_MS_MAX })).toBe(true)
}

/** Kind and subject of the mails besides the invoice's own, and the events of reminders: each must agree. */
async function reminders(): Promise<readonly string[]> {
  const mails = await database.pool.query(
    `select kind, subject, created_at from mail_outbox where organization_id = $1 and kind like '%reminder' order by created_at, subject`,
    [organizationId],
  )
  const events = await database.pool.query(
    `select event_type as type, subject, occurred_at from events where organization_id = $1 and event_type like '%reminder'
     order by occurred_at, subject`,
    [organizationId],
  )
  const written = events.rows.map(
    ({ type, subject, occurred_at }) => `${type.split('.').at(-1)} ${subject} ${occurred_at}`,
  )
  expect(mails.rows.map(({ kind, subject, created_at }) => `${kind} ${subject} ${created_at}`)).toEqual(written)
  return written
}

const pay = (invoiceNumber: string, amount: string) =>
  database.transaction((tx) =>
    recordPayment(
      tx,
      app,
      { organizationId, by: aTester },
      { invoiceNumber, amount: usd(amount), transactionId: 'T', origin: 'external' },
    ),
  )

test('a sent invoice gets a reminder at 09:00 five days before and one day after its due date, each once', async () => {
  const id = await invoice()

  await passTo('2026-03-27T07:59:59Z')
  expect(await reminders()).toEqual([])
  await passTo('2026-03-27T08:00:00Z')
  await passTo('2026-03-27T12:00:00Z')
  await passTo('2026-04-02T06:59:59Z')
  expect(await reminders()).toEqual([`reminder invoice:${id} 2026-03-27T08:00:00Z`])
  await passTo('2026-04-02T07:00:00Z')
  await passTo('2026-04-20T00:00:00Z')

  expect(await reminders()).toEqual([
    `reminder invoice:${id} 2026-03-27T08:00:00Z`,
    `overdue-reminder invoice:${id} 2026-04-02T07:00:00Z`,
  ])
  const { invoiceHistory } = (await shop.get(id)).body
  expect(invoiceHistory.map(({ event }: { event: string }) => event)).toEqual([
    'REMINDER',
    'REMINDER',
    'SEND',
    'CREATE',
  ])
})

test('drafts, published, paid and canceled invoices get no reminder, and a partly paid one does', async () => {
  await invoice({ sendImmediately: false })
  await invoice({ deliveryMode: 'none' })
  await pay(await invoice(), '100.00')
  await shop.cancel(await invoice())
  const partly = await invoice({ allowPartialPayments: true })
  await pay(partly, '40.00')

  await passTo('2026-03-27T08:00:00Z')

  expect(await reminders()).toEqual([`reminder invoice:${partly} 2026-03-27T08:00:00Z`])
})

test('the switch is read when a reminder is due', async () => {
  const id = await invoice()
  await switchReminders(false)
  await passTo('2026-03-27T08:00:00Z')
  await switchReminders(true)

  await passTo('2026-04-02T07:00:00Z')

  expect(await reminders()).toEqual([`overdue-reminder invoice:${id} 2026-04-02T07:00:00Z`])
})

async function setStatus(status: 'ACTIVE' | 'SUSPENDED'): Promise<void> {
  const query = 'update organizations set status = $1 where organization_id = $2'
  await database.pool.query(query, [status, organizationId])
}

test('a reminder that is due while its organization is suspended is skipped, and the next one is sent', async () => {
  const id = await invoice()
  await setStatus('SUSPENDED')
  await passTo('2026-03-27T08:00:00Z')
  await setStatus('ACTIVE')

  await passTo('2026-03-28T08:00:00Z')
  await passTo('2026-04-02T07:00:00Z')

  expect(await reminders()).toEqual([`overdue-reminder invoice:${id} 2026-04-02T07:00:00Z`])
})

test('an invoice gets no reminder if its organization is suspended after the job was created', async () => {
  const invoiceNumber = await invoice()
  await setStatus('SUSPENDED')
  clock.set('2026-03-27T08:00:00Z')

  const dueOn = Temporal.PlainDate.from('2026-04-01')
  await remindOf(app, { organizationId, invoiceNumber, kind: 'reminder', dueOn })

  expect(await reminders()).toEqual([])
})

test('an automatic reminder is skipped only if the merchant reminded the payer within the last day', async () => {
  const early = await invoice()
  const late = await invoice()
  clock.set('2026-03-25T08:00:00Z')
  expect((await shop.remind(early)).status).toBe(200)
  clock.set('2026-03-26T12:00:00Z')
  expect((await shop.remind(late)).status).toBe(200)

  await passTo('2026-03-27T08:00:00Z')
  await passTo('2026-04-02T07:00:00Z')

  expect(await reminders()).toEqual([
    `reminder invoice:${early} 2026-03-25T08:00:00Z`,
    `reminder invoice:${late} 2026-03-26T12:00:00Z`,
    `reminder invoice:${early} 2026-03-27T08:00:00Z`,
    `overdue-reminder invoice:${early} 2026-04-02T07:00:00Z`,
    `overdue-reminder invoice:${late} 2026-04-02T07:00:00Z`,
  ])
})

test('a new due date has its own reminders, and the former one has none', async () => {
  const id = await invoice()
  await passTo('2026-03-27T08:00:00Z')

  const updated = await shop.update(id, body({ dueDate: '2026-05-01' }))
  await passTo('2026-04-02T07:00:00Z')
  await passTo('2026-04-26T07:00:00Z')

  expect(updated.status).toBe(200)
  expect(await reminders()).toEqual([
    `reminder invoice:${id} 2026-03-27T08:00:00Z`,
    `reminder invoice:${id} 2026-04-26T07:00:00Z`,
  ])
})

test('a restored due date gets no second reminder, even if the clock is set back', async () => {
  const id = await invoice()
  await passTo('2026-03-27T08:00:00Z')
  clock.set('2026-03-20T00:00:00Z')
  await shop.update(id, body({ dueDate: '2026-05-01' }))
  await shop.update(id, body({ dueDate: '2026-04-01' }))

  await passTo('2026-03-27T08:00:00Z')

  expect(await reminders()).toHaveLength(1)
})

test('a reminder that was due before the invoice was sent is skipped', async () => {
  const id = await invoice({ sendImmediately: false })
  const other = await invoice({})
  clock.set('2026-03-27T08:00:00Z')
  await shop.send(id)

  await passTo('2026-03-27T08:00:01Z')
  await passTo('2026-04-02T07:00:00Z')

  expect(await reminders()).toEqual([
    // The agenda may have looked before the clock was moved again.
    expect.stringMatching(`^reminder invoice:${other} 2026-03-27T08:00:0[01]Z$`),
    `overdue-reminder invoice:${id} 2026-04-02T07:00:00Z`,
    `overdue-reminder invoice:${other} 2026-04-02T07:00:00Z`,
  ])
})

test('no reminder is sent after the link has ended', async () => {
  const id = await invoice({ expirationDate: '2026-04-02' })

  await passTo('2026-03-27T08:00:00Z')
  await passTo('2026-04-02T07:00:00Z')

  expect(await reminders()).toEqual([`reminder invoice:${id} 2026-03-27T08:00:00Z`])
})

test('two concurrent jobs of one reminder send one', async () => {
  const invoiceNumber = await invoice()
  clock.set('2026-03-27T08:00:00Z')
  const reminder = {
    organizationId,
    invoiceNumber,
    kind: 'reminder',
    dueOn: Temporal.PlainDate.from('2026-04-01'),
  } as const

  await Promise.all([remindOf(app, reminder), remindOf(app, reminder), remindOf(app, reminder)])

  expect(await reminders()).toHaveLength(1)
  const found = { ...reminder, sentBefore: clock.now(), afterPosition: 0, limit: 10 }
  expect(await findCandidates(database.db, found)).toEqual([])
})
