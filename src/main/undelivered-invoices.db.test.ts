import { beforeAll, expect, test } from 'vitest'
import { startApp } from '../../test/support/apps/app.ts'
import { anInvoiceBody } from '../../test/support/data/invoices.ts'
import { invoicingClients } from '../../test/support/http/invoicing-clients.ts'
import { startMailReceiver } from '../../test/support/mail/mail-receiver.ts'
import { silentLog as log } from '../../test/support/processes/queue-node.ts'
import { eventually } from '../../test/support/run/eventually.ts'
import { fileResources } from '../../test/support/run/file-resources.ts'
import { mailWork, notificationJobs } from '../notifications/index.ts'
import { PrintedPdfs } from '../platform/pdf/printed-pdfs.ts'
import { mailDeps } from './mail-deps.ts'

const receiver = await startMailReceiver()
const environment = { SMTP_URL: receiver.url, QUITTANCE_MAIL_FROM: 'mail@quittance.example' }
const app = await startApp({ with: [invoicingClients], environment })
const shop = await app.merchant('shop')
const { database, stores, clock, config } = app

const pdfs = new PrintedPdfs()
fileResources.defer(() => pdfs.close())
const delivery = mailDeps({ config, mode: 'sandbox', stores, clock, sandboxClock: undefined, log, pdfs })
fileResources.defer(() => delivery.mailServer?.close())
const mails = await mailWork.start({ ...delivery, url: stores.databaseUrl() })
fileResources.defer(mails.stop)

const sentTo = (email: string) =>
  anInvoiceBody({ invoiceInformation: { sendImmediately: true }, customerInformation: { email } })

async function sendEventOf(id: string) {
  const { rows } = await database.pool.query(
    `select fan_out as state, waits_for_mail as mail from events where subject = $1 and event_type like '%send'`,
    [`invoice:${id}`],
  )
  return rows
}

async function stateOfMail(id: string): Promise<string> {
  const { rows } = await database.pool.query(`select state from mail_outbox where mail_id = $1`, [id])
  return rows[0].state
}

beforeAll(async () => {
  // The first mail takes longer: what writes its PDF and the connection are made for it.
  await shop.create(sentTo('first@example.org'))
  await eventually(async () => receiver.received.length === 1)
})

test('an invoice whose mail is refused for good gets 202 and is CREATED, and its event is withdrawn', async () => {
  receiver.refuse('nobody@example.org', { at: 'recipient', answer: '550 5.1.1 no such user' })

  const refused = await shop.create(sentTo('nobody@example.org'))
  const { id } = refused.body

  expect(refused.status).toBe(202)
  expect(refused.body).toMatchObject({
    ...{ status: 'ACCEPTED', reason: 'ACCEPTED' },
    message: `Invoice ID ${id} created but failed to send an email. Send the invoice separately.`,
    _links: { self: { href: `/invoicing/v2/invoices/${id}` } },
  })
  const { body } = await shop.get(id)
  expect(body).toMatchObject({
    status: 'CREATED',
    warnings: [{ field: 'customerInformation.email', reason: 'EMAIL_REFUSED' }],
  })
  expect(body.warnings[0].message).toContain('550 5.1.1 no such user')
  expect(await sendEventOf(id)).toEqual([{ state: 'withdrawn', mail: null }])
})

test('a refused address is not tried again until it changes', async () => {
  const asked = receiver.asked()
  const again = await shop.create(sentTo('Nobody@example.org'))
  expect(again.status).toBe(202)
  expect(receiver.asked()).toBe(asked)

  const changed = anInvoiceBody({ customerInformation: { email: 'somebody@example.org' } })
  const { id } = again.body
  expect((await shop.update(id, changed)).status).toBe(200)
  expect((await shop.send(id)).body.status).toBe('SENT')
  expect((await shop.get(id)).body.warnings).toBeUndefined()
})

test('a refused address is tried again if the merchant confirms it', async () => {
  receiver.refuse('back@example.org', { at: 'recipient', answer: '550 5.1.1 no such user' }, 1)
  const { id } = (await shop.create(sentTo('back@example.org'))).body
  const asked = receiver.asked('back@example.org')
  const deliver = (body: object) => shop.call('POST', `/invoices/${id}/delivery`, body)

  const refused = await deliver({})
  expect([refused.status, refused.body.reason]).toEqual([400, 'ACTION_NOT_ALLOWED'])
  expect(refused.body.message).toContain('550 5.1.1 no such user')
  expect(refused.body.message).toContain('send it as customerInformation.email')
  const updated = await shop.update(id, anInvoiceBody({ customerInformation: { email: 'back@example.org' } }))
  expect(updated.body.warnings).toMatchObject([{ reason: 'EMAIL_REFUSED' }])
  expect((await shop.get(id)).body).toMatchObject({ status: 'CREATED', warnings: [{ reason: 'EMAIL_REFUSED' }] })
  expect(receiver.asked('back@example.org')).toBe(asked)

  const confirmed = await deliver({ customerInformation: { email: 'Back@example.org' } })

  expect([confirmed.status, confirmed.body.status]).toEqual([200, 'SENT'])
  await eventually(async () => receiver.received.some(({ to }) => to.includes('back@example.org')))
  expect((await shop.get(id)).body.warnings).toBeUndefined()
  const { rows } = await database.pool.query(
    `select subject from audit_entries where action = 'mail-address.confirmed'`,
  )
  expect(rows).toEqual([{ subject: `invoice:${id}` }])
})

test('an invoice whose mail is accepted gets 201, and its event no longer waits', async () => {
  const { status, body } = await shop.create(sentTo('ada@example.org'))

  expect([status, body.status]).toEqual([201, 'SENT'])
  expect(receiver.received.flatMap(({ to }) => to)).toContain('ada@example.org')
  expect(await sendEventOf(body.id)).toEqual([{ state: 'waiting', mail: null }])
})

test('an invoice whose mail is greylisted gets 201, and the mail is retried', async () => {
  receiver.refuse('grey@example.org', { at: 'recipient', answer: '450 4.7.1 greylisted' })
  const { status, body } = await shop.create(sentTo('grey@example.org'))

  expect([status, body.status]).toEqual([201, 'SENT'])
  expect((await shop.get(body.id)).body.status).toBe('SENT')
})

test('an invoice that was paid before its mail is refused keeps its status', async () => {
  receiver.refuse('payer@example.org', { at: 'recipient', answer: '450 4.7.1 greylisted' }, 1)
  const { body } = await shop.create(sentTo('payer@example.org'))
  await database.pool.query(
    `update invoices set status = 'PAID', balance_minor = 0, status_before_payment = 'SENT' where invoice_number = $1`,
    [body.id],
  )
  receiver.refuse('payer@example.org', { at: 'recipient', answer: '550 5.1.1 no such user' })
  const { rows } = await database.pool.query(`select mail_id as id from mail_outbox where subject = $1`, [
    `invoice:${body.id}`,
  ])
  await notificationJobs(stores)['mail.deliver']?.(
    { organizationId: 'shop', subject: rows[0].id, dueAt: clock.now().toString() },
    new AbortController().signal,
  )
  await eventually(async () => (await stateOfMail(rows[0].id)) === 'refused')

  expect((await shop.get(body.id)).body.status).toBe('PAID')
})

test('a repeated request gets the revised response', async () => {
  const body = sentTo('nobody@example.org')
  const headers = { 'idempotency-key': 'unsent' }
  const first = await shop.create(body, headers)
  const second = await shop.create(body, headers)

  expect([first.status, second.status]).toEqual([202, 202])
  expect(second.body).toEqual(first.body)
})
