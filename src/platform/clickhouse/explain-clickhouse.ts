import { StartupError } from '../startup-error.ts'

/** What is wrong in words, by the system's or ClickHouse's own code. */
const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'the host name is unknown',
  EAI_AGAIN: 'the host name cannot be looked up',
  ETIMEDOUT: 'it does not answer',
  ECONNRESET: 'it closes the connection',
  '516': 'it refuses the user or password',
  '192': 'it knows no such user',
  '497': 'the user lacks a permission',
  '243': 'its disk is full',
}

/** Turns a failure to reach ClickHouse into one sentence; anything else comes back as it is. */
export function explainClickHouse(error: unknown, place: string): unknown {
  const { code, message } = error as { code?: string; message?: string }
  const isTimeout = /time(d )?out/i.test(message ?? '')
  const reason = REASONS[code ?? ''] ?? (isTimeout ? REASONS['ETIMEDOUT'] : undefined)
  if (reason === undefined) return error
  return new StartupError(`ClickHouse at ${place} cannot be used: ${reason} (CLICKHOUSE_URL).`, {
    cause: error,
  })
}
