import { type ErrorShape, type ErrorShapeOfPrefix, standardErrorShape } from '../../platform/http/errors/error-shape.ts'

/** Existing clients of refunds know other words for content that is refused. */
const ptsErrorShape: ErrorShape = (failure, context) => {
  if (failure.httpStatus !== 400) return standardErrorShape(failure, context)
  const isMissing = failure.details.some(({ reason }) => reason === 'MISSING_FIELD')
  const reason = failure.reason === 'VALIDATION_ERROR' ? (isMissing ? 'MISSING_FIELD' : 'INVALID_DATA') : failure.reason
  return standardErrorShape({ ...failure, status: 'INVALID_REQUEST', reason }, context)
}

/** Errors about payments and transaction search have invoicing's shape. */
export const paymentErrors: readonly ErrorShapeOfPrefix[] = [
  ...(['/payments', '/processors', '/tss'] as const).map((prefix) => ({ prefix, shape: standardErrorShape })),
  { prefix: '/pts', shape: ptsErrorShape },
]
