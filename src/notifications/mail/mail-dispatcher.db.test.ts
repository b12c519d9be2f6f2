import { beforeEach, expect, test } from 'vitest'
import { headerOf } from '../../../test/support/mail/mail-receiver.ts'
import { HELLO, outgoingMails } from '../../../test/support/mail/outgoing-mails.ts'
import { takeDueRows } from '../../platform/queue/agenda.ts'
import { keptMails } from '../kept-mails/kept-mail-store.ts'
import { pruneMails } from '../retention/jobs.ts'
import type { MailComposers } from './composed-mail.ts'
import { resumeMails } from './jobs.ts'
import { DELIVER_MAIL } from './outbox-store.ts'
import { MAIL_ATTEMPTS_MAX } from './retry-policy.ts'

const mails = await outgoingMails()
const { database, secrets, clock, receiver, mailServer, delivery, write, deliverDue, makeDue, stateOf, onAgenda } =
  mails
beforeEach(mails.clear)

test('a mail is handed over once, with its headers', async () => {
  const key = await write()
  const deps = delivery()

  await deliverDue(deps)
  await makeDue(key)
  await deliverDue(deps)

  const [mail] = receiver.received
  expect(receiver.received).toHaveLength(1)
  expect(mail).toMatchObject({ to: ['jane@example.org'], from: 'mail@quittance.example' })
  expect(mail && headerOf(mail, 'Message-ID')).toBe(`<${key.mailId}@quittance.example>`)
  expect(mail && headerOf(mail, 'From')).toBe('Acme via Quittance <mail@quittance.example>')
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

  await deliverDue(deps)
  expect(await stateOf(key)).toEqual({
    ...{ state: 'waiting', attempts: 1, reason: 'RCPT TO: 450 4.7.1 greylisted' },
  })
  const [first] = await onAgenda()
  expect(first).toMatchObject({ subject: key.mailId, due_at: clock.now().add({ minutes: 1 }) })
  expect(await takeDueRows(database, { now: clock.now(), kinds: [DELIVER_MAIL] })).toBe(0)
  expect(await takeDueRows(database, { now: clock.now().add({ minutes: 1 }), kinds: [DELIVER_MAIL] })).toBe(1)
  await makeDue(key)
  await deliverDue({ ...deps, sender: { name: undefined, address: 'moved@elsewhere.example' } })
  await makeDue(key)
  await deliverDue(deps)

  expect(receiver.received.map((mail) => headerOf(mail, 'Message-ID'))).toEqual([`<${key.mailId}@quittance.example>`])
  expect(await stateOf(key)).toEqual({ state: 'sent', attempts: 3, reason: null })
})

test('a mail that is never accepted is given up after the last retry, with the reason', async () => {
  const key = await write()
  const deps = delivery({ mailServer: mailServer('smtp://127.0.0.1:1') })

  for (let attempt = 1; attempt < MAIL_ATTEMPTS_MAX; attempt += 1) {
    await deliverDue(deps)
    expect(await onAgenda()).toHaveLength(1)
    await makeDue(key)
  }
  await database.pool.query('delete from agenda')
  await deliverDue(deps)

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
  await deliverDue(deps)
  const askedBefore = receiver.asked()
  const second = await write({ recipient: { name: undefined, address: 'nobody@example.org' } })
  await deliverDue(deps)

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
  await deliverDue(delivery())

  const states = await Promise.all([first, second].map(stateOf))
  expect(states.map(({ state }) => state).sort()).toEqual(['refused', 'sent'])
})

test('after a dropped connection the mail is tried again and keeps its Message-ID', async () => {
  const address = 'lost@example.org'
  receiver.refuse(address, { at: 'data', answer: 'drop' }, 1)
  const key = await write({ recipient: { name: undefined, address } })
  const deps = delivery()

  await deliverDue(deps)
  expect(await stateOf(key)).toMatchObject({ state: 'waiting' })
  await makeDue(key)
  await deliverDue(deps)

  const ids = receiver.received.map((mail) => headerOf(mail, 'Message-ID'))
  expect(ids).toEqual([`<${key.mailId}@quittance.example>`, `<${key.mailId}@quittance.example>`])
  expect(await stateOf(key)).toMatchObject({ state: 'sent' })
})

test('a mail about an invoice is kept as it was handed over or refused; any other is not', async () => {
  const address = 'kept@example.org'
  receiver.refuse(address, { at: 'recipient', answer: '550 5.1.1 no' })
  const logo = { filename: 'logo.png', contentType: 'image/png', content: Buffer.from('pixels'), contentId: 'logo' }
  const pdf = { filename: 'a.pdf', contentType: 'application/pdf', content: Buffer.from('%PDF') }
  const composed = { ...HELLO, html: '<img src="cid:logo">', attachments: [logo, pdf] }
  const sent = await write()
  const refused = await write({ recipient: { name: undefined, address } })
  const report = await write({ kind: 'report', subject: 'report:1' })

  await deliverDue(delivery({ composed }))

  const [kept, keptRefused, keptReport] = await Promise.all(
    [sent, refused, report].map((key) => keptMails.find(database.db, secrets, key)),
  )
  const { contentId, contentType, content } = logo
  expect(kept).toEqual({
    ...{ subject: 'Your invoice', language: 'en', html: '<img src="cid:logo">', text: 'Hello' },
    images: [{ contentId, contentType, content }],
  })
  expect(keptRefused?.subject).toBe('Your invoice')
  expect(keptReport).toBeUndefined()
  expect(await keptMails.find(database.db, secrets, { ...sent, organizationId: 'other' })).toBeUndefined()
  const { rows } = await database.pool.query('select content from kept_mails')
  expect(rows.every((row) => !row.content.includes('Hello'))).toBe(true)
  expect((await database.pool.query('select from kept_mail_images')).rowCount).toBe(1)
})

