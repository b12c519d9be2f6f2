import { AsyncLocalStorage } from 'node:async_hooks'

/** The owner and the purpose of a connection. */
export type DatabaseUse = {
  /** Owners take turns: the organization of the key that asks, or none for the service itself. */
  readonly owner: string
  /** Authentication takes no turns, and lists have connections of their own. */
  readonly purpose: 'authentication' | 'list' | 'work'
  /** Aborted when the caller has gone: a list stops. */
  readonly gone?: AbortSignal
}

const THE_SERVICE: DatabaseUse = { owner: '', purpose: 'work' }
const current = new AsyncLocalStorage<DatabaseUse>()

/** Every query of the work, also a later one, counts as this use. */
export function withDatabaseUse<T>(use: DatabaseUse, work: () => T): T {
  return current.run(use, work)
}

export function databaseUse(): DatabaseUse {
  return current.getStore() ?? THE_SERVICE
}
