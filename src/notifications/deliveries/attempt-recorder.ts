import type { Clock } from '../../platform/clock/clock.ts'
import { SavingInBatches } from '../../platform/concurrency/saving-in-batches.ts'
import type { Database, Tx } from '../../platform/postgres/database.ts'
import { scheduleAll } from '../../platform/queue/agenda.ts'
import { suspendWebhook } from '../webhooks/suspension.ts'
import type { Webhook } from '../webhooks/webhook.ts'
import type { AttemptResult, ReadyDelivery } from './delivery.ts'
import { type RecordedAttempt, recordAttempts } from './delivery-store.ts'
import { retryDelay } from './retry-delay.ts'

export type RecorderDeps = {
  readonly database: Database
  /** The product's clock. */
  readonly clock: Clock
  /** Makes the clock show moves of other nodes. */
  readonly refreshClock: () => Promise<void>
}

/** An attempt that was made, and has to be recorded. */
type Made = { readonly webhook: Webhook; readonly delivery: ReadyDelivery; readonly result: AttemptResult }

/** The kind of the agenda's rows; the job of the same name marks a delivery as due. */
export const RETRY_JOB = 'webhook.retry'
const BATCH_MAX = 200

/**
 * Records attempts in batches: those that end while a batch is being written are the next one. Attempts that failed
 * cost more, and have batches of their own, so that receivers that fail do not delay the others.
 */
export class AttemptRecorder {
  readonly #received: SavingInBatches<Made>
  readonly #failed: SavingInBatches<Made>

  constructor({ database, clock, refreshClock }: RecorderDeps) {
    const saving = (save: (decided: readonly Decided[], now: Temporal.Instant) => Promise<void>) =>
      new SavingInBatches<Made>({
        batchMax: BATCH_MAX,
        save: async (batch) => {
          await refreshClock()
          const now = clock.now()
          const decided = batch.map((made) => ({ ...made, ...decide(made, now) }))
          await save(decided, now)
        },
      })
    this.#received = saving((decided, now) => recordAttempts(database.db, decided, now))
    this.#failed = saving((decided, now) => database.transaction((tx) => saveFailures(tx, decided, now)))
  }

  /** Resolves when the attempt is committed. */
  async record(made: Made): Promise<void> {
    const isReceived = made.result.problem === undefined
    await (isReceived ? this.#received : this.#failed).add(made)
  }
}

type Decided = RecordedAttempt & { readonly webhook: Webhook; readonly dueAt: Temporal.Instant | undefined }

function decide(
  { webhook, delivery, result }: Made,
  now: Temporal.Instant,
): Pick<Decided, 'state' | 'reason' | 'dueAt'> {
  if (result.problem === undefined) return { state: 'delivered', reason: undefined, dueAt: undefined }
  const delay = retryDelay(webhook.retryPolicy, delivery.attemptsOfRound + 1)
  const dueAt = delay === undefined ? undefined : now.add(delay)
  return { state: dueAt === undefined ? 'failed' : 'waiting', reason: result.problem, dueAt }
}

async function saveFailures(tx: Tx, decided: readonly Decided[], now: Temporal.Instant): Promise<void> {
  await recordAttempts(tx, decided, now)
  const retries = decided.flatMap(({ delivery: { organizationId, webhookId, deliveryId }, dueAt }) =>
    dueAt === undefined ? [] : [{ organizationId, kind: RETRY_JOB, subject: `${webhookId} ${deliveryId}`, dueAt }],
  )
  await scheduleAll(tx, retries)
  const exhausted = decided.filter(({ state, webhook }) => state === 'failed' && webhook.retryPolicy.deactivateFlag)
  // In the order of the key, so that two nodes never wait for each other.
  const webhooks = [...new Map(exhausted.map(({ webhook }) => [webhook.webhookId, webhook])).values()]
  for (const webhook of webhooks.toSorted((one, other) => (one.webhookId < other.webhookId ? -1 : 1))) {
    await suspendWebhook(tx, { ...webhook, statusReason: 'RETRIES_EXHAUSTED', at: now })
  }
}
