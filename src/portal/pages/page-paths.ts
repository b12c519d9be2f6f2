// pure

/**
 * The paths of the portal's pages, as the router of web/portal/routes.tsx has them. None may be a path of the API or of
 * another page: a test compares both.
 */
export const PAGE_PATHS = [
  '/',
  '/sign-in',
  '/reset',
  '/reset/new',
  '/invitation',
  '/choose',
  '/profile',
  '/o/$organizationId',
  '/o/$organizationId/invoices',
  '/o/$organizationId/invoices/-/new',
  '/o/$organizationId/invoices/$number',
  '/o/$organizationId/invoices/$number/edit',
  '/o/$organizationId/invoices/-/imports',
  '/o/$organizationId/invoices/-/imports/$importId',
  '/o/$organizationId/invoices/-/jobs',
  '/o/$organizationId/invoices/-/jobs/$jobId',
  '/o/$organizationId/customers/$email',
  '/o/$organizationId/reports',
  '/o/$organizationId/reports/$reportId',
  '/o/$organizationId/reports/-/new',
  '/o/$organizationId/reports/-/subscriptions',
  '/o/$organizationId/reports/-/subscriptions/$name',
  '/o/$organizationId/reports/-/on-demand',
  '/o/$organizationId/settings',
  '/o/$organizationId/settings/$section',
  '/o/$organizationId/organization/users',
] as const

export type PagePath = (typeof PAGE_PATHS)[number]

const PATTERNS = PAGE_PATHS.map((path) => new RegExp(`^${path.replaceAll(/\$\w+/g, '[^/]+').replace(/\/$/, '')}/?$`))

/** Whether a path below `/o/` is a page; the portal shows "not found" for the others. */
export function isPagePath(path: string): boolean {
  return PATTERNS.some((pattern) => pattern.test(path))
}
