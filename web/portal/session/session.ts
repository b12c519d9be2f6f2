import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import type { Static } from 'typebox'
import type { SessionContract } from '../../../src/organizations/access/contract.ts'
import { ApiProblem } from '../api/api-problem.ts'
import type { Received } from '../api/exact-json.ts'
import { request } from '../api/request.ts'
import { mayHaveSession, sessionWasSeen } from '../api/session-gate.ts'

export type Session = Received<Static<typeof SessionContract>>
type Membership = Session['memberships'][number]
export type Role = Membership['role']
export type Permission = Membership['permissions'][number]

const FRESH_MS = 60_000

/** Who is signed in. Fails with a 401 if nobody is. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }): Promise<Session> => {
    // Without a cookie the answer is known, and browsers complain about it in their console.
    if (!mayHaveSession()) throw new ApiProblem({ status: 401, body: undefined })
    const session = await request<Static<typeof SessionContract>>('/organizations/v1/session', { signal })
    sessionWasSeen()
    return session
  },
  staleTime: FRESH_MS,
  retry: false,
})

/** For pages below the organization's route, which loads the session before it shows anything. */
export function useSession(): Session {
  return useSuspenseQuery(sessionQuery).data
}
