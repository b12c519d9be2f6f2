import { failureReason } from '../failure-reasons.ts'
import { StartupError } from '../startup-error.ts'

const REASONS: Readonly<Record<string, string>> = {
  '516': 'it refuses the user or password',
  '192': 'it knows no such user',
  '497': 'the user lacks a permission',
  '243': 'its disk is full',
}

/** ClickHouse is away, or cannot do it now; it may be back in a moment. */
export class ClickHouseUnavailable extends Error {
  override readonly name = 'ClickHouseUnavailable'
}

const LOSS_CODES: ReadonlySet<string> = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH'],
  // Too many queries, too many parts, no memory, no room, read-only, stopping.
  ...['202', '252', '241', '243', '242', '236'],
  // A query or its connection that took too long.
  ...['159', '209', '210'],
  // Too few replicas, and nobody knows what became of a write.
  ...['285', '319', '999'],
])
const LOSS_WORDS = /^Timeout error|socket hang up/i

/** What went wrong, told apart from a wrong query; anything else comes back as it is. */
export function lossOfClickHouse(error: unknown): unknown {
  const { code, message } = error as { readonly code?: unknown; readonly message?: string }
  if (!LOSS_CODES.has(String(code)) && !LOSS_WORDS.test(message ?? '')) return error
  return new ClickHouseUnavailable(`ClickHouse cannot be used: ${message}`, { cause: error })
}

/** Turns a failure to reach ClickHouse into one sentence; anything else comes back as it is. */
export function explainClickHouse(error: unknown, place: string): unknown {
  const reason = failureReason(error, REASONS)
  if (reason === undefined) return error
  return new StartupError(`ClickHouse at ${place} cannot be used: ${reason} (CLICKHOUSE_URL).`, {
    cause: error,
  })
}
