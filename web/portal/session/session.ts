import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import type { Language } from '../../../src/kernel/language.ts'
import { request } from '../api/request.ts'
import { sessionWasSeen } from '../api/session-gate.ts'
import type { Theme } from './look.ts'

export type Role = 'owner' | 'admin' | 'clerk' | 'reviewer' | 'analyst' | 'viewer'

export type Membership = {
  readonly organizationId: string
  readonly organizationName: string
  readonly organizationType: string
  readonly role: Role
  readonly status: 'ACTIVE' | 'INVITED'
  readonly timeZone: string
  readonly permissions: readonly string[]
}

export type Session = {
  readonly person: {
    readonly personId: string
    readonly email: string
    readonly name: string
    readonly language: Language | null
    readonly theme: Theme | null
    readonly hasCodes: boolean
  }
  readonly memberships: readonly Membership[]
  readonly session: {
    readonly sessionId: string
    readonly createdAt: string
    readonly expiresAt: string
    readonly confirmedAt: string
  }
  readonly mode: 'sandbox' | 'live'
  /** An organization requires codes, and the person has none yet. */
  readonly mustSetUpCodes: boolean
  readonly version: string
}

const FRESH_MS = 60_000

/** Who is signed in. Fails with a 401 if nobody is. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }) => {
    const session = await request<Session>('/organizations/v1/session', { signal })
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
