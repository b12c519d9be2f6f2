import type { Actor } from '../../kernel/actor.ts'
import { recordAudit } from '../../organizations/index.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { SearchDeps } from './run-search.ts'
import { insertSearch, type SearchRequest } from './search-store.ts'

type Deps = Pick<SearchDeps, 'database' | 'clock'> & { readonly machineClock: Clock }

/** Stores a search that was run, so that it can be run again. The audit entry leaves out the query: it may name a person. */
export async function storeSearch(
  { database, clock, machineClock }: Deps,
  { organizationId, by }: Actor,
  { searchId, search, count }: { readonly searchId: string; readonly search: SearchRequest; readonly count: number },
): Promise<void> {
  await database.transaction(async (tx) => {
    await insertSearch(tx, { organizationId, searchId }, search, clock.now())
    await recordAudit(tx, {
      ...{ organizationId, at: machineClock.now(), actor: by },
      ...{ action: 'transactions.searched', subject: `search:${searchId}` },
      details: { isSaved: search.save, count },
    })
  })
}
