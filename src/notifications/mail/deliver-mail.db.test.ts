import { beforeAll, beforeEach, expect, test } from 'vitest'
import { anOrganization } from '../../../test/support/data/organizations.ts'
import { headerOf, type MailReceiver, startMailReceiver } from '../../../test/support/mail/mail-receiver.ts'
import { aDatabase, silentLog, startQueueNode } from '../../../test/support/processes/queue-node.ts'
import { eventually } from '../../../test/support/run/eventually.ts'
import { fileResources } from '../../../test/support/run/file-resources.ts'
import { settableClock } from '../../../test/support/run/settable-clock.ts'
import { writeTogether } from '../../platform/postgres/write-together.ts'
import { takeDueRows } from '../../platform/queue/agenda.ts'
import { newId } from '../../platform/secrets/random.ts'
import type { ComposedMail, MailComposers } from './composed-mail.ts'
import { type DeliveryDeps, deliverMail } from './deliver-mail.ts'
import { mailDeliveryJobs, resumeMails } from './jobs.ts'
import type { Mail, MailKind } from './mail.ts'
import { openMailServer } from './mail-server.ts'
import { DELIVER_MAIL, mailWrite } from './outbox-store.ts'
import { MAIL_ATTEMPTS_MAX } from './retry-policy.ts'

const place = await aDatabase()
const { database } = place
const clock = settableClock('2026-03-09T10:00:00Z')
let receiver: MailReceiver
beforeAll(async () => {
  await anOrganization({ database }, 'shop')
  receiver = await startMailReceiver()
})
beforeEach(async () => {
  for (const table of [
    'mail_outbox',
    'agenda',
    'refused_addresses',
    'sandbox_messages',
    'graphile_worker._private_jobs',
  ]) {
    await database.pool.query(table === 'sandbox_messages' ? `truncate ${table} cascade` : `delete from ${table}`)
  }
  receiver.received.splice(0)
})

const HELLO: ComposedMail = {
  ...{ language: 'en', subject: 'Your invoice', html: '<p>Hello</p>', text: 'Hello' },
  ...{ senderName: 'Acme', replyTo: 'contact@acme.example', attachments: [] },
}

function delivery(given: Partial<DeliveryDeps> & { readonly composed?: ComposedMail } = {}): DeliveryDeps {
  const { composed = HELLO, ...deps } = given
  const composers = new Proxy({} as MailComposers, { get: () => async () => composed })
  return {
    ...{ database, clock, isSandbox: false, log: silentLog, composers, refusalEffects: {} },
    ...{ mailServer: mailServer(), sender: { name: 'Quittance', address: 'mail@quittance.example' } },
    ...deps,
  }
}

function mailServer(url = receiver.url) {
  const server = openMailServer(url)
  fileResources.defer(server.close)
  return server
}

async function write(given: Partial<Mail> = {}) {
  const mailId = newId()
  const recipient = { name: 'Jane', address: 'jane@example.org' }
  const mail = { organizationId: 'shop', kind: 'invoice' as MailKind, subject: 'invoice:1042', cause: newId() }
  const row = { ...mail, recipient, payload: {}, createdAt: clock.now(), ...given }
  await database.transaction((tx) => writeTogether(tx, [mailWrite(row, mailId)]))
  return { organizationId: 'shop', mailId }
}

async function stateOf({ mailId }: { readonly mailId: string }) {
  const { rows } = await database.pool.query(
    `select state, attempts, last_error as reason from mail_outbox where mail_id = $1`,
    [mailId],
  )
  return rows[0]
}

async function onAgenda(): Promise<readonly { readonly subject: string; readonly due_at: Temporal.Instant }[]> {
  const { rows } = await database.pool.query(`select subject, due_at from agenda where kind = '${DELIVER_MAIL}'`)
  return rows
}

