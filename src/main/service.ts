import { isIPv6 } from 'node:net'
import type { Mode } from '../kernel/mode.ts'
import { deliveryFigures, mailFigures } from '../notifications/index.ts'
import { sandbox, securitySchemes } from '../organizations/index.ts'
import { challenges } from '../organizations/pure.ts'
import { ALERT_FIGURES, countEpisodes, countOpenAlerts, EPISODE_FIGURES } from '../payments/index.ts'
import { type Clock, systemClock } from '../platform/clock/clock.ts'
import { liveProblems } from '../platform/config/live-settings.ts'
import { createHttpApp, listen } from '../platform/http/server/create-http-app.ts'
import type { ReadinessCheck } from '../platform/http/server/health-routes.ts'
import { reloadCertificate } from '../platform/http/server/reload-certificate.ts'
import { loadCertificate } from '../platform/http/server/tls.ts'
import { type Logger, lostLinesOf } from '../platform/log/log.ts'
import { createMetrics } from '../platform/metrics/metrics.ts'
import { announcePresence, type Presence } from '../platform/postgres/presence.ts'
import type { JobHandlers } from '../platform/queue/queue.ts'
import { queueDepth } from '../platform/queue/queue-depth.ts'
import { claimMode, confirmMode, refuseSettings } from '../platform/stores/installation-mode.ts'
import { type PreparedStores, prepareStores } from '../platform/stores/prepare-stores.ts'
import { migrateStores, openPreparedStores, type Stores } from '../platform/stores/stores.ts'
import { portalPages, portalPeople } from '../portal/index.ts'
import { recordOutbox, UploadFailure } from '../records/index.ts'
import { ReportingFailure } from '../reporting/index.ts'
import { apiRoutes } from './api-routes.ts'
import type { Config } from './config.ts'
import { refuseOtherClock } from './doctor/clock-difference.ts'
import { errorShapes } from './error-shapes.ts'
import { exposureOf } from './exposure.ts'
import { introduction } from './introduction.ts'
import { type OpenedClock, openClock } from './open-clock.ts'
import { startMetricsServer } from './start-metrics-server.ts'
import { ENGINE_FIGURES, POOL_FIGURES, QUEUE_FIGURES } from './store-figures.ts'
import { version } from './version.ts'
import { startWork } from './work/start-work.ts'

export type Service = {
  readonly stores: Stores
  readonly mode: Mode
  /** The address it listens on; the public one is in the configuration. */
  readonly url: string
  /** Written at the first start of a sandbox. */
  readonly credentialsFile: string
  /** Signs the sandbox's person in, once; only where nobody else reaches the address. */
  readonly signInLink: string | undefined
  readonly close: () => Promise<void>
}

type ServiceOptions = {
  readonly config: Config
  readonly log: Logger
  /** Stores that are already starting; their lease ends with the service, or when the start fails. */
  readonly prepared?: Promise<PreparedStores>
  /** Aborts the start and closes everything that is already open. */
  readonly signal?: AbortSignal
  readonly jobHandlers?: JobHandlers
}

const tags = [
  { name: 'Organizations', description: 'Who you are, and which organizations you may act for.' },
  { name: 'Sign-in', description: 'People who sign in: their sessions, passwords, codes and profile.' },
  { name: 'Users', description: 'The people of an organization, their roles, and how they sign in.' },
  { name: 'Keys', description: 'The keys that programs authenticate with.' },
  { name: 'Invoicing', description: 'Invoices, their settings and custom fields.' },
  { name: 'Payments', description: 'Payments of invoices: reviews, refunds, payments received elsewhere.' },
  { name: 'Reporting', description: 'Reports, subscriptions and report definitions.' },
  {
    name: 'Webhooks',
    description: 'Where organizations are notified of events, and the keys that sign notifications.',
  },
  { name: 'Records', description: 'The records that reports are made from.' },
  { name: 'Portal', description: 'What people who look after invoices need besides.' },
  { name: 'Sandbox', description: 'Only available in sandbox mode.' },
]

const API = { version, tags, securitySchemes, schemas: [ReportingFailure, UploadFailure] }

