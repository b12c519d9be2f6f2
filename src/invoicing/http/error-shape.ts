import { type ErrorShapeOfPrefix, standardErrorShape } from '../../platform/http/errors/error-shape.ts'

/** Errors of invoicing have the standard shape: status, reason, message and fields. */
export const invoicingErrors: ErrorShapeOfPrefix = {
  prefix: '/invoicing',
  shape: standardErrorShape,
}
