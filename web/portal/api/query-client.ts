import { QueryClient } from '@tanstack/react-query'
import { ApiProblem } from './api-problem.ts'
import { isConnected } from './connection.ts'

const FRESH_MS = 10_000
const RETRIES_MAX = 2

/** Server data lives here and nowhere else. A lost connection repeats what failed as soon as it is back. */
export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        // Our own banner and check decide: the browser's `onLine` says yes in a network without a way to the service.
        networkMode: 'always',
        retry: (count, error) => count < RETRIES_MAX && error instanceof ApiProblem && error.status >= 500,
      },
      mutations: { networkMode: 'always' },
    },
  })
  isConnected.watch(() => {
    if (isConnected.get()) void client.refetchQueries({ predicate: ({ state }) => state.status === 'error' })
  })
  return client
}
