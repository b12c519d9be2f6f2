// pure
import { AppError, type FieldProblem } from '../../kernel/errors.ts'

/** `reason` is the code for programs, `sentence` goes on after the field's name and says what is wrong. */
export type ContentProblem = {
  readonly field: string
  readonly reason: 'MISSING_FIELD' | 'INVALID_DATA'
  readonly sentence: string
}

const SENTENCES_MAX = 10
/** Every offending field is named: thirty lines with all they can have wrong are some hundreds. */
const PROBLEMS_MAX = 1_000

export function missing(field: string, sentence = 'is required'): ContentProblem {
  return { field, reason: 'MISSING_FIELD', sentence }
}

export function invalid(field: string, sentence: string): ContentProblem {
  return { field, reason: 'INVALID_DATA', sentence }
}

/** Refuses content for every problem that was found in it; does nothing where there is none. */
export function refuseContent(problems: readonly ContentProblem[]): void {
  if (problems.length === 0) return
  const { message, details } = contentRefusal(problems)
  throw new AppError('invalid', 'VALIDATION_ERROR', message, details)
}

/** What a refusal for these problems says: to people the first of them, to programs the fields. */
export function contentRefusal(problems: readonly ContentProblem[]): {
  readonly message: string
  readonly details: readonly FieldProblem[]
} {
  const sentences = problems
    .slice(0, SENTENCES_MAX)
    .map(({ field, sentence }) => `${field} ${sentence}`)
  const more = problems.length - sentences.length
  const rest = more > 0 ? `; and ${more} more` : ''
  return {
    message: `Field validation errors: ${sentences.join('; ')}${rest}.`,
    details: problems.slice(0, PROBLEMS_MAX).map(({ field, reason }) => ({ field, reason })),
  }
}

/** Refuses an action that the invoice's state or the rules forbid, and says why. */
export function actionNotAllowed(sentence: string, fields: readonly string[] = []): AppError {
  return new AppError(
    'invalid',
    'ACTION_NOT_ALLOWED',
    `Requested action is not allowed. ${sentence}`,
    fields.map((field) => ({ field, reason: 'INVALID_DATA' })),
  )
}
