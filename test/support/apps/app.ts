import { rmSync } from 'node:fs'
import { apiRoutes } from '../../../src/main/api-routes.ts'
import { readConfig } from '../../../src/main/config.ts'
import { errorShapes } from '../../../src/main/error-shapes.ts'
import { securitySchemes } from '../../../src/organizations/index.ts'
import { challenges } from '../../../src/organizations/pure.ts'
import { systemClock } from '../../../src/platform/clock/clock.ts'
import { SandboxClock } from '../../../src/platform/clock/sandbox-clock.ts'
import type { Engine } from '../../../src/platform/engine/engine.ts'
import type { FileStore } from '../../../src/platform/file-store/file-store.ts'
import { openDataFolder } from '../../../src/platform/files/data-folder.ts'
import type { HttpLimits } from '../../../src/platform/http/limits/http-limits.ts'
import type { HttpAppInput } from '../../../src/platform/http/server/create-http-app.ts'
import { createMetrics } from '../../../src/platform/metrics/metrics.ts'
import { announcePresence } from '../../../src/platform/postgres/presence.ts'
import { portalPages } from '../../../src/portal/index.ts'
import { UploadFailure } from '../../../src/records/index.ts'
import { ReportingFailure } from '../../../src/reporting/index.ts'
import { testSecrets } from '../data/organizations.ts'
import { aDatabase, silentLog } from '../processes/queue-node.ts'
import { fileResources } from '../run/file-resources.ts'
import { type SettableClock, settableClock } from '../run/settable-clock.ts'
import { anAbsentEngine } from '../stores/absent-engine.ts'
import { aRecordStore } from '../stores/record-store.ts'
import { aReportStore } from '../stores/report-store.ts'
import { makeTemporaryFolder } from '../stores/temporary-folder.ts'
import { startHttpApp } from './http-app.ts'

export const BASE_URL = 'https://pay.example.com'

/** Adds handles to an app: clients of one kind of route, organizations that every test of a file needs. */
type Part = (app: App) => object | Promise<object>
type HandlesOf<Parts> = Parts extends readonly [infer P extends Part, ...infer Rest]
  ? Awaited<ReturnType<P>> & HandlesOf<Rest>
  : unknown

type AppInput = {
  /** Settings other than the defaults. */
  readonly environment?: Readonly<Record<string, string>>
  readonly clock?: SettableClock
  /** Starts a record engine; without one, routes that read or write records fail. */
  readonly hasEngine?: boolean
  /** A record engine that has started already. */
  readonly engine?: Engine
  readonly reports?: FileStore
  readonly limits?: Partial<HttpLimits>
  /** Any free one, unless a test has to know the address before. */
  readonly port?: number
  /** Adds the routes of the sandbox. The clock that they move is not the one that the test sets. */
  readonly isSandbox?: boolean
  readonly schemaCompilation?: HttpAppInput['schemaCompilation']
}

export type App = Awaited<ReturnType<typeof startBareApp>>
export type AppWith<Parts extends readonly Part[]> = App & HandlesOf<Parts>

/**
 * Starts the service's own routes on stores of the test's own, without background work, at a clock that the test sets.
 * The app closes with the test file.
 */
export async function startApp<const Parts extends readonly Part[] = []>({
  with: parts,
  ...input
}: AppInput & { readonly with?: Parts } = {}): Promise<AppWith<Parts>> {
  const app = await startBareApp(input)
  const handles = {}
  for (const part of parts ?? []) Object.assign(handles, await part(app))
  return { ...app, ...handles } as AppWith<Parts>
}

async function startBareApp({
  environment = {},
  clock = settableClock('2026-03-09T10:00:00Z'),
  hasEngine = false,
  engine: given,
  reports,
  limits = {},
  port = 0,
  isSandbox = false,
  schemaCompilation = 'on-first-use',
}: AppInput) {
  const { url: databaseUrl, database } = await aDatabase()
  const presence = await announcePresence(databaseUrl, silentLog)
  fileResources.defer(presence.end)
  const folder = makeTemporaryFolder()
  fileResources.defer(() => rmSync(folder, { recursive: true, force: true }))
  const engine = given ?? (hasEngine ? (await aRecordStore()).engine : anAbsentEngine())
  const unlimited = { QUITTANCE_RATE_LIMIT: '0', QUITTANCE_FAILED_AUTHENTICATION_LIMIT: '0' }
  const defaults = { QUITTANCE_DATA_DIR: folder, QUITTANCE_BASE_URL: BASE_URL, ...unlimited }
  const config = readConfig({ ...defaults, ...environment })
  const stores = {
    database,
    databaseUrl: () => databaseUrl,
    ownerUrl: () => databaseUrl,
    engine,
    files: reports ?? (await aReportStore()),
    secrets: testSecrets,
    folder: openDataFolder(folder),
    isEmbedded: { postgres: false, records: true },
    embeddedUrls: () => ({}),
    onMove: () => {},
    close: async () => {},
  }
  const metrics = createMetrics()
  const mode = config.requestedMode ?? 'sandbox'
  const pages = portalPages.open({ baseUrl: config.baseUrl, version: '0.0.0' })
  const deps = {
    config,
    mode,
    stores,
    clock,
    sandboxClock: isSandbox ? await SandboxClock.open({ database }) : undefined,
    wake: () => {},
    presence,
    pages,
    metrics,
    log: silentLog,
  }
  const running = await startHttpApp({
    routes: apiRoutes(deps),
    api: { version: '0.0.0', securitySchemes, schemas: [ReportingFailure, UploadFailure] },
    errorShapes: errorShapes(pages),
    challenges,
    clock,
    metrics,
    limits,
    port,
    schemaCompilation,
    config: { trustedProxies: config.trustedProxies },
  })
  fileResources.defer(async () => {
    await running.app.close()
  })
  return { ...running, stores, database, engine, reports: stores.files, clock, machineClock: systemClock, config }
}
