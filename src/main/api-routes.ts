import { invoicingRoutes } from '../invoicing/index.ts'
import type { Mode } from '../kernel/mode.ts'
import { DUE_MESSAGES, notificationRoutes } from '../notifications/index.ts'
import { actorOf, authenticatedApi, organizationRoutes, people, sandbox, sandboxPages } from '../organizations/index.ts'
import {
  CHALLENGE_COUNTER,
  canAuthenticatePayers,
  framedPageRoutes,
  type PageDeps,
  paymentRoutes,
  payPageRoutes,
  processorEventRoutes,
  processorPageRoutes,
} from '../payments/index.ts'
import { type Clock, systemClock } from '../platform/clock/clock.ts'
import type { SandboxClock } from '../platform/clock/sandbox-clock.ts'
import { galleryRoutes } from '../platform/http/gallery/routes.ts'
import { addIdempotency } from '../platform/http/idempotency/add-idempotency.ts'
import { IdempotencyKeys } from '../platform/http/idempotency/idempotency-keys.ts'
import { addRateLimit } from '../platform/http/limits/rate-limit.ts'
import type { RoutePlugin } from '../platform/http/server/create-http-app.ts'
import { securityTxtRoute } from '../platform/http/server/security-txt.ts'
import type { Logger } from '../platform/log/log.ts'
import type { Metrics } from '../platform/metrics/metrics.ts'
import { PrintedPdfs } from '../platform/pdf/printed-pdfs.ts'
import type { Presence } from '../platform/postgres/presence.ts'
import { clockWork } from '../platform/queue/clock-work.ts'
import type { Stores } from '../platform/stores/stores.ts'
import { type PeopleDeps, type PortalPages, portalPages, portalPeople, portalRoutes } from '../portal/index.ts'
import { ingestRoutes } from '../records/index.ts'
import {
  definitionRoutes,
  downloadRoutes,
  dtdRoutes,
  onDemandPortalRoute,
  onDemandRoutes,
  overviewRoutes,
  previewRoutes,
  reportRoutes,
  subscriptionRoutes,
  verificationRoutes,
} from '../reporting/index.ts'
import type { Config } from './config.ts'
import { exposureOf } from './exposure.ts'
import { paymentDepsOf } from './payment-deps.ts'
import { version } from './version.ts'
import { openWebhookOutbound } from './webhook-outbound.ts'

type ApiDeps = {
  readonly config: Config
  readonly mode: Mode
  readonly stores: Stores
  readonly clock: Clock
  /** Undefined in live mode. */
  readonly sandboxClock: SandboxClock | undefined
  /** Starts jobs that have become due. */
  readonly wake: () => void
  readonly presence: Presence
  readonly pages: PortalPages
  readonly metrics: Metrics
  readonly log: Logger
}

/** The routes of a node besides health checks and docs; a worker has none. */
export function apiRoutes(deps: ApiDeps): readonly RoutePlugin[] {
  if (deps.config.role === 'worker') return []
  const page = pageDepsOf(deps, new PrintedPdfs())
  const peopleDeps = portalPeople.depsOf({ ...deps, version })
  return [
    ...pageRoutes(deps, page),
    portalPages.routes(deps.pages),
    ...portalPeople.publicRoutes(peopleDeps),
    ...securityRoutes(deps),
    dtdRoutes,
    eventRoutes(deps),
    guardedRoutes(deps, { page, peopleDeps }),
  ]
}

function securityRoutes({ config: { securityContact: contact, publicUrl } }: ApiDeps): readonly RoutePlugin[] {
  return contact === undefined ? [] : [securityTxtRoute({ contact, publicUrl }, systemClock)]
}

/** Routes for a processor's later events; the processor signs its requests. */
function eventRoutes(deps: ApiDeps): RoutePlugin {
  return processorEventRoutes({ ...paymentDepsOf(deps), rateLimitPerMinute: deps.config.rateLimitPerMinute })
}

function pageDepsOf(deps: ApiDeps, pdfs: PrintedPdfs): PageDeps {
  const { mode, config, metrics } = deps
  const countChallenge = metrics.countBy(CHALLENGE_COUNTER)
  return { ...paymentDepsOf(deps), mode, pdfs, requestsPerMinute: config.pageRequestsPerMinute, countChallenge }
}

/** The pages of payers, who need only a link, and in sandbox mode those of the sandbox. */
function pageRoutes(deps: ApiDeps, page: PageDeps): readonly RoutePlugin[] {
  const { mode, config } = deps
  if (mode === 'live') return [payPageRoutes(page)]
  return [payPageRoutes(page), ...processorPageRoutes(page), galleryRoutes(config), ...sandboxPageRoutes(deps)]
}

