// pure
import { AppError } from './errors.ts'

/** Refuses an action that the invoice's state or the rules forbid, and says why. */
export function actionNotAllowed(sentence: string, fields: readonly string[] = []): AppError {
  return new AppError(
    'invalid',
    'ACTION_NOT_ALLOWED',
    `Requested action is not allowed. ${sentence}`,
    fields.map((field) => ({ field, reason: 'INVALID_DATA' })),
  )
}
