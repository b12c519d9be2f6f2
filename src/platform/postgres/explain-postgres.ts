import { failureReason } from '../failure-reasons.ts'
import { StartupError } from '../startup-error.ts'

const REASONS: Readonly<Record<string, string>> = {
  '28P01': 'it refuses the user or password',
  '28000': 'it refuses this user',
  '3D000': 'it has no such database',
  '42501': 'the user lacks a permission',
  '53300': 'it has no connection left',
  '57P03': 'it is starting or stopping',
  '53100': 'its disk is full',
}

/** Turns a failure to reach PostgreSQL into one sentence; anything else comes back as it is. */
export function explainPostgres(error: unknown, url: string): unknown {
  const reason = failureReason(error, REASONS)
  if (reason === undefined) return error
  const { host, pathname } = new URL(url)
  return new StartupError(
    `PostgreSQL at ${host}${pathname} cannot be used: ${reason} (DATABASE_URL).`,
    { cause: error },
  )
}
