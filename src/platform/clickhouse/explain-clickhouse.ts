import { failureReason } from '../failure-reasons.ts'
import { StartupError } from '../startup-error.ts'

const REASONS: Readonly<Record<string, string>> = {
  '516': 'it refuses the user or password',
  '192': 'it knows no such user',
  '497': 'the user lacks a permission',
  '243': 'its disk is full',
}

/** Turns a failure to reach ClickHouse into one sentence; anything else comes back as it is. */
export function explainClickHouse(error: unknown, place: string): unknown {
  const reason = failureReason(error, REASONS)
  if (reason === undefined) return error
  return new StartupError(`ClickHouse at ${place} cannot be used: ${reason} (CLICKHOUSE_URL).`, {
    cause: error,
  })
}
