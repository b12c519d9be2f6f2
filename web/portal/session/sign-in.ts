import type { Static } from 'typebox'
import type { SessionContract } from '../../../src/organizations/access/contract.ts'
import { ApiProblem } from '../api/api-problem.ts'
import { request } from '../api/request.ts'
import { sessionIsOver, sessionWasSeen } from '../api/session-gate.ts'
import { ROOT_PATH } from '../page-facts.ts'
import type { Session } from './session.ts'

export type Credentials = {
  readonly email: string
  readonly password: string
  readonly code?: string
  readonly keepSignedIn?: boolean
}

export type SignInResult =
  | { readonly outcome: 'signedIn'; readonly session: Session }
  | { readonly outcome: 'codeRequired' | 'wrongCode' | 'wrongCredentials' }
  | { readonly outcome: 'tooManyAttempts'; readonly minutes: number }

const SECONDS_PER_MINUTE = 60

/** Signs in; the answers that a form branches on are values. */
export async function signIn(credentials: Credentials): Promise<SignInResult> {
  try {
    const session = await request<Static<typeof SessionContract>>('/organizations/v1/sign-in', {
      method: 'POST',
      body: credentials,
      isSignIn: true,
    })
    sessionWasSeen()
    return { outcome: 'signedIn', session }
  } catch (error) {
    return refusalOf(error)
  }
}

function refusalOf(error: unknown): SignInResult {
  if (!(error instanceof ApiProblem)) throw error
  if (error.status === 429) {
    const minutes = Math.max(1, Math.ceil((error.retryAfterSeconds ?? SECONDS_PER_MINUTE) / SECONDS_PER_MINUTE))
    return { outcome: 'tooManyAttempts', minutes }
  }
  if (error.reason === 'CODE_REQUIRED') return { outcome: 'codeRequired' }
  if (error.reason === 'INVALID_CODE') return { outcome: 'wrongCode' }
  if (error.status === 401 || error.status === 400) return { outcome: 'wrongCredentials' }
  throw error
}

/** Ends the session and leaves the page with everything that is kept in it. */
export async function signOut(): Promise<void> {
  sessionIsOver()
  try {
    await request('/organizations/v1/session', { method: 'DELETE' })
  } catch (error) {
    // The session has already ended.
    if (!(error instanceof ApiProblem && error.status === 401)) throw error
  }
  location.assign(`${ROOT_PATH}/sign-in`)
}