test('a mail is handed over once, with its headers', async () => {
  const key = await write()
  const deps = delivery()

  await deliverMail(deps, key)
  await deliverMail(deps, key)

  const [mail] = receiver.received
  expect(receiver.received).toHaveLength(1)
  expect(mail).toMatchObject({ to: ['jane@example.org'], from: 'mail@quittance.example' })
  expect(mail && headerOf(mail, 'Message-ID')).toBe(`<${key.mailId}@quittance.example>`)
  expect(mail && headerOf(mail, 'From')).toBe('Acme <mail@quittance.example>')
  expect(mail && headerOf(mail, 'To')).toBe('Jane <jane@example.org>')
  expect(mail && headerOf(mail, 'Reply-To')).toBe('contact@acme.example')
  expect(mail && headerOf(mail, 'Date')).toBe('Mon, 09 Mar 2026 10:00:00 +0000')
  expect(await stateOf(key)).toEqual({ state: 'sent', attempts: 1, reason: null })
})

test('a greylisted mail is tried again by the clock, under the same Message-ID', async () => {
  const address = 'grey@example.org'
  receiver.refuse(address, { at: 'recipient', answer: '450 4.7.1 greylisted' }, 2)
  const key = await write({ recipient: { name: undefined, address } })
  const deps = delivery()

  await deliverMail(deps, key)
  expect(await stateOf(key)).toEqual({
    ...{ state: 'waiting', attempts: 1, reason: 'RCPT TO: 450 4.7.1 greylisted' },
  })
  const [first] = await onAgenda()
  expect(first).toMatchObject({ subject: key.mailId, due_at: clock.now().add({ minutes: 1 }) })
  expect(await takeDueRows(database, { now: clock.now(), kinds: [DELIVER_MAIL] })).toBe(0)
  expect(await takeDueRows(database, { now: clock.now().add({ minutes: 1 }), kinds: [DELIVER_MAIL] })).toBe(1)
  await deliverMail({ ...deps, sender: { name: undefined, address: 'moved@elsewhere.example' } }, key)
  await deliverMail(deps, key)

  expect(receiver.received.map((mail) => headerOf(mail, 'Message-ID'))).toEqual([`<${key.mailId}@quittance.example>`])
  expect(await stateOf(key)).toEqual({ state: 'sent', attempts: 3, reason: null })
})

test('a mail that is never accepted is given up after the last retry, with the reason', async () => {
  const key = await write()
  const deps = delivery({ mailServer: mailServer('smtp://127.0.0.1:1') })

  for (let attempt = 1; attempt < MAIL_ATTEMPTS_MAX; attempt += 1) {
    await deliverMail(deps, key)
    expect(await onAgenda()).toHaveLength(1)
  }
  await database.pool.query('delete from agenda')
  await deliverMail(deps, key)

  expect(await stateOf(key)).toMatchObject({ state: 'dead', attempts: MAIL_ATTEMPTS_MAX })
  expect((await stateOf(key)).reason).toContain('ECONNREFUSED')
  expect(await onAgenda()).toEqual([])
})

test('an address that the server refuses for good is marked and not tried again', async () => {
  const address = 'Nobody@example.org'
  receiver.refuse(address, { at: 'recipient', answer: '550 5.1.1 no such user' })
  const refused: string[] = []
  const deps = delivery({ refusalEffects: { invoice: async (_tx, { mailId }) => void refused.push(mailId) } })
  const first = await write({ recipient: { name: undefined, address } })
  await deliverMail(deps, first)
  const askedBefore = receiver.asked()
  const second = await write({ recipient: { name: undefined, address: 'nobody@example.org' } })
  await deliverMail(deps, second)

  expect(await stateOf(first)).toMatchObject({ state: 'refused', attempts: 1 })
  expect((await stateOf(second)).reason).toBe('The address was refused before: RCPT TO: 550 5.1.1 no such user')
  expect(receiver.asked()).toBe(askedBefore)
  expect(refused).toEqual([first.mailId, second.mailId])
  expect(await onAgenda()).toEqual([])
})

