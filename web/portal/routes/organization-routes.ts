import { createRoute, redirect } from '@tanstack/react-router'
import { auditSearch } from '../features/organization/audit/filters.ts'
import { lazyPage } from '../new-version.ts'
import { organization } from './organization-route.ts'

const organizationStart = createRoute({
  getParentRoute: () => organization,
  path: '/organization',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/o/$organizationId/organization/users', params, replace: true })
  },
})

const users = createRoute({
  getParentRoute: () => organization,
  path: '/organization/users',
  component: lazyPage(async () => (await import('../features/organization/page.tsx')).UsersPage),
})

const merchants = createRoute({
  getParentRoute: () => organization,
  path: '/organization/merchants',
  validateSearch: (search): { search?: string } => ({
    ...(typeof search['search'] === 'string' && { search: search['search'] }),
  }),
  component: lazyPage(async () => (await import('../features/organization/merchants/page.tsx')).MerchantsPage),
})

const groups = createRoute({
  getParentRoute: () => organization,
  path: '/organization/groups',
  component: lazyPage(async () => (await import('../features/organization/groups/page.tsx')).GroupsPage),
})

const group = createRoute({
  getParentRoute: () => organization,
  path: '/organization/groups/$group',
  component: lazyPage(async () => (await import('../features/organization/groups/group-page.tsx')).GroupPage),
})

const organizationSettings = createRoute({
  getParentRoute: () => organization,
  path: '/organization/settings',
  component: lazyPage(
    async () => (await import('../features/organization/settings/page.tsx')).OrganizationSettingsPage,
  ),
})

const audit = createRoute({
  getParentRoute: () => organization,
  path: '/organization/audit',
  validateSearch: auditSearch,
  component: lazyPage(async () => (await import('../features/organization/audit/page.tsx')).AuditPage),
})

/** The pages about an organization itself. */
export const organizationRoutes = [
  organizationStart,
  users,
  merchants,
  groups,
  group,
  organizationSettings,
  audit,
] as const
