// pure
import { AppError } from '../../kernel/errors.ts'

/** The same for an unknown address, a wrong password and a disabled person. */
export function invalidCredentials(): AppError {
  return new AppError('unauthenticated', 'INVALID_CREDENTIALS', 'The email address or the password is wrong.')
}

export function codeRequired(): AppError {
  return new AppError('unauthenticated', 'CODE_REQUIRED', 'A one-time code is required.')
}

export function invalidCode(): AppError {
  return new AppError('unauthenticated', 'INVALID_CODE', 'The code is wrong or was used before.')
}

/** An invitation of somebody who has a password is accepted by that person alone. */
export function signInRequired(): AppError {
  return new AppError('unauthenticated', 'SIGN_IN_REQUIRED', 'Sign in as the invited person to accept the invitation.')
}

/** For somebody who is signed in: 401 would mean that the session has ended. */
export function wrongPassword(field: string): AppError {
  return new AppError('invalid', 'INVALID_DATA', 'The password is wrong.', [{ field, reason: 'WRONG_PASSWORD' }])
}

export function wrongCode(field = 'code'): AppError {
  return new AppError('invalid', 'INVALID_DATA', 'The code is wrong or was used before.', [
    { field, reason: 'INVALID_CODE' },
  ])
}
