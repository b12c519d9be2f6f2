import { createRoute, redirect } from '@tanstack/react-router'
import { requestSearch } from '../features/developers/requests/filters.ts'
import { deliverySearch } from '../features/developers/webhooks/delivery-search.ts'
import { lazyPage } from '../new-version.ts'
import { organization } from './organization-route.ts'

const developers = createRoute({
  getParentRoute: () => organization,
  path: '/developers',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/o/$organizationId/developers/keys', params, replace: true })
  },
})

const keys = createRoute({
  getParentRoute: () => organization,
  path: '/developers/keys',
  /** `ended`: keys that are no longer valid, too. */
  validateSearch: (search): { ended?: 'true' } => ({ ...(search['ended'] === 'true' && { ended: 'true' }) }),
  component: lazyPage(async () => (await import('../features/developers/keys/page.tsx')).KeysPage),
})

const webhooks = createRoute({
  getParentRoute: () => organization,
  path: '/developers/webhooks',
  component: lazyPage(async () => (await import('../features/developers/webhooks/page.tsx')).WebhooksPage),
})

const webhook = createRoute({
  getParentRoute: () => organization,
  path: '/developers/webhooks/$webhookId',
  validateSearch: deliverySearch,
  component: lazyPage(async () => (await import('../features/developers/webhooks/webhook-page.tsx')).WebhookPage),
})

const requestLog = createRoute({
  getParentRoute: () => organization,
  path: '/developers/requests',
  validateSearch: requestSearch,
  component: lazyPage(async () => (await import('../features/developers/requests/page.tsx')).RequestsPage),
})

const events = createRoute({
  getParentRoute: () => organization,
  path: '/developers/events',
  validateSearch: (search): { type?: string; selected?: string } => ({
    ...(typeof search['type'] === 'string' && { type: search['type'] }),
    ...(typeof search['selected'] === 'string' && { selected: search['selected'] }),
  }),
  component: lazyPage(async () => (await import('../features/developers/events/page.tsx')).EventsPage),
})

const sandboxTools = createRoute({
  getParentRoute: () => organization,
  path: '/developers/sandbox',
  component: lazyPage(async () => (await import('../features/developers/sandbox/page.tsx')).SandboxPage),
})

/** The pages for developers. */
export const developersRoutes = [developers, keys, webhooks, webhook, requestLog, events, sandboxTools] as const
