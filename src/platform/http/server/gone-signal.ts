import type { ServerResponse } from 'node:http'

/** Aborted when the response has ended, or when the client disconnected before. */
export function goneSignal(response: ServerResponse): AbortSignal {
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  return gone.signal
}
