// pure
import { AppError } from '../../kernel/errors.ts'

/** Why a request was not believed: for the log and the figures, never for the caller. */
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
  | 'foreign-merchant'
  | 'wrong-digest'
  | 'seen-before'

// Shorter than any secret of ours: who confuses a key with its id does not find it in the log.
const TELLABLE_KEY_ID = /^[\w.-]{1,40}$/

/** All refusals look the same outside: who tries keys learns nothing. */
export class AuthenticationRefusal extends AppError {
  readonly reason: RefusalReason
  /** The key that the request named, where that can be told. */
  readonly keyId: string | undefined

  constructor(reason: RefusalReason, keyId?: string) {
    super('unauthenticated', 'AUTHENTICATION_FAILED', 'Authentication Failed')
    this.reason = reason
    this.keyId = TELLABLE_KEY_ID.test(keyId ?? '') ? keyId : undefined
  }
}
