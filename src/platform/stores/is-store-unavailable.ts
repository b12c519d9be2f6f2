import { EngineUnavailable } from '../engine/engine-unavailable.ts'
import { isPostgresUnavailable } from '../postgres/explain-postgres.ts'

/** Whether a store is unavailable, or was lost during the work; it may be back in a moment. */
export function isStoreUnavailable(error: unknown): error is Error {
  return error instanceof EngineUnavailable || isPostgresUnavailable(error)
}
