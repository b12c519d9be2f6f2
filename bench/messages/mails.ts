import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createTransport } from 'nodemailer'
import { invoiceMail } from '../../src/invoicing/mails/invoice-mail.ts'
import type { ComposedMail, MailComposers } from '../../src/notifications/mail/composed-mail.ts'
import { MailDispatcher } from '../../src/notifications/mail/mail-dispatcher.ts'
import { headersOf, mailBytes } from '../../src/notifications/mail/mail-message.ts'
import { MAIL_CONNECTIONS_MAX, openMailServer } from '../../src/notifications/mail/mail-server.ts'
import { renderMail } from '../../src/notifications/mail-kit/render-mail.ts'
import { createOrganization } from '../../src/organizations/index.ts'
import { systemClock } from '../../src/platform/clock/clock.ts'
import { openDataFolder } from '../../src/platform/files/data-folder.ts'
import { createLogger } from '../../src/platform/log/log.ts'
import { Database } from '../../src/platform/postgres/database.ts'
import { startEmbeddedPostgres } from '../../src/platform/postgres/embedded/embedded-postgres.ts'
import { migratePostgres, withMigrationLock } from '../../src/platform/postgres/migrate-postgres.ts'
import { withClient } from '../../src/platform/postgres/with-client.ts'
import { migrateQueue } from '../../src/platform/queue/queue.ts'
import { Secrets } from '../../src/platform/secrets/secrets.ts'
import { benchFolder, removeFolder } from '../bench-service.ts'
import { type Figure, median } from '../figure.ts'
import { aView, invoicePdfMs } from '../pdf-bench.ts'
import { SIZES } from '../sizes.ts'

const ROUNDS = 5
const MADE = 200
/** Polling costs the database something too. */
const ASK_EVERY_MS = 20
const SENDER = { name: 'Bench', address: 'mail@bench.example' }
const log = createLogger({ level: 'silent' })

/**
 * How fast mails leave: finished bytes from the outbox to the server, beside bare nodemailer through a pool of the same
 * size. Making the bytes is measured separately.
 */
export async function benchMails(): Promise<readonly Figure[]> {
  const folder = benchFolder()
  const postgres = await startEmbeddedPostgres(openDataFolder(folder), log)
  const database = new Database(postgres.url, log)
  const server = await startServer()
  try {
    await withMigrationLock(postgres.url, (client) => migratePostgres(client))
    await migrateQueue(postgres.url)
    await anOrganization(database)
    const rate = await deliveryRate({ url: postgres.url, database, smtpUrl: server.url })
    return [rate, ...(await makingOf(1000 / rate.limit))]
  } finally {
    await server.stop()
    await database.close()
    await postgres.stop()
    removeFolder(folder)
  }
}

type Place = { readonly url: string; readonly database: Database; readonly smtpUrl: string }

async function deliveryRate(place: Place): Promise<Figure> {
  const bytes = await mailBytes(HEADERS, SAMPLE)
  await bareRate(place, bytes)
  await ourRate(place, bytes)
  const rounds: { readonly ours: number; readonly bare: number }[] = []
  // In turns, so that whatever else the machine does slows both down.
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.push({ bare: await bareRate(place, bytes), ours: await ourRate(place, bytes) })
  }
  return {
    what: `${SIZES.mails.toLocaleString('en-US')} mails of ${Math.round(bytes.length / 1024)} KiB delivered from the outbox`,
    unit: 'mails/s',
    ours: median(rounds.map(({ ours }) => ours)),
    limit: median(rounds.map(({ bare }) => bare)),
    limitIs: `bare nodemailer with ${MAIL_CONNECTIONS_MAX} connections, nothing stored`,
    isRate: true,
    bar: { ratioMin: 0.5 },
  }
}

async function bareRate({ smtpUrl }: Place, bytes: Buffer): Promise<number> {
  const transport = createTransport({ pool: true, url: smtpUrl, maxConnections: MAIL_CONNECTIONS_MAX })
  const envelope = { from: SENDER.address, to: ['jane@example.org'] }
  let left = SIZES.mails
  const send = async (): Promise<void> => {
    while (left > 0) {
      left -= 1
      await transport.sendMail({ raw: bytes, envelope })
    }
  }
  const startedAt = performance.now()
  await Promise.all(Array.from({ length: MAIL_CONNECTIONS_MAX }, send))
  const rate = (SIZES.mails / (performance.now() - startedAt)) * 1000
  transport.close()
  return rate
}

