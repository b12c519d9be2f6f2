import type { DuckDBConnection } from '@duckdb/node-api'
import { clientGone } from './engine-failure.ts'

/** An interruption before the query has begun is lost. */
const AGAIN_MS = 25

/**
 * Interrupts the query on the connection when the signal is aborted, until it has ended. An interruption breaks the
 * transaction: where that is to go on, the work gets some time to see the signal and end by itself.
 */
export async function interruptible<T>(
  connection: DuckDBConnection,
  { signal, patienceMs = 0 }: { readonly signal: AbortSignal; readonly patienceMs?: number },
  work: () => Promise<T>,
): Promise<T> {
  if (signal.aborted) throw clientGone()
  let timer: NodeJS.Timeout | undefined
  const interrupt = (): void => {
    connection.interrupt()
    timer = setTimeout(interrupt, AGAIN_MS)
  }
  const onAbort = (): void => {
    timer = setTimeout(interrupt, patienceMs)
  }
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    return await work()
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', onAbort)
  }
}
