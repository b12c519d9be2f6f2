import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Agent, request } from 'undici'
import { startDeliveries } from '../../src/notifications/deliveries/start-deliveries.ts'
import { eventWrite } from '../../src/notifications/events/event-store.ts'
import { presentFacts } from '../../src/notifications/events/present-event.ts'
import { replaceSigningKey } from '../../src/notifications/webhooks/signing-key-store.ts'
import { USUAL_RETRY_POLICY, type Webhook } from '../../src/notifications/webhooks/webhook.ts'
import { webhookInsert } from '../../src/notifications/webhooks/webhook-store.ts'
import { createOrganization } from '../../src/organizations/index.ts'
import { systemClock } from '../../src/platform/clock/clock.ts'
import { openDataFolder } from '../../src/platform/files/data-folder.ts'
import { createLogger } from '../../src/platform/log/log.ts'
import { createOutbound } from '../../src/platform/outbound/outbound.ts'
import { Database } from '../../src/platform/postgres/database.ts'
import { startEmbeddedPostgres } from '../../src/platform/postgres/embedded/embedded-postgres.ts'
import { migratePostgres, withMigrationLock } from '../../src/platform/postgres/migrate-postgres.ts'
import { withClient } from '../../src/platform/postgres/with-client.ts'
import { writeTogether } from '../../src/platform/postgres/write-together.ts'
import { migrateQueue } from '../../src/platform/queue/queue.ts'
import { newId } from '../../src/platform/secrets/random.ts'
import { Secrets } from '../../src/platform/secrets/secrets.ts'
import { benchFolder, removeFolder } from '../bench-service.ts'
import { type Figure, median } from '../figure.ts'
import { SIZES } from '../sizes.ts'

const RECEIVERS = { healthy: 80, hanging: 10, failing: 10 } as const
const RECEIVERS_MAX = RECEIVERS.healthy + RECEIVERS.hanging + RECEIVERS.failing
const ROUNDS = 3
/** Of the bare loop; a node of the service sends as many quick attempts concurrently. */
const CONCURRENT_CALLS = 64
const EVENT = 'invoicing.customer.invoice.send'
const log = createLogger({ level: 'silent' })
const secrets = new Secrets(Buffer.alloc(32, 1))

/** How fast notifications leave, and how receivers that hang or fail affect the others. */
export async function benchDeliveries(): Promise<readonly Figure[]> {
  const folder = benchFolder()
  const postgres = await startEmbeddedPostgres(openDataFolder(folder), log)
  const database = new Database(postgres.url, log)
  const receivers = await startReceivers()
  try {
    await withMigrationLock(postgres.url, (client) => migratePostgres(client))
    await migrateQueue(postgres.url)
    await anOrganization(database)
    return await figures({ url: postgres.url, database, receivers: receivers.urls })
  } finally {
    await receivers.stop()
    await database.close()
    await postgres.stop()
    removeFolder(folder)
  }
}

type Place = { readonly url: string; readonly database: Database; readonly receivers: readonly string[] }

async function figures(place: Place): Promise<readonly Figure[]> {
  const healthyOnes = place.receivers.slice(0, RECEIVERS.healthy)
  const notifications = (SIZES.notifications / RECEIVERS_MAX) * RECEIVERS.healthy
  await bareMs(place, notifications)
  await healthyMs(place, healthyOnes)
  const rounds: { readonly bare: number; readonly alone: number; readonly beside: number }[] = []
  // In turns, so that whatever else the machine does slows all of them down.
  for (let round = 0; round < ROUNDS; round += 1) {
    const bare = await bareMs(place, notifications)
    const alone = await healthyMs(place, healthyOnes)
    rounds.push({ bare, alone, beside: await healthyMs(place, place.receivers) })
  }
  const perSecond = (ms: readonly number[]): number => (notifications / median(ms)) * 1000
  return [
    {
      what: `${notifications.toLocaleString('en-US')} notifications to ${RECEIVERS.healthy} receivers, from their events on`,
      unit: 'notifications/s',
      ours: perSecond(rounds.map(({ alone }) => alone)),
      limit: perSecond(rounds.map(({ bare }) => bare)),
      limitIs: `a loop of one call and one inserted row, ${CONCURRENT_CALLS} concurrent calls`,
      isRate: true,
      bar: { ratioMin: 0.5 },
    },
    {
      what: `the same beside ${RECEIVERS.hanging} receivers that hang and ${RECEIVERS.failing} that fail`,
      unit: 'ms',
      ours: median(rounds.map(({ beside }) => beside)),
      limit: median(rounds.map(({ alone }) => alone)),
      limitIs: `the ${RECEIVERS.healthy} healthy receivers alone`,
      isRate: false,
      bar: { timesMax: 1.2 },
    },
  ]
}

/** How long it takes until the healthy receivers have got everything, and that is committed. */
async function healthyMs(place: Place, urls: readonly string[]): Promise<number> {
  const { url, database } = place
  const webhooks = await fill(place, urls)
  const healthy = new Set(urls.slice(0, RECEIVERS.healthy))
  const outbound = createOutbound({ isSandbox: true, allowed: [] })
  const received = Promise.withResolvers<void>()
  let left = (SIZES.notifications / RECEIVERS_MAX) * healthy.size
  const startedAt = performance.now()
  const running = await startDeliveries({
    ...{ database, url, clock: systemClock, machineClock: systemClock, refreshClock: async () => {} },
    ...{ secrets, outbound, log },
    presenters: { customerInvoicing: presentFacts, payments: presentFacts, reporting: presentFacts },
    onAttempt: ({ requestUrl, problem }) => {
      if (problem === undefined && healthy.has(requestUrl)) left -= 1
      if (left === 0) received.resolve()
    },
  })
  await received.promise
  while (await isAnyReady(database, webhooks.slice(0, healthy.size))) await sleep(5)
  const tookMs = performance.now() - startedAt
  await running.stop()
  await outbound.close()
  return tookMs
}

