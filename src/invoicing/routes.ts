import { type ErrorShapeOfPrefix, standardErrorShape } from '../platform/http/errors/error-shape.ts'
import type { RoutePlugin } from '../platform/http/server/create-http-app.ts'
import { invoiceJobRoutes } from './bulk/routes.ts'
import { customFieldRoutes } from './custom-fields/routes.ts'
import { earlierLineRoutes } from './earlier-lines/routes.ts'
import { importRoutes } from './imports/routes.ts'
import { importRunRoutes } from './imports/run-routes.ts'
import { type InvoiceRoutesDeps, invoiceRoutes } from './invoices/routes.ts'
import { invoiceListPortalRoutes } from './lists/portal-routes.ts'
import { type InvoiceListRoutesDeps, invoiceListRoutes } from './lists/routes.ts'
import { type InvoicePdfRoutesDeps, invoicePdfRoutes } from './pdf/routes.ts'
import { previewRoutes } from './previews/routes.ts'
import { settingsRoutes } from './settings/routes.ts'

type Deps = InvoiceRoutesDeps &
  Parameters<typeof previewRoutes>[0] &
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
    previewRoutes(deps),
    invoiceListRoutes(deps),
    invoiceListPortalRoutes(deps),
    earlierLineRoutes(deps),
    invoiceJobRoutes(deps),
    importRoutes(deps),
    importRunRoutes(deps),
    settingsRoutes(settings),
    customFieldRoutes(settings),
  ]
}

/** Errors of invoicing have the standard shape: status, reason, message and fields. */
export const invoicingErrors: ErrorShapeOfPrefix = {
  prefix: '/invoicing',
  shape: standardErrorShape,
}
