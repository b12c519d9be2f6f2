import type { Command } from 'commander'
import { listOf, members, optional, withDefault } from '../../kernel/reading/reading.ts'
import { given, oneOf } from '../../kernel/reading/text-readers.ts'
import { writtenInstant } from '../../kernel/time/time-text.ts'
import { getOrganization } from '../../organizations/index.ts'
import { absent, listLimit, readOptions } from '../../platform/command-line/read-options.ts'
import type { CommandDeps, Output, RunCommand } from '../../platform/command-line/run-command.ts'
import { table } from '../../platform/command-line/terminal.ts'
import { withPostgres } from '../../platform/command-line/with-stores.ts'
import type { Db } from '../../platform/postgres/database.ts'
import {
  ALL_DELIVERIES,
  DELIVERY_STATUSES,
  findWebhookOwner,
  listDeliveries,
  statusOf,
} from '../delivery-log/log-store.ts'
import { presentDelivery } from '../delivery-log/present-delivery.ts'
import { hoursBack, readReplay, replay, traceId } from '../delivery-log/replay.ts'
import { unknownWebhook } from '../webhooks/change-webhooks.ts'
import { presentWebhook } from '../webhooks/present.ts'
import { eventTypesOf, WEBHOOK_STATUSES } from '../webhooks/webhook.ts'
import { listWebhooks } from '../webhooks/webhook-store.ts'

/** Adds `webhooks`. */
export function addWebhookCommands(program: Command, run: RunCommand): void {
  const webhooks = program.command('webhooks').description('see where organizations are notified of events')
  run(
    webhooks
      .command('list')
      .description('list webhooks with their status, oldest first')
      .option('--organization <id>', 'only those of one organization')
      .option('--status <status>', `only those that are ${WEBHOOK_STATUSES.join(', ')}`)
      .option('--limit <number>', 'maximum number, 1 to 1000 (default: 50)'),
    listAll,
  )
  run(
    webhooks
      .command('deliveries <webhook>')
      .description('list what was sent to a webhook and what it answered, newest first')
      .option('--status <status>', `only those that are ${DELIVERY_STATUSES.join(', ')}`)
      .option('--limit <number>', 'maximum number, 1 to 1000 (default: 50)'),
    listDeliveriesOf,
  )
  run(
    webhooks
      .command('replay <webhook> [notifications...]')
      .description('send notifications again, by their ids; without ids, all that have failed')
      .option('--hours <number>', 'only those of the last hours; without ids'),
    replayAgain,
  )
}

type ListOptions = { readonly organization?: string }

const LISTED = members({ limit: listLimit, status: optional(given(oneOf(WEBHOOK_STATUSES))) })
const LISTED_HEADER = ['organization', 'id', 'status', 'address', 'events']

async function listAll(deps: CommandDeps, options: ListOptions): Promise<Output> {
  const { limit, status } = readOptions(LISTED, options)
  const { organization: organizationId } = options
  return withPostgres(deps, async ({ db: { db } }) => {
    if (organizationId !== undefined) await getOrganization(db, organizationId)
    const webhooks = await listWebhooks(db, { organizationId, status, limit })
    const rows = webhooks.map((webhook) => [
      webhook.organizationId,
      webhook.webhookId,
      `${webhook.status} (${webhook.statusReason})`,
      webhook.webhookUrl,
      eventTypesOf(webhook).join(', '),
    ])
    return {
      json: { webhooks: webhooks.map(presentWebhook) },
      text: rows.length === 0 ? 'No webhooks.' : table([LISTED_HEADER, ...rows]),
    }
  })
}

const LOGGED = members({ limit: listLimit, status: optional(given(oneOf(DELIVERY_STATUSES))) })
const LOGGED_HEADER = ['created', 'notification', 'status', 'event', 'about', 'attempts', 'reason']

type WebhookArgument = { readonly webhook: string }

async function listDeliveriesOf(deps: CommandDeps, options: WebhookArgument): Promise<Output> {
  const { webhook: webhookId } = options
  const { limit, status } = readOptions(LOGGED, options)
  return withPostgres(deps, async ({ db: { db } }) => {
    const organizationId = await ownerOf(db, webhookId)
    const page = { ...ALL_DELIVERIES, status, limit, offset: 0 }
    const deliveries = await listDeliveries(db, { organizationId, webhookId }, page)
    const rows = deliveries.map((delivery) => [
      writtenInstant(delivery.createdAt),
      delivery.notificationId,
      statusOf(delivery),
      delivery.eventType,
      delivery.subject,
      String(delivery.attempts.length),
      delivery.reason ?? '',
    ])
    return {
      json: { deliveries: deliveries.map(presentDelivery) },
      text: rows.length === 0 ? 'No deliveries.' : table([LOGGED_HEADER, ...rows]),
    }
  })
}

const REPLAYED = members({ notifications: withDefault(listOf(traceId), []), hours: optional(hoursBack) })
const REPLAYED_BY_ID = members({
  notifications: listOf(traceId),
  hours: absent('cannot be combined with ids of notifications'),
})

type ReplayOptions = WebhookArgument & { readonly notifications?: readonly string[] }

async function replayAgain(deps: CommandDeps, options: ReplayOptions): Promise<Output> {
  const { webhook: webhookId, notifications: ids = [] } = options
  const { notifications, hours } = readOptions(ids.length > 0 ? REPLAYED_BY_ID : REPLAYED, options)
  const body =
    notifications.length > 0
      ? { byTransactionTraceIdentifiers: notifications }
      : { byDeliveryStatus: { status: 'FAILED', ...(hours === undefined ? {} : { hoursBack: hours }) } }
  return withPostgres(deps, async ({ db, clock, machineClock, by }) => {
    const organizationId = await ownerOf(db.db, webhookId)
    const which = readReplay(body, clock.now())
    const replayed = await replay({ clock, machineClock }, db, { organizationId, by }, { webhookId, which })
    const count = replayed === 1 ? '1 notification is' : `${replayed} notifications are`
    return { json: { webhookId, replayed }, text: `${count} sent again.` }
  })
}

async function ownerOf(db: Db, webhookId: string): Promise<string> {
  const organizationId = await findWebhookOwner(db, { actingFor: undefined, webhookId })
  if (organizationId === undefined) throw unknownWebhook()
  return organizationId
}
