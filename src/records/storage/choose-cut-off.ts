import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { KINDS, type KindName } from '../../catalogue/kinds.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Engine } from '../../platform/engine/engine.ts'
import { RetryLater } from '../../platform/http/errors/retry-later.ts'
import type { Transactions } from '../../platform/postgres/database.ts'
import { lockOutWriters, tryLockOutWriters } from './record-store.ts'

type Deps = {
  readonly database: Transactions
  readonly engine: Pick<Engine, 'isCluster'>
  readonly clock: Clock
}

const WAIT_MS_MAX = 5_000
const RETRY_AFTER_SECONDS = 2
/** PostgreSQL's code for a statement timeout: others are storing records of the same merchants. */
const STATEMENT_TIMEOUT = '57014'

type Asked = { readonly kind: KindName; readonly merchantIds: readonly string[] }

/** Bounds the wait for a clock that has been stopped. */
const WAITS_MAX = 5

/**
 * Chooses an instant, just passed, such that every record of these merchants that appears later has a later time of
 * arrival. A writer stamps the arrival while it holds a lock, and commits before it releases the lock; here the same
 * locks are held while the clock is read.
 */
export async function chooseCutOff(
  { database, engine: { isCluster }, clock }: Deps,
  { kind, merchantIds, waitMsMax = WAIT_MS_MAX }: Asked & { readonly waitMsMax?: number },
): Promise<Temporal.Instant> {
  try {
    return await database.transaction(async (tx) => {
      // One timeout for all locks, since those already held keep writers out while the others are awaited.
      await sql`select set_config('statement_timeout', ${String(waitMsMax)}, true)`.execute(tx)
      await lockOutWriters(tx, { kind: KINDS[kind], merchantIds, isCluster })
      return nowAndPast(clock)
    })
  } catch (error) {
    if ((error as { code?: unknown }).code !== STATEMENT_TIMEOUT) throw error
    const message = 'Records of the same merchants are being stored; please retry shortly.'
    const refusal = { kind: 'unavailable', code: 'STORE_UNAVAILABLE', message } as const
    throw new RetryLater(refusal, RETRY_AFTER_SECONDS, { cause: error })
  }
}

/** The same without a wait for writers: undefined if one of them is storing records of these merchants. */
export async function tryCutOff(
  { database, engine: { isCluster }, clock }: Deps,
  { kind, merchantIds }: Asked,
): Promise<Temporal.Instant | undefined> {
  return database.transaction(async (tx) =>
    (await tryLockOutWriters(tx, { kind: KINDS[kind], merchantIds, isCluster })) ? nowAndPast(clock) : undefined,
  )
}

/** Reads the clock, and returns when it goes on: the next record must not be stamped with the same millisecond. */
async function nowAndPast(clock: Clock): Promise<Temporal.Instant> {
  const now = clock.now()
  const isPassed = (): boolean => clock.now().epochMilliseconds > now.epochMilliseconds
  for (let wait = 0; wait < WAITS_MAX && !isPassed(); wait += 1) await sleep(1)
  return now
}
