import { pino } from 'pino'
import { beforeAll, expect, test } from 'vitest'
import { anOrganization, aTester, testSecrets } from '../../../test/support/data/organizations.ts'
import { fileResources } from '../../../test/support/run/file-resources.ts'
import { createTestDatabase } from '../../../test/support/stores/test-database.ts'
import { readPerson } from '../../kernel/person.ts'
import { Database } from '../../platform/postgres/database.ts'
import { writeTogether } from '../../platform/postgres/write-together.ts'
import { newId } from '../../platform/secrets/random.ts'
import { eventWrite } from '../events/event-store.ts'
import { keepMails, keptMails } from '../kept-mails/kept-mail-store.ts'
import { mailWrite } from '../mail/outbox-store.ts'
import { notificationsHolder } from './notifications-holder.ts'

const at = Temporal.Instant.from('2026-03-09T10:00:00Z')

let database: Database
beforeAll(async () => {
  database = new Database(await createTestDatabase(), pino({ level: 'silent' }))
  fileResources.defer(() => database.close())
  for (const id of ['shop', 'foreign']) await anOrganization({ database }, id)
})

async function tell(organizationId: string, address: string): Promise<void> {
  const subject = `invoice:${address}`
  const payload = { emailTo: address, payerName: 'Somebody', totalAmount: '1.00' }
  const recipient = { name: 'Somebody', address }
  await database.transaction((tx) =>
    writeTogether(tx, [
      eventWrite({ organizationId, type: 'thing.happened', occurredAt: at, subject, payload }),
      mailWrite({
        organizationId,
        kind: 'invoice',
        subject,
        cause: subject,
        recipient,
        payload: {},
        createdAt: at,
      }),
    ]),
  )
}

async function stored() {
  const { rows } = await database.pool.query(
    `select organization_id || ' ' || subject as what, payload,
      exists (select from mail_outbox mail where mail.organization_id = events.organization_id
        and mail.subject = events.subject) as "isMailed" from events order by what`,
  )
  return rows
}

test('mails to the person are not sent, and events no longer name the person', async () => {
  await tell('shop', 'Jane@example.org')
  await tell('shop', 'joan@example.org')
  await tell('foreign', 'jane@example.org')
  await database.pool.query(`insert into sandbox_messages (organization_id, message_id, kind, subject_ref, recipient,
      recipient_address, sender, mail_subject, language, created_at, html, text, headers)
    select organization_id, mail_id, kind, subject, recipient_address, recipient_address, '', '', 'en', created_at, '',
      '', '{}' from mail_outbox`)
  await database.pool.query(`insert into refused_addresses (organization_id, address, reason, refused_at)
    select organization_id, lower(recipient_address), '550', created_at from mail_outbox`)
  const before = await stored()
  const holder = notificationsHolder({ db: database })
  const person = readPerson({ emails: ['jane@example.org'], phones: [], customerIds: [] })
  const sought = { organizationId: 'shop', organizationIds: ['shop'], person }

  const found = await holder.find(sought)
  const untouched = await stored()
  const erased = await holder.erase(sought, aTester)

  expect(found).toEqual({
    counts: { events: 1, mails: 1, 'messages in the sandbox inbox': 1, 'refused addresses': 1 },
    remaining: [],
  })
  expect(untouched).toEqual(before)
  expect(erased).toEqual(found)
  expect(await stored()).toEqual([
    before[0],
    { what: 'shop invoice:Jane@example.org', payload: { totalAmount: '1.00' }, isMailed: false },
    before[2],
  ])
  for (const table of ['sandbox_messages', 'refused_addresses']) {
    expect((await database.pool.query(`select from ${table}`)).rowCount).toBe(2)
  }
  expect(await holder.erase(sought, aTester)).toEqual({ counts: {}, remaining: [] })
})

test('the texts of all mails about the person’s invoices are erased, also of those to the merchant', async () => {
  const mailed = async (subject: string, address: string) => {
    const mail = { organizationId: 'shop', mailId: newId() }
    const row = { ...mail, kind: 'invoice' as const, subject, cause: mail.mailId, payload: {}, createdAt: at }
    const text = { subject: 'S', language: 'en-US', html: '<p>', text: 'T', images: [] }
    await database.transaction(async (tx) => {
      await writeTogether(tx, [mailWrite({ ...row, recipient: { name: undefined, address } }, mail.mailId)])
      await keepMails(tx, testSecrets, { mails: [{ ...mail, ...text }], at })
    })
    return mail
  }
  const toPerson = await mailed('invoice:7', 'June@example.org')
  const toMerchant = await mailed('invoice:7', 'boss@shop.example')
  const aboutOthers = await mailed('invoice:8', 'boss@shop.example')
  const person = readPerson({ emails: ['june@example.org'], phones: [], customerIds: [] })
  const sought = { organizationId: 'shop', organizationIds: ['shop'], person }
  const holder = notificationsHolder({ db: database })

  const found = await holder.find(sought)
  const erased = await holder.erase(sought, aTester)

  expect(found.counts).toEqual({ mails: 1, 'texts of mails': 2 })
  expect(erased).toEqual(found)
  const kept = await Promise.all(
    [toPerson, toMerchant, aboutOthers].map((key) => keptMails.find(database.db, testSecrets, key)),
  )
  expect(kept.map((mail) => mail?.subject)).toEqual([undefined, undefined, 'S'])
})
