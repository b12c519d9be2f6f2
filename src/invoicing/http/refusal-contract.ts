import Type from 'typebox'
import { failureWhen } from '../../platform/http/errors/failure-contract.ts'
import { OnceHeaders } from '../../platform/http/idempotency/once-headers.ts'

/** The documented refusals, and the headers that can cause them. */

/** Refusals of every route. */
export const REFUSALS = {
  400: failureWhen('VALIDATION_ERROR, ACTION_NOT_ALLOWED, DUPLICATE_RECORD, INVALID_IMAGE or INVALID_JSON.'),
  403: failureWhen('The key lacks the scope, or the organization is suspended (read-only).'),
  404: failureWhen('The object does not exist or is not yours.'),
}
/** Refusals of lists. */
export const LIST_REFUSALS = {
  ...REFUSALS,
  429: failureWhen('The organization already has 4 lists or searches in progress; see Retry-After.'),
  503: failureWhen('LIST_TOO_SLOW: narrow the list with more filters or a longer search text.'),
}
/** Refusals of routes that accept an Idempotency-Key. */
export const ONCE_REFUSALS = {
  ...REFUSALS,
  409: failureWhen('The Idempotency-Key was used for a different request, or the first request is still running.'),
}
/** Refusals of routes that change one invoice. */
export const CHANGE_REFUSALS = {
  ...ONCE_REFUSALS,
  412: failureWhen('The invoice has changed: its ETag is not in If-Match.'),
}
/** The refusal of a mail that the merchant repeats. */
export const RESENT_TOO_OFTEN = failureWhen(
  'TOO_MANY_RESENDS: the invoice was sent again to this address, or its payer reminded, within a minute, or five times within 24 hours; see Retry-After.',
)

export const ChangeHeaders = Type.Object({
  ...OnceHeaders.properties,
  'If-Match': Type.Optional(Type.String({ description: 'ETags of the invoice as you read it, or * for any.' })),
})

export const ReadHeaders = Type.Object({
  'If-None-Match': Type.Optional(Type.String({ description: 'ETags of the invoice as you have it.' })),
})
export const NotModified = Type.Null({
  description: 'You have this version of the invoice: its ETag is in If-None-Match.',
})
