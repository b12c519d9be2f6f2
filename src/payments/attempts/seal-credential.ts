import type { Secrets } from '../../platform/secrets/secrets.ts'
import type { Attempt } from '../model/attempt.ts'
import type { Outcome } from '../port/port.ts'

/**
 * The processor's reference for later charges, sealed and bound to its attempt; undefined if there is none. Without the
 * payer's consent nothing is kept, whatever the processor sends.
 */
export function sealCredential(
  secrets: Pick<Secrets, 'seal'>,
  attempt: Pick<Attempt, 'organizationId' | 'attemptId' | 'payer'>,
  outcome: Outcome,
): string | undefined {
  if (outcome.status === 'declined' || outcome.status === 'unknown') return undefined
  const { storedCredential } = outcome.facts
  if (storedCredential === undefined || attempt.payer.consent === undefined) return undefined
  return secrets.seal(storedCredential, credentialContext(attempt)).toString('base64')
}

/** The reference of an attempt in clear; undefined if it has none, or none any more. */
export function openCredential(
  secrets: Pick<Secrets, 'open'>,
  attempt: Pick<Attempt, 'organizationId' | 'attemptId' | 'facts'>,
): string | undefined {
  const sealed = attempt.facts?.storedCredential
  if (sealed === undefined || sealed === null) return undefined
  return secrets.open(Buffer.from(sealed, 'base64'), credentialContext(attempt)).toString()
}

/** Binds a reference to its attempt; the same context is needed to open it. */
export function credentialContext({
  organizationId,
  attemptId,
}: Pick<Attempt, 'organizationId' | 'attemptId'>): string {
  return `stored credential ${organizationId} ${attemptId}`
}
