import { expect, test } from 'vitest'
import { startApp } from '../../../test/support/apps/app.ts'
import { storeMessage } from '../../../test/support/data/inbox-messages.ts'
import { invoicingClients } from '../../../test/support/http/invoicing-clients.ts'
import { quittance } from '../../../test/support/processes/command.ts'
import { writeTogether } from '../../platform/postgres/write-together.ts'
import { newId } from '../../platform/secrets/random.ts'
import { countOpenMails } from '../mail/listed-mail-store.ts'
import { mailWrite } from '../mail/outbox-store.ts'
import { pruneMails } from '../retention/jobs.ts'

const app = await startApp({ with: [invoicingClients] })
const { database, clock } = app

const mails = (...args: readonly string[]) => command(['mails', ...args])

async function command(args: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  return quittance(args, {
    QUITTANCE_DATA_DIR: app.stores.folder.path,
    DATABASE_URL: app.stores.databaseUrl(),
    // The key of `testSecrets`.
    QUITTANCE_SECRET_KEY: Buffer.alloc(32, 1).toString('base64'),
    QUITTANCE_LOG_LEVEL: 'silent',
    ...environment,
  })
}

async function aMail(state: string, address: string): Promise<string> {
  const mailId = newId()
  const recipient = { name: undefined, address }
  const about = { organizationId: 'shop', kind: 'invoice', subject: 'invoice:1042', cause: mailId } as const
  await database.transaction((tx) =>
    writeTogether(tx, [mailWrite({ ...about, recipient, payload: {}, createdAt: clock.now() }, mailId)]),
  )
  await database.pool.query(
    `update mail_outbox set state = $2, is_due = false, attempts = 9, last_error = '550 no such user', ended_at = created_at
     where mail_id = $1`,
    [mailId, state],
  )
  return mailId
}

async function due(): Promise<readonly string[]> {
  const { rows } = await database.pool.query(`select mail_id as id from mail_outbox where is_due`)
  return rows.map(({ id }) => id)
}

test('mails are listed with the reason, and retried by id or all dead ones', async () => {
  await app.merchant('shop')
  const dead = await aMail('dead', 'dead@example.org')
  const refused = await aMail('refused', 'Refused@example.org')
  const sent = await aMail('sent', 'sent@example.org')
  await database.pool.query(`insert into refused_addresses (organization_id, address, reason, refused_at)
    values ('shop', 'refused@example.org', '550', now())`)

  expect((await mails('list', '--state', 'dead')).out).toMatch(new RegExp(`${dead} .* dead .* 550 no such user`))
  const lines = (await mails('list')).out.trim().split('\n')
  expect(lines.map((line) => / state |dead@|Refused@|sent@/.exec(line)?.[0]).sort()).toEqual([
    ...[' state ', 'Refused@', 'dead@', 'sent@'],
  ])
  const listed = JSON.parse((await mails('list', '--json', '--organization', 'shop')).out)
  expect(listed.mails.map(({ mailId }: { mailId: string }) => mailId).sort()).toEqual([dead, refused, sent].sort())
  expect((await mails('list', '--state', 'lost')).code).not.toBe(0)
  expect((await mails('retry', sent)).code).not.toBe(0)
  expect((await mails('retry', 'x')).err).toContain('is not the id of a mail')

  expect(await countOpenMails(database)).toEqual({ parked: 0, waiting: 0, aboveRate: 0, dead: 1 })
  expect((await mails('retry')).out).toContain('1 mail is tried again.')
  expect(await due()).toEqual([dead])
  expect(JSON.parse((await mails('retry', refused, '--json')).out)).toMatchObject({ mails: [{ mailId: refused }] })
  expect((await due()).toSorted()).toEqual([dead, refused].toSorted())

  const { rows } = await database.pool.query(`select state, attempts, ended_at from mail_outbox where mail_id = $1`, [
    refused,
  ])
  expect(rows).toEqual([{ state: 'waiting', attempts: 0, ended_at: null }])
  expect((await database.pool.query('select from refused_addresses')).rowCount).toBe(0)
  const audited = await database.pool.query(`select from audit_entries where action = 'mail.retried'`)
  expect(audited.rowCount).toBe(2)
})

