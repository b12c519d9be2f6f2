import { type ErrorShapeOfPrefix, standardErrorShape } from '../platform/http/errors/error-shape.ts'
import type { RoutePlugin } from '../platform/http/server/create-http-app.ts'
import { customFieldRoutes } from './custom-fields/routes.ts'
import { type InvoiceRoutesDeps, invoiceRoutes } from './invoices/routes.ts'
import { invoiceListPortalRoutes } from './lists/portal-routes.ts'
import { type InvoiceListRoutesDeps, invoiceListRoutes } from './lists/routes.ts'
import { type InvoicePdfRoutesDeps, invoicePdfRoutes } from './pdf/routes.ts'
import { settingsRoutes } from './settings/routes.ts'

type Deps = InvoiceRoutesDeps &
  InvoicePdfRoutesDeps &
  InvoiceListRoutesDeps &
  Pick<Parameters<typeof settingsRoutes>[0], 'canAuthenticatePayers'>

/** All routes of this component. */
export function invoicingRoutes(deps: Deps): readonly RoutePlugin[] {
  const { database, config } = deps
  const settings = { ...deps, db: database, isSuspendedOnViolation: config.isSuspendedOnViolation }
  return [
    invoiceRoutes(deps),
    invoicePdfRoutes(deps),
    invoiceListRoutes(deps),
    invoiceListPortalRoutes(deps),
    settingsRoutes(settings),
    customFieldRoutes(settings),
  ]
}

/** Errors of invoicing have the standard shape: status, reason, message and fields. */
export const invoicingErrors: ErrorShapeOfPrefix = {
  prefix: '/invoicing',
  shape: standardErrorShape,
}
