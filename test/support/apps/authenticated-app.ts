import { pino } from 'pino'
import type { AuthenticatedApiDeps } from '../../../src/organizations/http/authenticated-api.ts'
import { actorOf, authenticatedApi, organizationRoutes, securitySchemes } from '../../../src/organizations/index.ts'
import { challenges } from '../../../src/organizations/pure.ts'
import { systemClock } from '../../../src/platform/clock/clock.ts'
import type { RoutePlugin } from '../../../src/platform/http/server/create-http-app.ts'
import { createMetrics } from '../../../src/platform/metrics/metrics.ts'
import { Database } from '../../../src/platform/postgres/database.ts'
import { testSecrets } from '../data/organizations.ts'
import { fileResources } from '../run/file-resources.ts'
import { createTestDatabase } from '../stores/test-database.ts'
import { type RunningHttpApp, startHttpApp } from './http-app.ts'

export type AuthenticatedApp = RunningHttpApp & { readonly database: Database }

type AppInput = Partial<Omit<AuthenticatedApiDeps, 'db' | 'config'>> & {
  readonly config?: Omit<AuthenticatedApiDeps['config'], 'baseUrl'>
  readonly routes?: readonly RoutePlugin[]
  readonly database?: Database
  readonly http?: Parameters<typeof startHttpApp>[0]
}

const CONFIG = { clockToleranceSeconds: 300, isReplayRefused: false, failedAuthenticationsPerMinute: 0 }

/** Starts a server for tests of authentication itself: routes that echo the request, and those of the test. */
export async function startAuthenticatedApp(given: AppInput = {}): Promise<AuthenticatedApp> {
  const { routes = [], http, database = await aDatabase(), config = CONFIG, ...deps } = given
  const metrics = createMetrics()
  const api = authenticatedApi(
    {
      db: database.db,
      secrets: testSecrets,
      machineClock: systemClock,
      log: pino({ level: 'silent' }),
      mode: 'sandbox',
      metrics,
      ...deps,
      config: { ...config, baseUrl: 'https://pay.example.com' },
    },
    [organizationRoutes.me(database), echoRoutes, ...routes],
  )
  const running = await startHttpApp({
    api: { version: '0.0.0', securitySchemes },
    challenges,
    ...http,
    routes: [api],
    metrics,
  })
  fileResources.defer(async () => {
    await running.app.close()
  })
  return { ...running, database }
}

async function aDatabase(): Promise<Database> {
  const database = new Database(await createTestDatabase(), pino({ level: 'silent' }))
  fileResources.defer(() => database.close())
  return database
}

/** Echoes the request, for every method. */
const echoRoutes: RoutePlugin = async (app) => {
  const method = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
  app.route({
    method,
    url: '/test/v1/echo',
    config: { scope: 'any' },
    handler: async (request) => ({ body: request.body ?? null, actor: actorOf(request) }),
  })
  app.get('/test/v1/users', { config: { scope: 'users' } }, async () => ({ done: true }))
  app.post('/test/v1/invoices', { config: { scope: 'invoices' } }, async () => ({ done: true }))
  app.post('/test/v1/pardon', { config: { scope: 'any', isAllowedWhenSuspended: true } }, async () => ({ done: true }))
}
