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

/** All refusals look the same outside: who tries keys learns nothing. */
export class AuthenticationRefusal extends AppError {
  readonly reason: RefusalReason
  /** The key that the request named, where it named one in the form of a key id. */
  readonly keyId: string | undefined

  constructor(reason: RefusalReason, keyId?: string) {
    super('unauthenticated', 'AUTHENTICATION_FAILED', 'Authentication Failed')
    this.reason = reason
    this.keyId = keyId
  }
}