test('a kept mail is removed with its mail, and its images once no mail has them', async () => {
  const logo = { filename: 'logo.png', contentType: 'image/png', content: Buffer.from('logo'), contentId: 'logo' }
  const key = await write()
  await deliverDue(delivery({ composed: { ...HELLO, attachments: [logo] } }))
  const started = clock.now()
  const prune = () => pruneMails({ database, clock, mailRetentionDays: 90 })

  clock.set(started.add({ hours: 24 * 89 }).toString())
  await prune()
  expect(await keptMails.find(database.db, secrets, key)).toMatchObject({ images: [{ contentId: 'logo' }] })
  clock.set(started.add({ hours: 24 * 91 }).toString())
  await prune()

  expect(await keptMails.find(database.db, secrets, key)).toBeUndefined()
  const { rowCount } = await database.pool.query('select from kept_mail_images where content = $1', [logo.content])
  expect(rowCount).toBe(0)
  clock.set(started.toString())
})

test('a sandbox keeps each mail in its inbox once, and none leaves without a mail server', async () => {
  const key = await write()
  const deps = delivery({ isSandbox: true, mailServer: undefined })

  await deliverDue(deps)
  await makeDue(key)
  await deliverDue(deps)

  const { rows } = await database.pool.query('select message_id, sender, recipient, headers from sandbox_messages')
  expect(rows).toMatchObject([
    {
      ...{
        message_id: key.mailId,
        sender: 'Acme via Quittance <mail@quittance.example>',
        recipient: 'Jane <jane@example.org>',
      },
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
  await deliverDue(deps)

  const { rows } = await database.pool.query('select message_id::text as id from sandbox_messages')
  expect(rows.map(({ id }) => id).sort()).toEqual(keys.map(({ mailId }) => mailId).sort())
  expect(receiver.received).toHaveLength(1)
})

test('without a mail server mails wait, and are delivered once there is one', async () => {
  const key = await write()
  await deliverDue(delivery({ mailServer: undefined }))
  expect(await stateOf(key)).toEqual({ state: 'parked', attempts: 0, reason: null })
  expect(await resumeMails(delivery({ mailServer: undefined }))).toBe(0)

  const deps = delivery()
  expect(await resumeMails(deps)).toBe(1)
  expect(await resumeMails(deps)).toBe(0)
  await deliverDue(deps)

  expect(receiver.received.map(({ to }) => to[0])).toEqual(['jane@example.org'])
})

test('a mail without a reason is dropped', async () => {
  const key = await write()
  const composers = new Proxy({} as MailComposers, { get: () => async () => undefined })
  await deliverDue(delivery({ composers }))

  expect(await stateOf(key)).toMatchObject({ state: 'dropped' })
  expect(receiver.received).toEqual([])
})

test('a mail that cannot be composed is tried again, and the reason is kept', async () => {
  const key = await write()
  const fail = async () => {
    throw new Error('No font.')
  }
  await deliverDue(delivery({ composers: new Proxy({} as MailComposers, { get: () => fail }) }))

  expect(await stateOf(key)).toMatchObject({ state: 'waiting', reason: 'The mail could not be composed: No font.' })
  expect(await onAgenda()).toHaveLength(1)
})

test('a merchant’s name shows no address of a page or a mail, and through whom the mail comes', async () => {
  const evil = 'Your bank security@bank.example http://evil.example/login'
  await write({ recipient: { name: 'Call www.evil.example now', address: 'jane@example.org' } })
  await deliverDue(delivery({ composed: { ...HELLO, sender: { name: evil, ownDomain: undefined } } }))

  const [mail] = receiver.received
  expect(mail && headerOf(mail, 'From')).toBe('Your bank security bank example via Quittance <mail@quittance.example>')
  expect(mail && headerOf(mail, 'To')).toBe('Call now <jane@example.org>')
})

test('names, subjects and addresses can add no header and no recipient', async () => {
  const evil = 'Evil"\r\nBcc: victim@example.org\r\n\r\n<script>'
  await write({ recipient: { name: evil, address: 'jane@example.org' } })
  await write({ recipient: { name: 'Jürgen Groß', address: 'juergen@müller.example' } })
  const list = await write({ recipient: { name: undefined, address: 'a@example.org, b@example.org' } })
  const composed = {
    ...HELLO,
    sender: { name: evil, ownDomain: undefined },
    subject: evil,
    replyTo: 'x@example.org\r\nBcc: v@example.org',
  }
  await deliverDue(delivery({ composed }))

  const [mail, other] = receiver.received.toSorted((a, b) => String(a.to).localeCompare(String(b.to)))
  expect([mail?.to, other?.to]).toEqual([['jane@example.org'], ['juergen@müller.example']])
  for (const each of receiver.received) {
    expect(headerOf(each, 'Bcc')).toBeUndefined()
    expect(headerOf(each, 'Reply-To')).toBeUndefined()
    expect(headerOf(each, 'From')).toMatch(/<mail@quittance\.example>$/)
  }
  expect(mail && headerOf(mail, 'To')).toMatch(/<jane@example\.org>$/)
  expect(other && headerOf(other, 'To')).toContain('xn--mller-kva.example')
  expect(await stateOf(list)).toMatchObject({ state: 'refused', reason: 'This is not a mail address.' })
})
