import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute, createRouter, redirect } from '@tanstack/react-router'
import type { PagePath } from '../../src/portal/pages/page-paths.ts'
import { ApiProblem } from './api/api-problem.ts'
import { queryString, readQueryString } from './api/query-string.ts'
import { mayHaveSession } from './api/session-gate.ts'
import { newReportSearch, onDemandSearch, reportSearch } from './features/reports/searches.ts'
import { prefetchInvoices } from './invoice-list/prefetch-invoices.ts'
import { listSearch } from './invoice-list/state/list-state.ts'
import { lazyPage } from './new-version.ts'
import { ROOT_PATH } from './page-facts.ts'
import { organizationQuery } from './session/organization.ts'
import { type Session, sessionQuery } from './session/session.ts'
import { NotFoundPage } from './shell/not-found-page.tsx'
import { PagePending } from './shell/page-pending.tsx'
import { PageProblem } from './shell/page-problem.tsx'
import { RootFrame } from './shell/root-frame.tsx'
import { Shell } from './shell/shell.tsx'

type Context = { readonly client: QueryClient }

const root = createRootRouteWithContext<Context>()({
  component: RootFrame,
  notFoundComponent: NotFoundPage,
  errorComponent: PageProblem,
})

/** Loads who is signed in, or leads to the sign-in, which leads back here. */
async function signedIn({ client }: Context, href: string): Promise<Session> {
  try {
    return await client.ensureQueryData(sessionQuery)
  } catch (error) {
    if (!(error instanceof ApiProblem && error.status === 401)) throw error
    throw redirect({ to: '/sign-in', search: href === '/' ? {} : { to: href }, replace: true })
  }
}

const start = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: async ({ context, location }) => {
    const { memberships } = await signedIn(context, location.href)
    const active = memberships.filter(({ status }) => status === 'ACTIVE')
    const [only] = active
    if (only === undefined || active.length > 1) throw redirect({ to: '/choose', replace: true })
    throw redirect({ to: '/o/$organizationId', params: { organizationId: only.organizationId }, replace: true })
  },
})

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  /** `to`: the page that was asked for. `reason`: `link` if a sign-in link was used or has expired. */
  validateSearch: (search): { to?: string; reason?: string } => ({
    ...(typeof search['to'] === 'string' && { to: search['to'] }),
    ...(typeof search['reason'] === 'string' && { reason: search['reason'] }),
  }),
  component: lazyPage(async () => (await import('./features/sign-in/page.tsx')).SignInPage),
})

const reset = createRoute({
  getParentRoute: () => root,
  path: '/reset',
  component: lazyPage(async () => (await import('./features/entry/reset-page.tsx')).ResetPage),
})

/** The link of a mail has a token that counts once. */
const tokenSearch = (search: Readonly<Record<string, unknown>>): { token?: string } => ({
  ...(typeof search['token'] === 'string' && { token: search['token'] }),
})

const newPassword = createRoute({
  getParentRoute: () => root,
  path: '/reset/new',
  validateSearch: tokenSearch,
  component: lazyPage(async () => (await import('./features/entry/new-password-page.tsx')).NewPasswordPage),
})

const invitation = createRoute({
  getParentRoute: () => root,
  path: '/invitation',
  validateSearch: tokenSearch,
  component: lazyPage(async () => (await import('./features/entry/invitation-page.tsx')).InvitationPage),
})

const choose = createRoute({
  getParentRoute: () => root,
  path: '/choose',
  beforeLoad: ({ context, location }) => signedIn(context, location.href),
  component: lazyPage(async () => (await import('./shell/choose-page.tsx')).ChoosePage),
})

/** Everything of one organization, in the frame of the portal. */
const organization = createRoute({
  getParentRoute: () => root,
  path: '/o/$organizationId',
  beforeLoad: async ({ context, location, params }) => {
    const shown = organizationQuery(params.organizationId)
    // Asked at the same time as the session; its failure is handled below.
    if (mayHaveSession()) void context.client.prefetchQuery(shown)
    await signedIn(context, location.href)
    await context.client.ensureQueryData(shown).catch((error: unknown) => {
      // The organization requires codes, and the person sets them up in the profile.
      if (error instanceof ApiProblem && error.reason === 'CODES_REQUIRED') throw redirect({ to: '/profile' })
      throw error
    })
  },
  component: Shell,
  errorComponent: PageProblem,
  notFoundComponent: NotFoundPage,
  pendingComponent: PagePending,
})

const home = createRoute({
  getParentRoute: () => organization,
  path: '/',
  component: lazyPage(async () => (await import('./features/home/page.tsx')).HomePage),
})

const invoices = createRoute({
  getParentRoute: () => organization,
  path: '/invoices',
  validateSearch: listSearch,
  // Another selection is the same list.
  loaderDeps: ({ search: { selected: _, ...search } }) => ({ search }),
  loader: ({ context, params, deps }) => prefetchInvoices(context.client, { ...params, ...deps }),
  component: lazyPage(async () => (await import('./features/invoices/page.tsx')).InvoicesPage),
})

const invoice = createRoute({
  getParentRoute: () => organization,
  path: '/invoices/$number',
  component: lazyPage(async () => (await import('./features/invoice/page.tsx')).InvoicePage),
})

