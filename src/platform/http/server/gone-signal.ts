import type { ServerResponse } from 'node:http'

/** Aborted when the client disconnects before it has the whole response. */
export function goneSignal(response: ServerResponse): AbortSignal {
  const gone = new AbortController()
  response.once('close', () => {
    if (!response.writableFinished) gone.abort()
  })
  return gone.signal
}
