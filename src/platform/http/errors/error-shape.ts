import type { HttpFailure } from './http-failure.ts'

type FailureContext = {
  readonly at: Temporal.Instant
  readonly correlationId: string
  readonly accept: string | undefined
  /** For shapes that people read; undefined where the request could not be parsed. */
  readonly acceptLanguage?: string | undefined
  readonly cookie?: string | undefined
  readonly url?: string
}

type FailureResponse = {
  readonly contentType: string
  readonly body: string
  /** Besides those of every response. */
  readonly headers?: Readonly<Record<string, string>>
}

/** Writes a failure in the shape of a service. */
export type ErrorShape = (failure: HttpFailure, context: FailureContext) => FailureResponse

/** The shape of every path below the prefix, known routes and unknown ones alike. */
export type ErrorShapeOfPrefix = { readonly prefix: `/${string}`; readonly shape: ErrorShape }

const JSON_TYPE = 'application/json; charset=utf-8'

/** The shape for paths of no service. */
export const standardErrorShape: ErrorShape = (failure, context) => {
  // Existing clients know a failed authentication by this body alone.
  if (failure.httpStatus === 401) {
    return { contentType: JSON_TYPE, body: '{"response":{"rmsg":"Authentication Failed"}}' }
  }
  return reasonedErrorShape(failure, context)
}

/** The same with the reason of a 401, where people sign in and a page explains it. */
export const reasonedErrorShape: ErrorShape = (failure, { at }) => {
  const { status, reason, message } = failure
  const details = failure.details.map((detail) => ({ field: detail.field, reason: detail.reason }))
  const submitTimeUtc = at.toString({ smallestUnit: 'second' })
  return {
    contentType: JSON_TYPE,
    body: JSON.stringify({ submitTimeUtc, status, reason, message, details, ...failure.facts }),
  }
}

/** The longest matching prefix decides; `/reporting/v3` matches itself and all paths below it. */
export function errorShapeFor(path: string, shapes: readonly ErrorShapeOfPrefix[]): ErrorShape {
  const covering = shapes.filter(
    ({ prefix }) => path === prefix || path.startsWith(prefix.endsWith('/') ? prefix : `${prefix}/`),
  )
  covering.sort((a, b) => b.prefix.length - a.prefix.length)
  return covering[0]?.shape ?? standardErrorShape
}
