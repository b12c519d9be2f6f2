import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { KINDS, type KindName } from '../../catalogue/kinds.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Engine } from '../../platform/engine/engine.ts'
import { RetryLater } from '../../platform/http/errors/retry-later.ts'
import type { Transactions } from '../../platform/postgres/database.ts'
import { lockOutWriters } from './record-store.ts'

type Deps = {
  readonly database: Transactions
  readonly engine: Pick<Engine, 'isCluster'>
  readonly clock: Clock
}

const WAIT_MS_MAX = 5_000
const RETRY_AFTER_SECONDS = 2
/** PostgreSQL's word for a statement that took too long: others store records of the same merchants. */
const LOCK_WAIT_OVER = '57014'

/** A clock that stands still is waited for so many times, and then no more. */
const WAITS_MAX = 5

/**
 * An instant, just passed, by which all that came is there: no record of these merchants turns up later with a
 * time of arrival that is not after it. A record's arrival is stamped while its writer holds a lock, and becomes
 * visible before it lets go; here the same locks are held while the clock is read.
 */
export async function settledInstant(
  { database, engine: { isCluster }, clock }: Deps,
  {
    kind,
    merchantIds,
    waitMsMax = WAIT_MS_MAX,
  }: {
    readonly kind: KindName
    readonly merchantIds: readonly string[]
    readonly waitMsMax?: number
  },
): Promise<Temporal.Instant> {
  try {
    return await database.transaction(async (tx) => {
      // All locks are asked for in one statement; a bound on each would let the waits add up, and those that are
      // already held keep writers out meanwhile.
      await sql`select set_config('statement_timeout', ${String(waitMsMax)}, true)`.execute(tx)
      await lockOutWriters(tx, { kind: KINDS[kind], merchantIds, isCluster })
      const settledAt = clock.now()
      await untilPassed(clock, settledAt)
      return settledAt
    })
  } catch (error) {
    if ((error as { code?: unknown }).code !== LOCK_WAIT_OVER) throw error
    const message = 'Others store records of the same merchants at the moment; ask again soon.'
    const refusal = { kind: 'unavailable', code: 'STORE_UNAVAILABLE', message } as const
    throw new RetryLater(refusal, RETRY_AFTER_SECONDS, { cause: error })
  }
}

/** What comes next is not to be stamped with the same millisecond. */
async function untilPassed(clock: Clock, instant: Temporal.Instant): Promise<void> {
  const isPassed = (): boolean => clock.now().epochMilliseconds > instant.epochMilliseconds
  for (let wait = 0; wait < WAITS_MAX && !isPassed(); wait += 1) await sleep(1)
}
