import { type ErrorShapeOfPrefix, standardErrorShape } from '../../platform/http/errors/error-shape.ts'

/** Invoicing's failures have the standard shape: status, reason, message and the offending fields. */
export const invoicingErrors: ErrorShapeOfPrefix = {
  prefix: '/invoicing',
  shape: standardErrorShape,
}
