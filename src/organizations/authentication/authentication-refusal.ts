// pure
import { AppError } from '../../kernel/errors.ts'

/** Why authentication failed: for the log and the metrics, never for the caller. */
export type RefusalReason =
  | 'no-credentials'
  | 'malformed'
  | 'unknown-key'
  | 'wrong-algorithm'
  | 'wrong-signature'
  | 'expired'
  | 'revoked'
  | 'outside-its-time'
  | 'other-request'
  | 'unbound'
  | 'foreign-merchant'
  | 'wrong-digest'
  | 'seen-before'
  | 'unknown-session'
  | 'ended-session'
  | 'disabled-person'

// Shorter than any secret, so that a secret sent in place of a key id does not appear in the log.
const TELLABLE_KEY_ID = /^[\w.-]{1,40}$/

export const AUTHENTICATION_FAILED = 'AUTHENTICATION_FAILED'

/** All refusals look the same to the caller, so that guessing keys reveals nothing. */
export class AuthenticationRefusal extends AppError {
  readonly reason: RefusalReason
  /** The key id in the request, if it could be read. */
  readonly keyId: string | undefined

  constructor(reason: RefusalReason, keyId?: string) {
    super('unauthenticated', AUTHENTICATION_FAILED, 'Authentication Failed')
    this.reason = reason
    this.keyId = TELLABLE_KEY_ID.test(keyId ?? '') ? keyId : undefined
  }
}
