// pure
import { AppError } from './errors.ts'

const BEGINNING = 'Requested action is not allowed. '

/** Refuses an action that the invoice's state or the rules forbid, and says why. */
export function actionNotAllowed(sentence: string, fields: readonly string[] = []): AppError {
  return new AppError(
    'invalid',
    'ACTION_NOT_ALLOWED',
    `${BEGINNING}${sentence}`,
    fields.map((field) => ({ field, reason: 'INVALID_DATA' })),
  )
}

/** The sentence of such a refusal, by which its translations are found; any other message as it is. */
export function refusalSentence(message: string): string {
  return message.startsWith(BEGINNING) ? message.slice(BEGINNING.length) : message
}