/** Starts the whole product in one process: stores, jobs, HTTP. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { config, log, signal, jobHandlers = {} } = options
  const { prepared = prepareStores(config, ['postgres', 'records'], log) } = options
  await using opened = new AsyncDisposableStack()
  opened.defer(async () => (await prepared.catch(() => undefined))?.lease?.release())
  const certificate = await loadCertificate(config)
  signal?.throwIfAborted()

  const stores = await openPreparedStores(config, await prepared, log)
  opened.defer(stores.close)
  await refuseOtherClock(stores)
  signal?.throwIfAborted()
  await migrateStores(stores, log)
  signal?.throwIfAborted()

  const mode = await claimedMode(options, stores)
  const { clock, sandboxClock } = await openedClock(options, stores, { mode, opened })
  if (mode === 'sandbox') {
    const deps = { ...stores, db: stores.database, clock, machineClock: systemClock, mode }
    await sandbox.prepare(deps, config)
  }
  signal?.throwIfAborted()

  const metrics = watchedMetrics(stores, { clock, log })
  const presence = await announcedPresence(options, stores, opened)
  await confirmMode(stores.database, mode)
  const deps = { config, mode, stores, clock, sandboxClock, presence, metrics, jobHandlers, log }
  // Its connections are made while the routes are built.
  const work = await startWork(deps, opened)
  const { isCopy } = work
  const server = { certificate, log, metrics, clock, readiness: readinessOf(stores) }
  const exposure = exposureOf(config, mode)
  const pages = portalPages.open({ baseUrl: config.baseUrl, version, hasDocs: exposure.hasDocs, isCopy })
  const app = await createHttpApp({
    ...server,
    config: { ...config, ...exposure },
    routes: apiRoutes({ ...deps, pages, wake: work.wake }),
    api: { ...API, introduction: introduction({ mode, baseUrl: config.baseUrl }) },
    errorShapes: errorShapes(pages),
    challenges,
    isCopy,
  })
  opened.defer(async () => {
    await app.close()
  })
  await work.ready
  const { host, port } = await listen(app, config)
  const closeMetrics = await startMetricsServer({ ...server, config })
  opened.defer(async () => closeMetrics?.())
  const reloading = reloadCertificate(app, { config, certificate, log })
  opened.defer(async () => reloading?.stop())
  signal?.throwIfAborted()

  const scheme = config.tls === undefined ? 'http' : 'https'
  const running = opened.move()
  return {
    stores,
    mode,
    url: `${scheme}://${host}:${port}`,
    credentialsFile: sandbox.credentialsFileOf(stores.folder),
    signInLink: mode === 'sandbox' ? await signInLinkOf(config, stores) : undefined,
    close: () => running.disposeAsync(),
  }
}

async function signInLinkOf({ role, host, baseUrl }: Config, { database }: Stores): Promise<string | undefined> {
  const isLocal =
    portalPeople.isLoopback(baseUrl) && portalPeople.isLoopback(`http://${isIPv6(host) ? `[${host}]` : host}`)
  if (role === 'worker' || !isLocal) return undefined
  const token = await sandbox.issueLink({ database, machineClock: systemClock })
  return token === undefined ? undefined : portalPeople.sandboxUrl({ baseUrl }, token)
}

function readinessOf({ database, engine }: Stores): readonly ReadinessCheck[] {
  return [
    { name: 'postgres', check: () => database.check() },
    { name: 'records', check: () => engine.check() },
  ]
}

/** The stored mode; settings that live mode does not accept are refused here if the environment named no mode. */
async function claimedMode({ config }: ServiceOptions, { database }: Stores): Promise<Mode> {
  const mode = await claimMode(database, config.requestedMode)
  if (mode === 'live') refuseSettings(liveProblems(config))
  return mode
}

async function openedClock(
  { log }: ServiceOptions,
  stores: Stores,
  { mode, opened }: { readonly mode: Mode; readonly opened: AsyncDisposableStack },
): Promise<OpenedClock> {
  const { database } = stores
  const clock = await openClock({ mode, database, url: stores.databaseUrl(), log })
  stores.onMove(({ postgres }) => postgres !== undefined && clock.moveTo(postgres))
  opened.defer(clock.end)
  return clock
}

/** Lets other nodes know that this one is alive. */
async function announcedPresence(
  { log }: ServiceOptions,
  stores: Stores,
  opened: AsyncDisposableStack,
): Promise<Presence> {
  const presence = await announcePresence(stores.databaseUrl(), log)
  stores.onMove(({ postgres }) => postgres !== undefined && presence.moveTo(postgres))
  opened.defer(presence.end)
  return presence
}

function watchedMetrics({ database, engine }: Stores, { clock, log }: { readonly clock: Clock; readonly log: Logger }) {
  const metrics = createMetrics()
  metrics.watch(async () => database.poolSize(), POOL_FIGURES)
  metrics.watch(() => engine.status(), ENGINE_FIGURES)
  metrics.watch(() => queueDepth({ database, clock }), QUEUE_FIGURES)
  metrics.watch(() => recordOutbox.depth(database), recordOutbox.figures)
  metrics.watch(() => countOpenAlerts(database), ALERT_FIGURES)
  metrics.watch(() => countEpisodes(database), EPISODE_FIGURES)
  metrics.watch(() => deliveryFigures.count(database), deliveryFigures.figures)
  metrics.watch(() => mailFigures.count(database), mailFigures.figures)
  metrics.countElsewhere({
    name: 'log_lines_lost_total',
    help: 'Log lines dropped because they could not be written as fast as they came.',
    read: () => lostLinesOf(log),
  })
  return metrics
}
