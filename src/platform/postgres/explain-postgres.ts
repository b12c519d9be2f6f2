import { failureReason } from '../files/failure-reasons.ts'
import { StartupError } from '../processes/startup-error.ts'

const REASONS: Readonly<Record<string, string>> = {
  '28P01': 'it refuses the user or password',
  '28000': 'it refuses this user',
  '3D000': 'it has no such database',
  '42501': 'the user lacks a permission',
  '53300': 'it has no connection left',
  '57P03': 'it is starting or stopping',
  '53100': 'its disk is full',
}

/** No connection could be made. */
export class PostgresUnreachable extends Error {
  override readonly name = 'PostgresUnreachable'
}

/** Codes of the server, and messages of the driver if the server sent none. */
const LOSS_CODES = new Set(['57P01', '57P02', '57P03'])
const LOSS_WORDS = /^Connection terminated|connection error and is not queryable/

/** Whether PostgreSQL is unavailable, or was lost during the work; it may be back in a moment. */
export function isPostgresUnavailable(error: unknown): error is Error {
  if (error instanceof PostgresUnreachable) return true
  if (!(error instanceof Error)) return false
  return LOSS_CODES.has((error as { code?: string }).code ?? '') || LOSS_WORDS.test(error.message)
}

const READ_ONLY_TRANSACTION = '25006'

/** Whether the connection may only read, as in a restored copy. */
export function isReadOnlyRefusal(error: unknown): boolean {
  return error instanceof Error && (error as { code?: string }).code === READ_ONLY_TRANSACTION
}

/** Turns a failure to reach PostgreSQL into one sentence; returns any other error as it is. */
export function explainPostgres(error: unknown, url: string): unknown {
  const reason = failureReason(error, REASONS)
  if (reason === undefined) return error
  const { host, pathname } = new URL(url)
  return new StartupError(`PostgreSQL at ${host}${pathname} cannot be used: ${reason} (DATABASE_URL).`, {
    cause: error,
  })
}
