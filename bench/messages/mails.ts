import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createTransport } from 'nodemailer'
import type { ComposedMail, MailComposers } from '../../src/notifications/mail/composed-mail.ts'
import { mailDeliveryJobs } from '../../src/notifications/mail/jobs.ts'
import { headersOf, mailBytes } from '../../src/notifications/mail/mail-message.ts'
import { MAIL_CONNECTIONS_MAX, openMailServer } from '../../src/notifications/mail/mail-server.ts'
import { DELIVER_MAIL } from '../../src/notifications/mail/outbox-store.ts'
import { createOrganization } from '../../src/organizations/index.ts'
import { systemClock } from '../../src/platform/clock/clock.ts'
import { openDataFolder } from '../../src/platform/files/data-folder.ts'
import { createLogger } from '../../src/platform/log/log.ts'
import { Database } from '../../src/platform/postgres/database.ts'
import { startEmbeddedPostgres } from '../../src/platform/postgres/embedded-postgres.ts'
import { migratePostgres, withMigrationLock } from '../../src/platform/postgres/migrate-postgres.ts'
import { announcePresence } from '../../src/platform/postgres/presence.ts'
import { withClient } from '../../src/platform/postgres/with-client.ts'
import { migrateQueue, startQueue } from '../../src/platform/queue/queue.ts'
import { Secrets } from '../../src/platform/secrets/secrets.ts'
import { benchFolder, removeFolder } from '../bench-service.ts'
import { type Figure, median } from '../figure.ts'
import { SIZES } from '../sizes.ts'

const ROUNDS = 5
const SENDER = { name: 'Bench', address: 'mail@bench.example' }
const log = createLogger({ level: 'silent' })

/** How fast mails leave: the jobs that hand finished bytes over, beside bare nodemailer through a pool of the same size. */
export async function benchMails(): Promise<readonly Figure[]> {
  const folder = benchFolder()
  const postgres = await startEmbeddedPostgres(openDataFolder(folder), log)
  const database = new Database(postgres.url, log)
  const server = await startServer()
  try {
    await withMigrationLock(postgres.url, (client) => migratePostgres(client, log))
    await migrateQueue(postgres.url)
    await anOrganization(database)
    return [await deliveryRate({ url: postgres.url, database, smtpUrl: server.url })]
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
  await ourRate(place)
  const rounds: { readonly ours: number; readonly bare: number }[] = []
  // In turns, so that whatever else the machine does slows both down.
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.push({ bare: await bareRate(place, bytes), ours: await ourRate(place) })
  }
  return {
    what: `${SIZES.mails.toLocaleString('en-US')} mails of ${Math.round(bytes.length / 1024)} KiB delivered by jobs`,
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

async function ourRate(place: Place): Promise<number> {
  const { url, database, smtpUrl } = place
  await fill(place)
  const mailServer = openMailServer(smtpUrl)
  const composers = new Proxy({} as MailComposers, { get: () => async () => SAMPLE })
  const handlers = mailDeliveryJobs({
    ...{ database, clock: systemClock, isSandbox: false, log, composers, refusalEffects: {} },
    ...{ mailServer, sender: SENDER },
  })
  const presence = await announcePresence(url, log)
  const startedAt = performance.now()
  const lanes = [{ handlers, concurrency: MAIL_CONNECTIONS_MAX }]
  const queue = await startQueue({ url, database, presence, handlers: {}, lanes, log })
  while (await isWaiting(database)) await sleep(5)
  const rate = (SIZES.mails / (performance.now() - startedAt)) * 1000
  await queue.stop()
  await presence.end()
  mailServer.close()
  return rate
}

async function isWaiting({ pool }: Database): Promise<boolean> {
  const { rows } = await pool.query(`select exists (select from mail_outbox where state = 'waiting') as "isWaiting"`)
  return rows[0].isWaiting
}

/** Mails as `mailWrite` makes them, with their jobs, all at once. */
async function fill({ url }: Place): Promise<void> {
  await withClient({ connectionString: url }, async (client) => {
    await client.query('truncate mail_outbox')
    await client.query('truncate graphile_worker._private_jobs')
    await client.query(
      `with mails as (
        insert into mail_outbox (organization_id, mail_id, kind, subject, cause, recipient_address, payload, created_at,
          state)
        select 'shop', gen_random_uuid(), 'invoice', 'invoice:' || n, 'sent ' || n, 'customer-' || n || '@example.org',
          '{}', now(), 'waiting'
        from generate_series(1, $1::int) as n returning organization_id, mail_id, created_at
      )
      select graphile_worker.add_job($2, json_build_object('organizationId', organization_id, 'subject', mail_id,
        'dueAt', to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))) from mails`,
      [SIZES.mails, DELIVER_MAIL],
    )
    await client.query('vacuum analyze mail_outbox, graphile_worker._private_jobs')
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
  ...{ senderName: 'Acme', replyTo: 'contact@acme.example', attachments: [] },
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
