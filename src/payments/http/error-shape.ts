import { type ErrorShapeOfPrefix, standardErrorShape } from '../../platform/http/errors/error-shape.ts'

/** Errors about payments and transaction search have invoicing's shape. */
export const paymentErrors: readonly ErrorShapeOfPrefix[] = (['/payments', '/processors', '/tss'] as const).map(
  (prefix) => ({
    prefix,
    shape: standardErrorShape,
  }),
)
