import Type from 'typebox'
import { failureWhen } from '../../platform/http/errors/failure-contract.ts'

/** The documented form of refusals, and of the headers that have a say in them. */

/** Of every route. */
export const REFUSALS = {
  400: failureWhen('VALIDATION_ERROR, ACTION_NOT_ALLOWED, DUPLICATE_RECORD, INVALID_IMAGE or INVALID_JSON.'),
  403: failureWhen('The key lacks the scope, or the organization is suspended and may only read.'),
  404: failureWhen('There is no such thing, or it is not yours.'),
}
/** Of routes that change something and can be told to do it once. */
export const ONCE_REFUSALS = {
  ...REFUSALS,
  409: failureWhen('The Idempotency-Key belongs to another request, or that is still at work.'),
}
/** Of routes that change one invoice. */
export const CHANGE_REFUSALS = {
  ...ONCE_REFUSALS,
  412: failureWhen('The invoice is another one than If-Match says.'),
}

const idempotencyKey = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 255,
    description: 'The same key and body again get the first answer, and nothing is done twice.',
  }),
)
export const OnceHeaders = Type.Object({ 'Idempotency-Key': idempotencyKey })
export const ChangeHeaders = Type.Object({
  'Idempotency-Key': idempotencyKey,
  'If-Match': Type.Optional(Type.String({ description: 'ETags of the invoice as it was read; * for any.' })),
})
