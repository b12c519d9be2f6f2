import { HAS_SESSION_COOKIE } from '../page-facts.ts'
import { Signal } from './signal.ts'

/** Why a person has to prove again who they are: the session ended, or the action asks for the password once more. */
export type GateReason = 'expired' | 'confirmation'

type Gate = {
  readonly reason: GateReason
  readonly answer: Promise<boolean>
  readonly close: (isPassed: boolean) => void
}

/** The question that is open now, over the page, so that nothing typed there is lost. */
export const openGate = new Signal<Gate | undefined>(undefined)

/** Without a session that was there before, the page leads to the sign-in instead. */
let hadSession = false
let mayBeSignedIn = HAS_SESSION_COOKIE

export function mayHaveSession(): boolean {
  return mayBeSignedIn
}

export function sessionWasSeen(): void {
  hadSession = true
  mayBeSignedIn = true
}

export function sessionIsOver(): void {
  hadSession = false
}

/** Resolves to whether the request may be sent again. Requests that fail while the question is open wait for its answer. */
export async function passGate(reason: GateReason): Promise<boolean> {
  if (reason === 'expired' && !hadSession) return false
  const open = openGate.get()
  if (open !== undefined) return open.answer
  const { promise, resolve } = Promise.withResolvers<boolean>()
  openGate.set({
    reason,
    answer: promise,
    close: (isPassed) => {
      openGate.set(undefined)
      resolve(isPassed)
    },
  })
  return promise
}