test('a mail that is refused for its content leaves the address as it was', async () => {
  receiver.refuse('picky@example.org', { at: 'data', answer: '554 5.7.1 looks like spam' }, 1)
  const recipient = { name: undefined, address: 'picky@example.org' }
  const [first, second] = [await write({ recipient }), await write({ recipient })]
  const deps = delivery()
  await deliverMail(deps, first)
  await deliverMail(deps, second)

  expect(await stateOf(first)).toMatchObject({ state: 'refused' })
  expect(await stateOf(second)).toMatchObject({ state: 'sent' })
})

test('after a dropped connection the mail is tried again and keeps its Message-ID', async () => {
  const address = 'lost@example.org'
  receiver.refuse(address, { at: 'data', answer: 'drop' }, 1)
  const key = await write({ recipient: { name: undefined, address } })
  const deps = delivery()

  await deliverMail(deps, key)
  expect(await stateOf(key)).toMatchObject({ state: 'waiting' })
  await deliverMail(deps, key)

  const ids = receiver.received.map((mail) => headerOf(mail, 'Message-ID'))
  expect(ids).toEqual([`<${key.mailId}@quittance.example>`, `<${key.mailId}@quittance.example>`])
  expect(await stateOf(key)).toMatchObject({ state: 'sent' })
})

test('a mail that was accepted while the process died is repeated once, under the same Message-ID', async () => {
  const key = await write()
  const deps = delivery()
  const dying = { ...deps, clock: { now: () => clock.now() } }
  // The attempt is counted and the mail handed over, but nothing is stored after it.
  const lost = deps.mailServer && {
    ...deps.mailServer,
    handOver: async (...args: Parameters<typeof deps.mailServer.handOver>) => {
      await deps.mailServer?.handOver(...args)
      throw new Error('The process has died.')
    },
  }
  await expect(deliverMail({ ...dying, mailServer: lost }, key)).rejects.toThrow('The process has died.')
  await deliverMail(deps, key)
  await deliverMail(deps, key)

  const ids = receiver.received.map((mail) => headerOf(mail, 'Message-ID'))
  expect(ids).toEqual([`<${key.mailId}@quittance.example>`, `<${key.mailId}@quittance.example>`])
  expect(await stateOf(key)).toMatchObject({ state: 'sent', attempts: 2 })
})

test('two workers deliver every mail once', async () => {
  const count = 40
  for (let index = 0; index < count; index += 1) await write({ cause: `two workers ${index}` })
  const lanes = [1, 2].map(() => [{ handlers: mailDeliveryJobs(delivery()), concurrency: 5 }])
  const nodes = await Promise.all(lanes.map((each) => startQueueNode(place, {}, { lanes: each })))
  await eventually(async () => receiver.received.length >= count)
  for (const node of nodes) await node.stop()

  const ids = receiver.received.map((mail) => headerOf(mail, 'Message-ID'))
  expect(new Set(ids).size).toBe(count)
  expect(ids).toHaveLength(count)
})

test('a sandbox keeps each mail in its inbox once, and none leaves without a mail server', async () => {
  const key = await write()
  const deps = delivery({ isSandbox: true, mailServer: undefined })

  await deliverMail(deps, key)
  await deliverMail(deps, key)

  const { rows } = await database.pool.query('select message_id, sender, recipient, headers from sandbox_messages')
  expect(rows).toMatchObject([
    {
      ...{ message_id: key.mailId, sender: 'Acme <mail@quittance.example>', recipient: 'Jane <jane@example.org>' },
      headers: { 'Message-ID': `<${key.mailId}@quittance.example>`, Subject: 'Your invoice' },
    },
  ])
  expect(receiver.received).toEqual([])
  expect(await stateOf(key)).toEqual({ state: 'sent', attempts: 1, reason: null })
})

