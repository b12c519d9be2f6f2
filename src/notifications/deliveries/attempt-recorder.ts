import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database, Tx } from '../../platform/postgres/database.ts'
import { scheduleAll } from '../../platform/queue/agenda.ts'
import type { Webhook } from '../webhooks/webhook.ts'
import type { AttemptResult, ReadyDelivery } from './delivery.ts'
import { type RecordedAttempt, recordAttempts } from './delivery-store.ts'
import { retryDelay } from './retry-delay.ts'
import { suspendWebhook } from './suspension.ts'

export type RecorderDeps = {
  readonly database: Database
  /** The product's clock. */
  readonly clock: Clock
  /** Makes the clock show moves of other nodes. */
  readonly refreshClock: () => Promise<void>
}

/** An attempt that was made, and has to be recorded. */
type Made = { readonly webhook: Webhook; readonly delivery: ReadyDelivery; readonly result: AttemptResult }
type Waiting = { readonly made: Made; readonly resolve: () => void; readonly reject: (error: unknown) => void }

/** The kind of the agenda's rows; the job of the same name marks a delivery as due. */
export const RETRY_JOB = 'webhook.retry'
const BATCH_MAX = 200
/** While PostgreSQL is away, what receivers have accepted must not be forgotten: it would be sent again. */
const SAVES_MAX = 20
const SAVE_DELAY_MS = 250

/**
 * Records attempts in batches: those that end while a batch is being written are the next one. Attempts that failed
 * cost more, and have batches of their own, so that receivers that fail do not delay the others.
 */
export class AttemptRecorder {
  readonly #received: Batches
  readonly #failed: Batches

  constructor({ database, clock, refreshClock }: RecorderDeps) {
    this.#received = new Batches(async (batch) => {
      await refreshClock()
      const now = clock.now()
      await recordAttempts(database.db, decideAll(batch, now), now)
    })
    this.#failed = new Batches(async (batch) => {
      await refreshClock()
      const now = clock.now()
      await database.transaction((tx) => saveFailures(tx, decideAll(batch, now), now))
    })
  }

  /** Resolves when the attempt is committed. */
  async record(made: Made): Promise<void> {
    const isReceived = made.result.problem === undefined
    await (isReceived ? this.#received : this.#failed).add(made)
  }
}

/** Saves what arrives in batches, one at a time. */
class Batches {
  readonly #save: (batch: readonly Made[]) => Promise<void>
  #waiting: Waiting[] = []
  #isWriting = false

  constructor(save: (batch: readonly Made[]) => Promise<void>) {
    this.#save = save
  }

  /** Resolves when it is committed. */
  async add(made: Made): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#waiting.push({ made, resolve, reject })
    void this.#write()
    await promise
  }

  async #write(): Promise<void> {
    if (this.#isWriting) return
    this.#isWriting = true
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, BATCH_MAX)
      try {
        await this.#saveSurely(batch.map(({ made }) => made))
        for (const { resolve } of batch) resolve()
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    this.#isWriting = false
  }

  /** What was saved already, though its answer was lost, stays as it is. */
  async #saveSurely(batch: readonly Made[]): Promise<void> {
    for (let save = 1; ; save += 1) {
      try {
        return await this.#save(batch)
      } catch (error) {
        if (save >= SAVES_MAX) throw error
        await sleep(SAVE_DELAY_MS)
      }
    }
  }
}

type Decided = RecordedAttempt & { readonly webhook: Webhook; readonly dueAt: Temporal.Instant | undefined }

function decideAll(batch: readonly Made[], now: Temporal.Instant): readonly Decided[] {
  return batch.map((made) => ({ ...made, ...decide(made, now) }))
}

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