/** The sandbox's pages for people, and its receivers of webhooks. */
function sandboxPageRoutes(deps: ApiDeps): readonly RoutePlugin[] {
  const { stores, sandboxClock, mode } = deps
  const config = { ...deps.config, ...exposureOf(deps.config, mode) }
  if (sandboxClock === undefined) return []
  const { secrets, database } = stores
  const shared = { database, db: database.db, secrets, machineClock: systemClock, config, sandboxClock }
  const pages = sandboxPages.open({
    ...shared,
    requestsPerMinute: config.pageRequestsPerMinute,
    credentialsFile: sandbox.credentialsFileOf(stores.folder),
  })
  const moving = { ...shared, db: database, pages, wake: deps.wake, findWork: clockWork({ alsoBusy: DUE_MESSAGES }) }
  return [sandboxPages.routes(moving), ...notificationRoutes.sandboxPages({ ...shared, pages })]
}

/** All routes that require authentication, with rate limit and idempotency. */
function guardedRoutes(
  deps: ApiDeps,
  { page, peopleDeps }: { readonly page: PageDeps; readonly peopleDeps: PeopleDeps },
): RoutePlugin {
  const { pdfs } = page
  const { config, mode, stores, clock, presence, metrics, log } = deps
  const { database, secrets } = stores
  const { db } = database
  const keys = new IdempotencyKeys({ database, secrets, presence, log, bytesMax: config.idempotencyBytesMax })
  return authenticatedApi(
    {
      db,
      secrets,
      machineClock: systemClock,
      log,
      config,
      mode,
      metrics,
      afterAuthentication: (app) =>
        addRateLimit(app, {
          perMinute: config.rateLimitPerMinute,
          keyOf: people.senderOf,
        }),
      afterOrganization: (app) =>
        addIdempotency(app, {
          keys,
          organizationOf: ({ organization, routeOptions }) =>
            routeOptions.config.isAboutPerson ? undefined : organization.organizationId,
          callerOf: ({ caller }) => caller.owner.organizationId,
        }),
    },
    [
      organizationRoutes.me({ db }),
      ...organizationRoutes.access({
        database,
        clock,
        machineClock: systemClock,
        mode,
        version,
        baseUrl: config.baseUrl,
      }),
      ...portalPeople.routes(peopleDeps),
      ...invoiceRoutesOf(deps, pdfs),
      ...paymentRoutes({ ...paymentDepsOf(deps), engine: deps.stores.engine, pdfs, mode }),
      ...portalRoutes({ ...stores, clock, machineClock: systemClock }),
      framedPageRoutes(page),
      ...reportingRoutes(deps),
      ingestRoutes({ ...stores, clock, machineClock: systemClock, spoolFolder: stores.folder.spool }),
      ...webhookRoutesOf(deps),
      ...sandboxRoutes(deps),
    ],
  )
}

function invoiceRoutesOf(deps: ApiDeps, pdfs: PrintedPdfs): readonly RoutePlugin[] {
  const { config, mode, stores, clock } = deps
  const { processors } = paymentDepsOf(deps)
  return invoicingRoutes({
    ...{ database: stores.database, clock, machineClock: systemClock, pdfs, config },
    isSandbox: mode === 'sandbox',
    canAuthenticatePayers: (organizationId) => canAuthenticatePayers(processors, { organizationId, currency: 'USD' }),
  })
}

function reportingRoutes({ config, stores, clock }: ApiDeps): readonly RoutePlugin[] {
  const { database } = stores
  const { subscriptionsMax, missedPeriodsMax, baseUrl, agingLookBackDays } = config
  const clocks = { clock, machineClock: systemClock }
  return [
    definitionRoutes,
    subscriptionRoutes({ database, ...clocks, subscriptionsMax, missedPeriodsMax }),
    reportRoutes({ database, ...clocks }),
    ...onDemandRoutes({ ...stores, ...clocks, baseUrl }),
    onDemandPortalRoute({ ...stores, ...clocks, baseUrl }),
    overviewRoutes({ database, subscriptionsMax }),
    previewRoutes({ ...stores, ...clocks, baseUrl, agingLookBackDays, missedPeriodsMax }),
    downloadRoutes({ ...stores, reports: stores.files, machineClock: systemClock, baseUrl, agingLookBackDays }),
    verificationRoutes({
      ...{ ...stores, reports: stores.files, exportsFolder: stores.folder.exports },
      ...{ machineClock: systemClock, baseUrl, agingLookBackDays },
    }),
  ]
}

function webhookRoutesOf(apiDeps: ApiDeps): readonly RoutePlugin[] {
  const { config, stores, clock } = apiDeps
  const { database, secrets } = stores
  const { isSigningKeyRequired } = config
  const outbound = openWebhookOutbound(apiDeps)
  const closing: RoutePlugin = async (app) => {
    app.addHook('onClose', () => outbound.close())
  }
  const deps = { database, secrets, clock, machineClock: systemClock, outbound, isSigningKeyRequired }
  return [...notificationRoutes.api(deps), closing]
}

function sandboxRoutes({ stores, sandboxClock, wake }: ApiDeps): readonly RoutePlugin[] {
  if (sandboxClock === undefined) return []
  const { database } = stores
  const routes = organizationRoutes.clock({
    db: database,
    sandboxClock,
    machineClock: systemClock,
    actorOf: (request) => actorOf(request).by,
    wake,
    findWork: clockWork({ alsoBusy: DUE_MESSAGES }),
  })
  return [routes, ...notificationRoutes.sandboxApi(database)]
}
