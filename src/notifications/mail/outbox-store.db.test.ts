import { pino } from 'pino'
import { beforeAll, expect, test } from 'vitest'
import { anOrganization } from '../../../test/support/data/organizations.ts'
import { fileResources } from '../../../test/support/run/file-resources.ts'
import { createTestDatabase } from '../../../test/support/stores/test-database.ts'
import { Database } from '../../platform/postgres/database.ts'
import { writeTogether } from '../../platform/postgres/write-together.ts'
import { newId } from '../../platform/secrets/random.ts'
import { inboxWrites } from './inbox-store.ts'
import type { Mail } from './mail.ts'
import { mailWrite } from './outbox-store.ts'

const at = Temporal.Instant.from('2026-03-09T10:00:00Z')

let database: Database
beforeAll(async () => {
  database = new Database(await createTestDatabase(), pino({ level: 'silent' }))
  fileResources.defer(() => database.close())
  for (const id of ['shop', 'other']) await anOrganization({ database }, id)
})

function aMail(given: Partial<Mail> = {}): Mail {
  const recipient = { name: 'Jane', address: 'jane@example.org' }
  const about = { subject: 'invoice:1042', cause: newId(), recipient, payload: { version: 1 } }
  return { organizationId: 'shop', kind: 'invoice', ...about, createdAt: at, ...given }
}

test('a cause has one mail in each organization, even within one statement', async () => {
  const mail = aMail({ cause: 'invoice:7 sent' })
  await database.transaction((tx) => writeTogether(tx, [mailWrite(mail), mailWrite(mail)]))
  await database.transaction((tx) =>
    writeTogether(tx, [mailWrite(mail), mailWrite({ ...mail, organizationId: 'other' })]),
  )

  const { rows } = await database.pool.query(
    'select organization_id as who from mail_outbox where cause = $1 order by who',
    [mail.cause],
  )
  expect(rows).toEqual([{ who: 'other' }, { who: 'shop' }])
})

test('the inbox keeps a message once, with its attachments', async () => {
  const mail = { ...aMail(), mailId: newId() }
  const logo = { filename: 'logo.png', contentType: 'image/png', contentId: 'logo', content: Buffer.from('pixels') }
  const big = { filename: 'big.bin', contentType: 'application/octet-stream', content: Buffer.alloc(3 * 1024 * 1024) }
  const composed = {
    ...{ language: 'en', subject: 'Your invoice', html: '<p>Hello</p>', text: 'Hello' },
    ...{ sender: { name: 'Acme', ownDomain: undefined }, replyTo: undefined, attachments: [logo, big] },
  }
  const message = { mail, composed, from: 'Acme <a@b.example>', to: 'jane@example.org', headers: { Subject: 'x' }, at }
  for (let repeated = 0; repeated < 2; repeated += 1) {
    await database.transaction((tx) => writeTogether(tx, inboxWrites(message)))
  }

  const { rows } = await database.pool.query('select kind, mail_subject, headers from sandbox_messages')
  const { rows: attached } = await database.pool.query(
    'select filename, content_id, bytes::int, content from sandbox_attachments order by position',
  )
  expect(rows).toEqual([{ kind: 'invoice', mail_subject: 'Your invoice', headers: { Subject: 'x' } }])
  expect(attached).toEqual([
    { filename: 'logo.png', content_id: 'logo', bytes: 6, content: logo.content },
    { filename: 'big.bin', content_id: null, bytes: big.content.length, content: null },
  ])
})
