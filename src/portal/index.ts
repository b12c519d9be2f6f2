import { portalPageErrors } from './pages/page-errors.ts'
import { openPortalPages } from './pages/portal-pages.ts'
import { portalPageRoutes } from './pages/routes.ts'

/** The portal as a browser gets it. */
export const portalPages = { open: openPortalPages, routes: portalPageRoutes, errors: portalPageErrors }
export type { PortalPages } from './pages/portal-pages.ts'
