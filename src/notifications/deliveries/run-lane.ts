import type { Database } from '../../platform/postgres/database.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import { signingKeyOf } from '../webhooks/signing-key-store.ts'
import { stopSending } from '../webhooks/suspension.ts'
import type { Webhook } from '../webhooks/webhook.ts'
import { loadWebhook } from '../webhooks/webhook-store.ts'
import type { AttemptRecorder } from './attempt-recorder.ts'
import type { AttemptResult, ReadyDelivery } from './delivery.ts'
import { readyDeliveries } from './delivery-store.ts'
import type { Lane } from './lane-store.ts'
import type { ReceiverPace } from './receiver-pace.ts'
import { type Receiver, type SendDeps, sendNotification } from './send-notification.ts'

export type LaneDeps = SendDeps & {
  readonly database: Database
  readonly secrets: Secrets
  readonly recorder: AttemptRecorder
  readonly pace: ReceiverPace
  /** Called after every attempt. */
  readonly onAttempt: (result: AttemptResult) => void
}

/** Aborted when the lane is to end: `soft` lets running attempts finish, `hard` does not. */
export type LaneStop = { readonly soft: AbortSignal; readonly hard: AbortSignal }

/** Sends a webhook's ready deliveries until none is left. */
export async function runLane(deps: LaneDeps, lane: Lane, stop: LaneStop): Promise<void> {
  const { database, secrets, clock, pace } = deps
  while (!stop.soft.aborted) {
    const webhook = await loadWebhook(database.db, lane)
    if (webhook === undefined || webhook.status !== 'ACTIVE' || webhook.deletedAt !== undefined) {
      const isActive = await database.transaction((tx) => stopSending(tx, lane, clock.now()))
      if (!isActive) return
      continue
    }
    const { pageSize } = pace.of(lane.webhookId)
    const isOrdered = lane.kind === 'ordered'
    const [page, key] = await Promise.all([
      readyDeliveries(database.db, { ...lane, isOrdered, limit: pageSize }),
      signingKeyOf(database.db, secrets, webhook.organizationId),
    ])
    if (page.length === 0) return
    const startedAtMs = performance.now()
    const receiver = { url: webhook.webhookUrl, key }
    const received = await sendPage(deps, { webhook, receiver, rows: rowsOf(lane, page) }, stop)
    if (received === 0) await pace.pauseAfterFailure(startedAtMs, stop.soft)
  }
}

/** Rows of deliveries that are sent in sequence: one row per subject if ordered, otherwise one per delivery. */
function rowsOf({ kind }: Lane, page: readonly ReadyDelivery[]): readonly (readonly ReadyDelivery[])[] {
  if (kind !== 'ordered') return page.map((delivery) => [delivery])
  const nameOf = ({ notification, subject }: ReadyDelivery): string =>
    JSON.stringify([notification.organizationId, subject])
  return [...Map.groupBy(page, nameOf).values()]
}

type Page = {
  readonly webhook: Webhook
  readonly receiver: Receiver
  readonly rows: readonly (readonly ReadyDelivery[])[]
}

/**
 * Sends several rows concurrently, and returns how many notifications were received. If the receiver turns out to be slow,
 * the rest is left for a slower page.
 */
async function sendPage(deps: LaneDeps, page: Page, stop: LaneStop): Promise<number> {
  const { pace } = deps
  const { webhookId } = page.webhook
  const waiting = page.rows.values()
  const wasSlow = pace.isSlow(webhookId)
  const isToEnd = (): boolean => stop.soft.aborted || pace.isSlow(webhookId) !== wasSlow
  const recorded: Promise<void>[] = []
  let received = 0
  const sendRow = async (row: readonly ReadyDelivery[]): Promise<void> => {
    for (const delivery of row) {
      if (isToEnd()) return
      const result = await attempt(deps, page, delivery, stop)
      // It was interrupted, and stays ready.
      if (result === undefined) return
      if (result.problem === undefined) received += 1
      // The next one need not wait for this: a crash repeats both, in order.
      const recording = deps.recorder.record({ webhook: page.webhook, delivery, result })
      recording.catch(() => {})
      recorded.push(recording)
    }
  }
  const sendRows = async (): Promise<void> => {
    for (const row of waiting) await sendRow(row)
  }
  const { concurrencyMax } = pace.of(webhookId)
  const sending = await Promise.allSettled(Array.from({ length: concurrencyMax }, sendRows))
  await Promise.all(recorded)
  const failed = sending.find((outcome) => outcome.status === 'rejected')
  if (failed !== undefined && !stop.hard.aborted) throw failed.reason
  return received
}

async function attempt(
  deps: LaneDeps,
  { webhook: { webhookId }, receiver }: Page,
  delivery: ReadyDelivery,
  { hard }: LaneStop,
): Promise<AttemptResult | undefined> {
  const { pace } = deps
  const result = await pace.run(webhookId, () => sendNotification(deps, receiver, delivery, hard), hard)
  if (result === undefined) return undefined
  const { problem, durationMs } = result
  pace.note(webhookId, { isReceived: problem === undefined, durationMs })
  deps.onAttempt(result)
  return result
}
