import { AppError } from '../../kernel/errors.ts'
import { valueOrThrow } from '../../kernel/reading/reading.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Engine } from '../../platform/engine/engine.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { untilRecordsLoaded } from '../../records/index.ts'
import { byTransaction } from './present-transaction.ts'
import { sortKeysOf } from './read-search.ts'
import { readSearchQuery } from './search-query.ts'
import type { SearchRequest } from './search-store.ts'
import { findTransactions, loadTransactions } from './transaction-store.ts'

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
  request: Pick<SearchRequest, 'query' | 'sort' | 'offset' | 'limit'>,
) {
  const now = deps.clock.now()
  const conditions = valueOrThrow(readSearchQuery(request.query, { now }))
  await untilAllLoaded(deps)
  const { offset, limit } = request
  const sort = sortKeysOf(request.sort) ?? []
  const { ids, total } = await findTransactions(deps.engine, { merchantIds, conditions, sort, offset, limit })
  const rows = await loadTransactions(deps.engine, { merchantIds, ids })
  return { transactions: byTransaction(rows, ids), total }
}

/** Finds one transaction by its id; undefined if there is none. */
export async function findTransaction(deps: SearchDeps, merchantIds: readonly string[], id: string) {
  await untilAllLoaded(deps)
  return byTransaction(await loadTransactions(deps.engine, { merchantIds, ids: [id] }), [id])[0]
}

async function untilAllLoaded({ database, clock }: SearchDeps): Promise<void> {
  // Including what was recorded in this very millisecond.
  const before = clock.now().add({ milliseconds: 1 })
  const isLoaded = await untilRecordsLoaded(database, { before, withinMs: LOADED_MS_MAX })
  if (isLoaded) return
  throw new AppError('unavailable', 'SERVICE_UNAVAILABLE', 'The latest payments cannot be searched yet. Try again.')
}
