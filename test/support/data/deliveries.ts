import { pino } from 'pino'
import { DUE_DELIVERIES } from '../../../src/notifications/deliveries/delivery-store.ts'
import { deliveryJobs } from '../../../src/notifications/deliveries/jobs.ts'
import { type DeliveryOptions, startDeliveries } from '../../../src/notifications/deliveries/start-deliveries.ts'
import type { Event } from '../../../src/notifications/events/event.ts'
import { eventWrite } from '../../../src/notifications/events/event-store.ts'
import { presentFacts } from '../../../src/notifications/events/present-event.ts'
import { replaceSigningKey } from '../../../src/notifications/webhooks/signing-key-store.ts'
import type { Webhook } from '../../../src/notifications/webhooks/webhook.ts'
import { webhookInsert } from '../../../src/notifications/webhooks/webhook-store.ts'
import { systemClock } from '../../../src/platform/clock/clock.ts'
import { createOutbound } from '../../../src/platform/outbound/outbound.ts'
import { Database } from '../../../src/platform/postgres/database.ts'
import { writeTogether } from '../../../src/platform/postgres/write-together.ts'
import { newId } from '../../../src/platform/secrets/random.ts'
import { fileResources } from '../run/file-resources.ts'
import { type SettableClock, settableClock } from '../run/settable-clock.ts'
import { untilQuiet } from '../run/until-quiet.ts'
import { createTestDatabase } from '../stores/test-database.ts'
import { anOrganization, testSecrets } from './organizations.ts'
import { aWebhook } from './webhooks.ts'

const SEND = 'invoicing.customer.invoice.send'
export const SIGNING_SECRET = Buffer.from('a signing key of 32 bytes, really')

export type DeliveryWorld = Awaited<ReturnType<typeof aDeliveryWorld>>

/** A database with the shop's signing key, and the dependencies to send its notifications. */
export async function aDeliveryWorld() {
  const url = await createTestDatabase()
  const log = pino({ level: 'silent' })
  const database = new Database(url, log)
  fileResources.defer(() => database.close())
  await anOrganization({ database }, 'shop')
  const clock = settableClock('2026-03-09T10:00:00Z')
  const outbound = createOutbound({ isSandbox: true, allowed: [] })
  fileResources.defer(() => outbound.close())
  const keyId = newId()
  const now = systemClock.now()
  const key = { organizationId: 'shop', keyId, secret: SIGNING_SECRET, createdAt: now }
  const expiresAt = now.add({ hours: 24 * 365 })
  await database.transaction((tx) => replaceSigningKey(tx, testSecrets, { ...key, expiresAt }))
  const presenters = { customerInvoicing: presentFacts, payments: presentFacts, reporting: presentFacts }
  const options = { database, url, clock, machineClock: systemClock, refreshClock: async () => {}, outbound, log }

  /** Starts a node that sends; it ends with the file's tests at the latest. */
  async function start(more: Partial<DeliveryOptions> = {}) {
    const node = await startDeliveries({ ...options, secrets: testSecrets, presenters, ...more })
    let isStopped = false
    const stop = async (): Promise<void> => {
      if (!isStopped) await node.stop()
      isStopped = true
    }
    fileResources.defer(stop)
    return { ...node, stop }
  }

  async function subscribe(webhookUrl: string, given: Partial<Webhook> = {}): Promise<Webhook> {
    const webhook = aWebhook({ organizationId: 'shop', webhookUrl, ...given })
    await database.transaction((tx) => writeTogether(tx, [webhookInsert(webhook)]))
    return webhook
  }

  /** Publishes an event about each of these invoices, in one transaction each. */
  async function publish(...invoices: (string | Partial<Event>)[]): Promise<void> {
    for (const invoice of invoices) {
      const given = typeof invoice === 'string' ? { subject: `invoice:${invoice}` } : invoice
      const event = { organizationId: 'shop', type: SEND, occurredAt: clock.now(), subject: 'invoice:1', payload: {} }
      await database.transaction((tx) => writeTogether(tx, [eventWrite({ ...event, ...given })]))
    }
  }

  async function states(webhook: Pick<Webhook, 'webhookId'>) {
    const { rows } = await database.pool.query<{ state: string; attempts: number; reason: string | null }>(
      `select state, attempts, reason from webhook_deliveries where webhook_id = $1 order by position`,
      [webhook.webhookId],
    )
    return rows
  }

  const quiet = () => untilSent(database)
  const advance = (hours: number) => advanceClock({ database, clock }, hours)
  return { database, url, clock, keyId, start, subscribe, publish, states, advance, quiet }
}

type AgendaRow = { organizationId: string; kind: string; subject: string; dueAt: Temporal.Instant }
type Moving = { readonly database: Database; readonly clock: SettableClock }

/** Moves the clock to each moment of the agenda in turn, and runs the work due then; returns the moments. */
async function advanceClock({ database, clock }: Moving, hours: number): Promise<readonly string[]> {
  const jobs = deliveryJobs({ database })
  const end = clock.now().add({ seconds: hours * 3_600 })
  const moments: string[] = []
  for (;;) {
    await untilSent(database)
    const { rows } = await database.pool.query<AgendaRow>(
      `delete from agenda where due_at <= $1 and due_at = (select min(due_at) from agenda)
       returning organization_id as "organizationId", kind, subject, due_at as "dueAt"`,
      [end.toString()],
    )
    if (rows[0] === undefined) break
    clock.set(rows[0].dueAt.toString())
    moments.push(rows[0].dueAt.toString())
    for (const { kind, ...row } of rows) {
      await jobs[kind]?.({ ...row, dueAt: row.dueAt.toString() }, AbortSignal.timeout(60_000))
    }
  }
  clock.set(end.toString())
  return moments
}

/** Waits until everything that is due was sent; the agenda does not count. */
async function untilSent(database: Database): Promise<void> {
  const clock = settableClock('2000-01-01T00:00:00Z')
  const isQuiet = await untilQuiet({ database, clock }, { withinMs: 60_000, alsoBusy: DUE_DELIVERIES })
  if (!isQuiet) throw new Error('Deliveries are still due after a minute.')
}
