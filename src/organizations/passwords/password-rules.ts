// pure
import { AppError } from '../../kernel/errors.ts'
import { isCommonPassword } from './guessed-passwords.ts'

const PASSWORD_LENGTH_MIN = 12
/** Long enough for any passphrase; the hash of a longer one would be a way to keep the service busy. */
const PASSWORD_LENGTH_MAX = 256
/** A shorter part of an address is found in too many passwords by chance. */
const ADDRESS_PART_LENGTH_MIN = 4

export type PasswordProblem = 'TOO_SHORT' | 'TOO_LONG' | 'TOO_COMMON' | 'CONTAINS_EMAIL' | 'UNCHANGED'

/** Why a new password is refused; undefined if it is good. The portal says it in the reader's language. */
export function passwordProblem(password: string, { email }: { readonly email: string }): PasswordProblem | undefined {
  const length = [...password].length
  if (length < PASSWORD_LENGTH_MIN) return 'TOO_SHORT'
  if (length > PASSWORD_LENGTH_MAX) return 'TOO_LONG'
  if (containsAddress(password, email)) return 'CONTAINS_EMAIL'
  return isCommonPassword(password) ? 'TOO_COMMON' : undefined
}

/** The part before the @ says enough: the rest is known to everyone at the same company. */
function containsAddress(password: string, email: string): boolean {
  const [local = ''] = email.trim().toLowerCase().split('@')
  const plain = password.toLowerCase()
  return (
    plain.includes(email.trim().toLowerCase()) || (local.length >= ADDRESS_PART_LENGTH_MIN && plain.includes(local))
  )
}

const SENTENCES: Readonly<Record<PasswordProblem, string>> = {
  TOO_SHORT: `The password must have at least ${PASSWORD_LENGTH_MIN} characters.`,
  TOO_LONG: `The password must have at most ${PASSWORD_LENGTH_MAX} characters.`,
  TOO_COMMON: 'The password is too easy to guess.',
  CONTAINS_EMAIL: 'The password must not contain the email address.',
  UNCHANGED: 'The new password must differ from the current one.',
}

/** The refusal of a password; the field is the request's. */
export function refusedPassword(problem: PasswordProblem, field = 'password'): AppError {
  return new AppError('invalid', 'INVALID_DATA', SENTENCES[problem], [{ field, reason: problem }])
}