/** Pages of their own are below `/invoices/-/`: every other name may be the number of an invoice. */
const newInvoice = createRoute({
  getParentRoute: () => organization,
  path: '/invoices/-/new',
  /** `from`: the invoice whose content a new one starts with. */
  validateSearch: (search): { from?: string } => ({
    ...(typeof search['from'] === 'string' && { from: search['from'] }),
  }),
  component: lazyPage(async () => (await import('./features/editor/page.tsx')).NewInvoicePage),
})

const editInvoice = createRoute({
  getParentRoute: () => organization,
  path: '/invoices/$number/edit',
  component: lazyPage(async () => (await import('./features/editor/page.tsx')).EditInvoicePage),
})

const imports = createRoute({
  getParentRoute: () => organization,
  path: '/invoices/-/imports',
  component: lazyPage(async () => (await import('./features/import/imports-page.tsx')).ImportsPage),
})

const importOfFile = createRoute({
  getParentRoute: () => organization,
  path: '/invoices/-/imports/$importId',
  /** `step`: `check` for the dry run; else the columns of the file. */
  validateSearch: (search): { step?: 'check' } => ({ ...(search['step'] === 'check' && { step: 'check' }) }),
  component: lazyPage(async () => (await import('./features/import/import-page.tsx')).ImportPage),
})

const invoiceJobs = createRoute({
  getParentRoute: () => organization,
  path: '/invoices/-/jobs',
  component: lazyPage(async () => (await import('./features/jobs/list-page.tsx')).JobsPage),
})

const invoiceJob = createRoute({
  getParentRoute: () => organization,
  path: '/invoices/-/jobs/$jobId',
  component: lazyPage(async () => (await import('./features/jobs/page.tsx')).JobPage),
})

const customer = createRoute({
  getParentRoute: () => organization,
  path: '/customers/$email',
  validateSearch: listSearch,
  component: lazyPage(async () => (await import('./features/customers/page.tsx')).CustomerPage),
})

const reports = createRoute({
  getParentRoute: () => organization,
  path: '/reports',
  validateSearch: reportSearch,
  component: lazyPage(async () => (await import('./features/reports/list/page.tsx')).ReportsPage),
})

const report = createRoute({
  getParentRoute: () => organization,
  path: '/reports/$reportId',
  component: lazyPage(async () => (await import('./features/reports/detail/page.tsx')).ReportPage),
})

const newReport = createRoute({
  getParentRoute: () => organization,
  path: '/reports/-/new',
  validateSearch: newReportSearch,
  component: lazyPage(async () => (await import('./features/reports/builder/page.tsx')).NewReportPage),
})

const subscriptions = createRoute({
  getParentRoute: () => organization,
  path: '/reports/-/subscriptions',
  component: lazyPage(async () => (await import('./features/reports/subscriptions/page.tsx')).SubscriptionsPage),
})

const editSubscription = createRoute({
  getParentRoute: () => organization,
  path: '/reports/-/subscriptions/$name',
  component: lazyPage(async () => (await import('./features/reports/builder/page.tsx')).EditSubscriptionPage),
})

const onDemand = createRoute({
  getParentRoute: () => organization,
  path: '/reports/-/on-demand',
  validateSearch: onDemandSearch,
  component: lazyPage(async () => (await import('./features/reports/on-demand/page.tsx')).OnDemandPage),
})

const users = createRoute({
  getParentRoute: () => organization,
  path: '/organization/users',
  component: lazyPage(async () => (await import('./features/organization/page.tsx')).UsersPage),
})

const settings = createRoute({
  getParentRoute: () => organization,
  path: '/settings',
  beforeLoad: ({ params }) => {
    throw redirect({
      to: '/o/$organizationId/settings/$section',
      params: { ...params, section: 'business' },
      replace: true,
    })
  },
})

const settingsSection = createRoute({
  getParentRoute: () => organization,
  path: '/settings/$section',
  component: lazyPage(async () => (await import('./features/settings/page.tsx')).SettingsPage),
})

const profile = createRoute({
  getParentRoute: () => root,
  path: '/profile',
  beforeLoad: ({ context, location }) => signedIn(context, location.href),
  component: lazyPage(async () => (await import('./features/profile/page.tsx')).ProfilePage),
})

const routeTree = root.addChildren([
  start,
  signIn,
  reset,
  newPassword,
  invitation,
  choose,
  profile,
  organization.addChildren([
    home,
    invoices,
    newInvoice,
    invoice,
    editInvoice,
    imports,
    importOfFile,
    invoiceJobs,
    invoiceJob,
    customer,
    reports,
    report,
    newReport,
    subscriptions,
    editSubscription,
    onDemand,
    settings,
    settingsSection,
    users,
  ]),
])

export function createPortalRouter(client: QueryClient) {
  return createRouter({
    routeTree,
    basepath: ROOT_PATH === '' ? '/' : ROOT_PATH,
    context: { client },
    // Every value of a page's address is text: an amount or a search for 0012 is not a number.
    parseSearch: readQueryString,
    stringifySearch: queryString,
    defaultPreload: 'intent',
    // The query cache decides how fresh data is.
    defaultPreloadStaleTime: 0,
    defaultErrorComponent: PageProblem,
    defaultPendingComponent: PagePending,
    scrollRestoration: true,
    trailingSlash: 'preserve',
  })
}

type Served<Path extends PagePath> = Path
/** Does not compile while the service does not deliver a page: its path belongs to src/portal/pages/page-paths.ts. */
export type PortalPath = Served<
  Exclude<keyof ReturnType<typeof createPortalRouter>['routesByPath'], '' | `/${string}/`>
>

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createPortalRouter>
  }
}
