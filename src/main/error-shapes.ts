import { invoicingErrors } from '../invoicing/index.ts'
import { accounts, sandboxPages } from '../organizations/index.ts'
import { pageErrors, paymentErrors } from '../payments/index.ts'
import type { ErrorShapeOfPrefix } from '../platform/http/errors/error-shape.ts'
import { programErrors } from '../platform/http/errors/site-errors.ts'
import { type PortalPages, portalPages } from '../portal/index.ts'
import { reportingErrors } from '../reporting/index.ts'

/** The shapes of all errors: JSON where programs call, pages where people read. */
export function errorShapes(pages: PortalPages): readonly ErrorShapeOfPrefix[] {
  return [
    ...[invoicingErrors, ...paymentErrors, ...reportingErrors],
    ...accounts.errors,
    ...programErrors('/organizations', '/notification-subscriptions', '/kms', '/nrtf', '/ingest', '/sandbox/v1'),
    ...programErrors('/portal/v1'),
    ...programErrors('/healthz', '/readyz', '/metrics', '/openapi.json'),
    ...programErrors('/portal'),
    ...[...pageErrors, ...sandboxPages.errors],
    portalPages.errors(pages),
  ]
}
