import { pino } from 'pino'
import { securitySchemes } from '../../../src/organizations/index.ts'
import { systemClock } from '../../../src/platform/clock/clock.ts'
import { addIdempotency } from '../../../src/platform/http/idempotency/add-idempotency.ts'
import { IdempotencyKeys } from '../../../src/platform/http/idempotency/idempotency-keys.ts'
import { Database } from '../../../src/platform/postgres/database.ts'
import { announcePresence } from '../../../src/platform/postgres/presence.ts'
import {
  ReportingFailure,
  reportingErrors,
  reportListRoutes,
  reportRoutes,
  subscriptionRoutes,
} from '../../../src/reporting/index.ts'
import { testSecrets } from '../data/organizations.ts'
import { sendRequest } from '../http/send-request.ts'
import { fileResources } from '../run/file-resources.ts'
import { settableClock } from '../run/settable-clock.ts'
import { createTestDatabase } from '../stores/test-database.ts'
import { startAuthenticatedApp } from './authenticated-app.ts'

type Asked = {
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}
type ReportingAnswer = {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of any shape.
  readonly body: any
}

type Given = { readonly subscriptionsMax?: number; readonly missedPeriodsMax?: number }

/** The routes that order, list and subscribe to reports, on a database of their own, with a clock that is set. */
export async function startReportingApp({ subscriptionsMax = 20, missedPeriodsMax = 400 }: Given = {}) {
  const log = pino({ level: 'silent' })
  const url = await createTestDatabase()
  const database = new Database(url, log)
  fileResources.defer(() => database.close())
  const clock = settableClock('2026-03-10T10:00:00Z')
  const presence = await announcePresence(url, log)
  fileResources.defer(presence.end)
  const keys = new IdempotencyKeys({ database, secrets: testSecrets, presence, log })
  const deps = { database, clock, machineClock: systemClock }
  const app = await startAuthenticatedApp({
    database,
    routes: [
      reportRoutes(deps),
      reportListRoutes({ database }),
      subscriptionRoutes({ ...deps, subscriptionsMax, missedPeriodsMax }),
    ],
    http: {
      api: { version: '0.0.0', securitySchemes, schemas: [ReportingFailure] },
      errorShapes: [reportingErrors],
      clock,
    },
    afterOrganization: (api) =>
      addIdempotency(api, {
        keys,
        organizationOf: ({ organization }) => organization.organizationId,
      }),
  })

  /** Asks as whoever has the key, as nobody without one, below one of the collections. */
  const clientOf =
    (owner?: { readonly bearer: { readonly key: string } }, collection = 'reports') =>
    async (method: string, path: string, { body, headers }: Asked = {}): Promise<ReportingAnswer> => {
      const authorization = owner === undefined ? {} : { authorization: `Bearer ${owner.bearer.key}` }
      const type = body === undefined ? {} : { 'content-type': 'application/json' }
      const answer = await sendRequest(app.port, {
        method,
        path: `/reporting/v3/${collection}${path}`,
        headers: { ...authorization, ...type, ...headers },
        body: body === undefined ? undefined : JSON.stringify(body),
      })
      const isJson = String(answer.headers['content-type']).includes('json')
      return { ...answer, body: isJson ? JSON.parse(answer.text) : undefined }
    }

  return { ...app, database, clock, clientOf }
}