async function ourRate(place: Place, bytes: Buffer): Promise<number> {
  const { database, smtpUrl } = place
  await fill(place)
  const mailServer = openMailServer(smtpUrl)
  const composers = new Proxy({} as MailComposers, { get: () => async () => SAMPLE })
  const startedAt = performance.now()
  const dispatcher = new MailDispatcher({
    ...{ database, clock: systemClock, refreshClock: async () => {}, isSandbox: false, log, refusalEffects: {} },
    secrets: new Secrets(Buffer.alloc(32)),
    ...{ mailServer, sender: SENDER, composers, bytesOf: async () => bytes, mailsPerHour: 1_000_000 },
  })
  while (await isWaiting(database)) await sleep(ASK_EVERY_MS)
  const rate = (SIZES.mails / (performance.now() - startedAt)) * 1000
  await dispatcher.stop()
  mailServer.close()
  return rate
}

/** The steps before the hand-over, each in milliseconds beside the hand-over of a mail by bare nodemailer. */
async function makingOf(handOverMs: number): Promise<readonly Figure[]> {
  const day = Temporal.PlainDate.from('2026-03-01')
  const content = invoiceMail({
    ...{ kind: 'invoice', view: aView('en-US', ['Widget'], 1), recipient: 'jane@example.org', dueOn: day, today: day },
    ...{ link: 'https://pay.example/x', isPayable: true, customMessage: 'Thank you.', hasPdf: true },
    ...{ isSandbox: false, logo: undefined, replyTo: undefined },
  })
  const figure = (what: string, ours: number): Figure => ({
    ...{ what, unit: 'ms', ours, limit: handOverMs, limitIs: 'handing a mail over', isRate: false },
  })
  return [
    figure('HTML and text of an invoice mail, measured apart', await msOf(async () => renderMail(content))),
    figure('MIME of a mail, measured apart', await msOf(() => mailBytes(HEADERS, SAMPLE))),
    figure('PDF of an invoice, measured apart', await invoicePdfMs()),
  ]
}

async function msOf(make: () => Promise<unknown>): Promise<number> {
  const took: number[] = []
  for (let round = 0; round < MADE; round += 1) {
    const startedAt = performance.now()
    await make()
    took.push(performance.now() - startedAt)
  }
  return median(took)
}

async function isWaiting({ pool }: Database): Promise<boolean> {
  const { rows } = await pool.query(`select exists (select from mail_outbox where state = 'waiting') as "isWaiting"`)
  return rows[0].isWaiting
}

/** Mails as `mailWrite` makes them, all in one statement. */
async function fill({ url }: Place): Promise<void> {
  await withClient({ connectionString: url }, async (client) => {
    await client.query('truncate mail_outbox cascade')
    await client.query(
      `insert into mail_outbox (organization_id, mail_id, kind, subject, cause, recipient_address, payload, created_at,
        state, is_due)
      select 'shop', gen_random_uuid(), 'invoice', 'invoice:' || n, 'sent ' || n, 'customer-' || n || '@example.org',
        '{}', now(), 'waiting', true
      from generate_series(1, $1::int) as n`,
      [SIZES.mails],
    )
    await client.query('vacuum analyze mail_outbox')
  })
}

async function anOrganization(database: Database): Promise<void> {
  const secrets = new Secrets(Buffer.alloc(32, 1))
  await createOrganization(
    { db: database, clock: systemClock, machineClock: systemClock, secrets, mode: 'live' },
    { kind: 'command-line', name: 'bench' },
    {
      ...{ organizationId: 'shop', type: 'merchant', name: 'shop', timeZone: 'UTC', contact: {} },
      ...{ hasFraudManagement: false, parentId: undefined },
    },
  )
}

const SAMPLE: ComposedMail = {
  ...{ language: 'en-US', subject: 'Your invoice', html: '<p>Hello</p>'.repeat(1000), text: 'Hello\n'.repeat(200) },
  ...{ sender: { name: 'Acme', ownDomain: undefined }, replyTo: 'contact@acme.example', attachments: [] },
}
const HEADERS = headersOf({
  mail: {
    ...{ organizationId: 'shop', mailId: 'sample', kind: 'invoice', subject: 'invoice:1', cause: 'sent 1' },
    ...{ recipient: { name: undefined, address: 'jane@example.org' }, payload: {}, createdAt: systemClock.now() },
  },
  ...{ composed: SAMPLE, sender: SENDER, messageId: '<sample@bench.example>', date: systemClock.now() },
})

async function startServer(): Promise<{ readonly url: string; readonly stop: () => Promise<void> }> {
  const program = fileURLToPath(new URL('mail-server-process.ts', import.meta.url))
  const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  const [port] = await once(child.stdout, 'data')
  return {
    url: `smtp://127.0.0.1:${String(port).trim()}`,
    stop: async () => {
      child.stdin.end()
      await ended
    },
  }
}