async function isAnyReady({ pool }: Database, webhooks: readonly Webhook[]): Promise<boolean> {
  const { rows } = await pool.query(
    `select exists (select from webhook_deliveries
       where organization_id = 'shop' and webhook_id = any($1) and state = 'ready') as "isAny"`,
    [webhooks.map(({ webhookId }) => webhookId)],
  )
  return rows[0].isAny
}

/** Webhooks of these receivers, and events without notifications so far. */
async function fill({ url, database }: Place, urls: readonly string[]): Promise<readonly Webhook[]> {
  await withClient({ connectionString: url }, (client) =>
    client.query('truncate webhooks, webhook_deliveries, webhook_attempts, webhook_lanes, events, agenda'),
  )
  const webhooks = urls.map(aWebhook)
  for (const webhook of webhooks) await database.transaction((tx) => writeTogether(tx, [webhookInsert(webhook)]))
  const about = { organizationId: 'shop', type: EVENT, occurredAt: systemClock.now(), payload: FACTS }
  for (let count = 1; count <= SIZES.notifications / RECEIVERS_MAX; count += 1) {
    const event = eventWrite({ ...about, subject: `invoice:${count}` })
    await database.transaction((tx) => writeTogether(tx, [event]))
  }
  await withClient({ connectionString: url }, (client) => client.query('vacuum analyze webhook_deliveries, events'))
  return webhooks
}

/** One call and one inserted row for each notification, as many concurrently as a node sends. */
async function bareMs({ url, receivers }: Place, notifications: number): Promise<number> {
  const healthy = receivers.slice(0, RECEIVERS.healthy)
  const agent = new Agent({ connections: CONCURRENT_CALLS })
  const bare = new Database(url, log)
  await bare.pool.query('create table if not exists bare_deliveries (id uuid primary key, status integer, body text)')
  const body = JSON.stringify({ ...FACTS, again: FACTS, text: 'x'.repeat(300) })
  let next = 0
  const work = async (): Promise<void> => {
    while (next < notifications) {
      const target = healthy[next % healthy.length] ?? ''
      next += 1
      const headers = { 'content-type': 'application/json' }
      const response = await request(target, { dispatcher: agent, method: 'POST', headers, body })
      await response.body.dump()
      await bare.pool.query('insert into bare_deliveries values ($1, $2, $3)', [newId(), response.statusCode, body])
    }
  }
  const startedAt = performance.now()
  await Promise.all(Array.from({ length: CONCURRENT_CALLS }, work))
  const tookMs = performance.now() - startedAt
  await bare.pool.query('drop table bare_deliveries')
  await bare.close()
  await agent.close()
  return tookMs
}

const FACTS = {
  ...{ invoiceNumber: '1042', status: 'SENT', currency: 'USD', totalAmount: '102.21', balanceAmount: '102.21' },
  ...{ dueDate: '2027-04-01', payerName: 'Jane Doe', invoiceUrl: 'https://pay.example.com/i/5f0c1d2e3a4b' },
}

function aWebhook(webhookUrl: string): Webhook {
  const now = systemClock.now()
  return {
    ...{ organizationId: 'shop', webhookId: newId(), name: 'Bench', description: undefined, webhookUrl },
    products: [{ productId: 'customerInvoicing', eventTypes: [EVENT] }],
    ...{ healthCheckUrl: undefined, notificationScope: { scope: 'SELF', organizationIds: undefined } },
    ...{ retryPolicy: USUAL_RETRY_POLICY, securityPolicy: { securityType: 'key' } },
    ...{ status: 'ACTIVE', statusReason: 'REQUESTED', healthCheckDueAt: undefined },
    ...{ createdOn: now, updatedOn: now, deletedAt: undefined },
  }
}

async function anOrganization(database: Database): Promise<void> {
  await createOrganization(
    { db: database, clock: systemClock, machineClock: systemClock, secrets, mode: 'live' },
    { kind: 'command-line', name: 'bench' },
    {
      ...{ organizationId: 'shop', type: 'merchant', name: 'shop', timeZone: 'UTC', contact: {} },
      ...{ hasFraudManagement: false, parentId: undefined },
    },
  )
  const now = systemClock.now()
  const key = { organizationId: 'shop', keyId: newId(), secret: Buffer.alloc(32, 7), createdAt: now }
  await database.transaction((tx) => replaceSigningKey(tx, secrets, { ...key, expiresAt: now.add({ hours: 240 }) }))
}

async function startReceivers(): Promise<{ readonly urls: readonly string[]; readonly stop: () => Promise<void> }> {
  const program = fileURLToPath(new URL('receivers-process.ts', import.meta.url))
  const { healthy, hanging, failing } = RECEIVERS
  const child = spawn(process.execPath, [program, ...[healthy, hanging, failing].map(String)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const [ports] = await once(child.stdout, 'data')
  return {
    urls: (JSON.parse(String(ports)) as readonly number[]).map((port) => `http://127.0.0.1:${port}/hook`),
    stop: async () => {
      child.stdin.end()
      await ended
    },
  }
}
