// pure
import {
  contentRefusal,
  hasNoValue,
  invalid,
  isObject,
  missing,
  type Problem,
} from '../../kernel/reading/reading.ts'

/** What reading found wrong so far; readers add to it and go on. */
export type Problems = Problem[]

/** What was read, or how the sentence about it goes on after its name. */
export type Outcome<T> = { readonly value: T } | { readonly sentence: string }

const SHOWN_LENGTH_MAX = 100

/** The body of a request, which has to be an object before anything can be said about its fields. */
export function bodyObject(body: unknown): Readonly<Record<string, unknown>> {
  if (isObject(body)) return body
  throw contentRefusal([hasNoValue(body) ? missing('body') : invalid('body', 'must be an object')])
}

/** A sender's text, fit to be told back: whole characters, and not too many. */
export function shown(text: string): string {
  return text.slice(0, SHOWN_LENGTH_MAX).toWellFormed()
}