test('a sandbox with a mail server sends its mails too, and the inbox shows refused ones', async () => {
  const address = 'inbox@example.org'
  receiver.refuse(address, { at: 'recipient', answer: '550 no' })
  const deps = delivery({ isSandbox: true })
  const keys = [await write(), await write({ recipient: { name: undefined, address } })]
  for (const key of keys) await deliverMail(deps, key)

  const { rows } = await database.pool.query('select message_id::text as id from sandbox_messages')
  expect(rows.map(({ id }) => id).sort()).toEqual(keys.map(({ mailId }) => mailId).sort())
  expect(receiver.received).toHaveLength(1)
})

test('without a mail server mails wait, and are delivered once there is one', async () => {
  const key = await write()
  await database.pool.query('delete from graphile_worker._private_jobs')
  await deliverMail(delivery({ mailServer: undefined }), key)
  expect(await stateOf(key)).toEqual({ state: 'parked', attempts: 0, reason: null })
  // As a former version of the service writes it.
  await database.pool.query(`insert into mail_outbox (organization_id, mail_id, kind, subject, recipient_address,
    payload, created_at) values ('shop', gen_random_uuid(), 'invoice', 'invoice:1', 'old@example.org', '{}', now())`)
  expect(await resumeMails(delivery({ mailServer: undefined }))).toBe(0)

  const deps = delivery()
  expect(await resumeMails(deps)).toBe(2)
  expect(await resumeMails(deps)).toBe(0)
  const node = await startQueueNode(place, mailDeliveryJobs(deps))
  await eventually(async () => receiver.received.length === 2)
  await node.stop()

  expect(receiver.received.map(({ to }) => to[0]).sort()).toEqual(['jane@example.org', 'old@example.org'])
})

test('a mail without a reason is dropped', async () => {
  const key = await write()
  const composers = new Proxy({} as MailComposers, { get: () => async () => undefined })
  await deliverMail(delivery({ composers }), key)

  expect(await stateOf(key)).toMatchObject({ state: 'dropped' })
  expect(receiver.received).toEqual([])
})

test('a mail that cannot be composed is tried again, and the reason is kept', async () => {
  const key = await write()
  const fail = async () => {
    throw new Error('No font.')
  }
  await deliverMail(delivery({ composers: new Proxy({} as MailComposers, { get: () => fail }) }), key)

  expect(await stateOf(key)).toMatchObject({ state: 'waiting', reason: 'The mail could not be composed: No font.' })
  expect(await onAgenda()).toHaveLength(1)
})

test('names, subjects and addresses can add no header and no recipient', async () => {
  const evil = 'Evil"\r\nBcc: victim@example.org\r\n\r\n<script>'
  const key = await write({ recipient: { name: evil, address: 'jane@example.org' } })
  const idn = await write({ recipient: { name: 'Jürgen Groß', address: 'juergen@müller.example' } })
  const list = await write({ recipient: { name: undefined, address: 'a@example.org, b@example.org' } })
  const composed = { ...HELLO, senderName: evil, subject: evil, replyTo: 'x@example.org\r\nBcc: v@example.org' }
  const deps = delivery({ composed })
  for (const each of [key, idn, list]) await deliverMail(deps, each)

  const [mail, other] = receiver.received
  expect(receiver.received.map(({ to }) => to)).toEqual([['jane@example.org'], ['juergen@müller.example']])
  for (const each of receiver.received) {
    expect(headerOf(each, 'Bcc')).toBeUndefined()
    expect(headerOf(each, 'Reply-To')).toBeUndefined()
    expect(headerOf(each, 'From')).toMatch(/<mail@quittance\.example>$/)
  }
  expect(mail && headerOf(mail, 'To')).toMatch(/<jane@example\.org>$/)
  expect(other && headerOf(other, 'To')).toContain('xn--mller-kva.example')
  expect(await stateOf(list)).toMatchObject({ state: 'refused', reason: 'This is not a mail address.' })
})