test('refused addresses are listed, and lifted for one organization or all, with an audit entry', async () => {
  await app.merchant('other')
  await database.pool.query(`insert into refused_addresses (organization_id, address, reason, refused_at)
    values ('shop', 'gone@example.org', '550 no such user', now()), ('other', 'gone@example.org', '551', now())`)

  expect((await mails('refused')).out).toMatch(/shop +gone@example\.org +550 no such user/)
  expect((await mails('lift', 'Gone@example.org', '--organization', 'other')).out).toContain('organization other')
  const left = JSON.parse((await mails('refused', '--json')).out)
  expect(left.addresses).toMatchObject([{ organizationId: 'shop', address: 'gone@example.org' }])
  expect((await mails('lift', 'gone@example.org')).code).toBe(0)
  expect((await mails('lift', 'gone@example.org')).err).toContain('No mail server refused this address.')
  const { rows } = await database.pool.query(
    `select organization_id as id from audit_entries where action = 'mail-address.lifted' order by id`,
  )
  expect(rows).toEqual([{ id: 'other' }, { id: 'shop' }])
})

test('rates are listed and changed, and a mail that waits for one says until when', async () => {
  await database.pool.query(`insert into mail_rates (organization_id, started_at, used, full_until)
    values ('shop', now(), 1000, now() + interval '1 hour')`)
  const waiting = await aMail('waiting', 'late@example.org')
  await database.pool.query(`update mail_outbox set is_due = true, last_error = null where mail_id = $1`, [waiting])

  const listed = JSON.parse((await mails('list', '--state', 'waiting', '--json')).out)
  const [mail] = listed.mails.filter(({ mailId }: { mailId: string }) => mailId === waiting)
  const [rate] = JSON.parse((await mails('rates', '--json')).out).rates
  expect(rate).toMatchObject({ organizationId: 'shop', perHour: 1_000, isDefault: true, used: 1_000 })
  expect(mail.waitsForRateUntil).toBe(rate.fullUntil)
  expect((await mails('list')).out).toContain('waits for the rate of its organization')
  expect((await mails('rate', 'shop', '2000')).out).toContain('shop sends up to 2000 mails an hour.')
  expect((await mails('rates')).out).toMatch(/shop +2000 +1000/)
  expect((await mails('rate', 'shop', 'default')).out).toContain('up to 1000 mails')
  expect((await mails('rate', 'shop', '0')).code).toBe(2)
  expect((await mails('rate', 'nobody', '5')).code).not.toBe(0)
  await database.pool.query(`delete from mail_outbox where mail_id = $1`, [waiting])
})

test('finished mails are removed after their retention period; pending ones stay', async () => {
  const kept = await aMail('sent', 'kept@example.org')
  await database.pool.query(`update mail_outbox set ended_at = $1 where mail_id <> $2`, [
    clock
      .now()
      .subtract({ hours: 24 * 30 })
      .subtract({ seconds: 1 })
      .toString(),
    kept,
  ])
  await database.pool.query(`update mail_outbox set ended_at = null where state = 'waiting'`)

  expect(await pruneMails({ database, clock, mailRetentionDays: 30 })).toBe(1)
  expect(await pruneMails({ database, clock, mailRetentionDays: 30 })).toBe(0)
  const { rows } = await database.pool.query('select state from mail_outbox order by state')
  expect(rows.map(({ state }) => state)).toEqual(['sent', 'waiting', 'waiting'])
})

test('the doctor says how many mails wait for a mail server in live mode', async () => {
  await database.pool.query(`update mail_outbox set state = 'parked'`)
  const live = { QUITTANCE_MODE: 'live', QUITTANCE_BASE_URL: 'https://pay.example.com' }
  const { out } = await command(['doctor', '--json'], live)

  const { checks } = JSON.parse(out)
  const [mail] = checks.filter(({ name }: { name: string }) => name === 'mail')
  expect(mail).toEqual({ name: 'mail', state: 'warning', message: 'no SMTP_URL: no mail can be sent, 3 mails wait' })
})

test('a message stays in the inbox for its days of the machine’s clock, however far the sandbox’s is moved', async () => {
  const old = await storeMessage(database, 'shop', { minute: 1 })
  const recent = await storeMessage(database, 'shop', { minute: 2 })
  await database.pool.query(
    `update sandbox_messages set kept_since = now() - interval '31 days' where message_id = $1`,
    [old],
  )
  const later = { now: () => clock.now().add({ hours: 24 * 400 }) }

  await pruneMails({ database, clock: later, mailRetentionDays: 30 })

  const { rows } = await database.pool.query('select message_id from sandbox_messages')
  expect(rows).toEqual([{ message_id: recent }])
})
