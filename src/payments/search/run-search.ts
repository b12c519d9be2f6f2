import { AppError } from '../../kernel/errors.ts'
import { valueOrThrow } from '../../kernel/reading/reading.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Engine } from '../../platform/engine/engine.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { untilCommittedRecordsLoaded } from '../../records/index.ts'
import { byTransaction } from './present-transaction.ts'
import { sortKeysOf } from './read-search.ts'
import { readSearchQuery } from './search-query.ts'
import type { SearchRequest } from './search-store.ts'
import { findTransactions, loadTransactions, TRANSACTION_KINDS } from './transaction-store.ts'

export type SearchDeps = {
  readonly database: Database
  readonly engine: Engine
  readonly clock: Clock
}

/** Longer than the outbox takes at rest; under load a client may try again. */
const LOADED_MS_MAX = 10_000

/** Finds transactions, those of payments that have just been committed among them. */
export async function runSearch(
  deps: SearchDeps,
  merchantIds: readonly string[],
  request: Pick<SearchRequest, 'query' | 'timezone' | 'sort' | 'offset' | 'limit'>,
) {
  const now = deps.clock.now()
  const conditions = valueOrThrow(readSearchQuery(request.query, { now, timeZone: request.timezone ?? 'UTC' }))
  await untilAllLoaded(deps, merchantIds)
  const { offset, limit } = request
  const sort = sortKeysOf(request.sort) ?? []
  const { keys, total } = await findTransactions(deps.engine, { merchantIds, conditions, sort, offset, limit })
  const rows = await loadTransactions(deps.engine, {
    merchantIds: [...new Set(keys.map(({ merchantId }) => merchantId))],
    ids: [...new Set(keys.map(({ id }) => id))],
  })
  return { transactions: byTransaction(rows, keys), total }
}

/** Finds one transaction by its id; undefined if there is none. */
export async function findTransaction(deps: SearchDeps, merchantIds: readonly string[], id: string) {
  await untilAllLoaded(deps, merchantIds)
  const rows = await loadTransactions(deps.engine, { merchantIds, ids: [id], isDetailed: true })
  return byTransaction(rows, rows.slice(0, 1))[0]
}

async function untilAllLoaded({ database }: SearchDeps, organizationIds: readonly string[]): Promise<void> {
  const waiting = { organizationIds, kinds: TRANSACTION_KINDS, withinMs: LOADED_MS_MAX }
  if (await untilCommittedRecordsLoaded(database, waiting)) return
  throw new AppError('unavailable', 'SERVICE_UNAVAILABLE', 'The latest payments cannot be searched yet. Try again.')
}
