// pure
import { ContentRefusal, hasNoValue, invalid, isObject, missing } from '../../kernel/reading/reading.ts'

/** The body of a request, which has to be an object before anything can be said about its fields. */
export function bodyObject(body: unknown): Readonly<Record<string, unknown>> {
  if (isObject(body)) return body
  throw new ContentRefusal([hasNoValue(body) ? missing('body') : invalid('body', 'must be an object')])
}
