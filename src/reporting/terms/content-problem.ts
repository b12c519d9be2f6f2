// pure
import { AppError, type FieldProblem } from '../../kernel/errors.ts'

/** `reason` is the code for programs, `sentence` goes on after the field's name and says what is wrong. */
export type ContentProblem = FieldProblem & {
  readonly reason: 'MISSING_FIELD' | 'INVALID_DATA'
  readonly sentence: string
}

/** What reading found wrong so far; readers add to it and go on. */
export type Problems = ContentProblem[]

/** What was read, or how the sentence about it goes on after its name. */
export type Outcome<T> = { readonly value: T } | { readonly sentence: string }

const SENTENCES_MAX = 10
const PROBLEMS_MAX = 1_000
const SHOWN_LENGTH_MAX = 100

export function missing(field: string): ContentProblem {
  return { field, reason: 'MISSING_FIELD', sentence: 'is required' }
}

export function invalid(field: string, sentence: string): ContentProblem {
  return { field, reason: 'INVALID_DATA', sentence }
}

/** Refuses content for every problem that was found in it; does nothing where there is none. */
export function refuseContent(problems: readonly ContentProblem[]): void {
  if (problems.length > 0) throw contentRefusal(problems)
}

function contentRefusal(problems: readonly ContentProblem[]): AppError {
  const sentences = problems
    .slice(0, SENTENCES_MAX)
    .map(({ field, sentence }) => `${field} ${sentence}`)
  const more = problems.length - sentences.length
  const rest = more > 0 ? `; and ${more} more` : ''
  const message = `Field validation errors: ${sentences.join('; ')}${rest}.`
  return new AppError('invalid', 'VALIDATION_ERROR', message, problems.slice(0, PROBLEMS_MAX))
}

/** Clients send nothing, null or an empty text alike. */
export function hasNoValue(raw: unknown): raw is undefined | null | '' {
  return raw === undefined || raw === null || raw === ''
}

/** The body of a request, which has to be an object before anything can be said about its fields. */
export function bodyObject(body: unknown): Readonly<Record<string, unknown>> {
  if (isObject(body)) return body
  throw contentRefusal([hasNoValue(body) ? missing('body') : invalid('body', 'must be an object')])
}

export function isObject(raw: unknown): raw is Readonly<Record<string, unknown>> {
  return typeof raw === 'object' && raw !== null && !Array.isArray(raw)
}

/** A sender's text, fit to be told back: whole characters, and not too many. */
export function shown(text: string): string {
  return text.slice(0, SHOWN_LENGTH_MAX).toWellFormed()
}
