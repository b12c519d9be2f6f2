import { pino } from 'pino'
import { customFieldRoutes, invoicingErrors } from '../../../src/invoicing/index.ts'
import { systemClock } from '../../../src/platform/clock/clock.ts'
import { addIdempotency } from '../../../src/platform/http/idempotency/add-idempotency.ts'
import { IdempotencyKeys } from '../../../src/platform/http/idempotency/idempotency-keys.ts'
import type { RoutePlugin } from '../../../src/platform/http/server/create-http-app.ts'
import { Database } from '../../../src/platform/postgres/database.ts'
import { testSecrets } from '../data/organizations.ts'
import { fileResources } from '../run/file-resources.ts'
import { createTestDatabase } from '../stores/test-database.ts'
import { startAuthenticatedApp } from './authenticated-app.ts'

export type Asked = {
  readonly as?: { readonly bearer: { readonly key: string } } | undefined
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}
export type Told = { readonly status: number; readonly body: unknown; readonly isReplayed: boolean }

/** A server with the routes of custom fields, as the service has them. */
export async function startCustomFieldApp({
  isSuspendedOnViolation = false,
  routes = [],
}: {
  readonly isSuspendedOnViolation?: boolean
  readonly routes?: readonly RoutePlugin[]
} = {}) {
  const log = pino({ level: 'silent' })
  const database = new Database(await createTestDatabase(), log)
  fileResources.defer(() => database.close())
  const keys = new IdempotencyKeys({ database, secrets: testSecrets, presence: { id: 'x' }, log })
  const clocks = { clock: systemClock, machineClock: systemClock }
  const { url } = await startAuthenticatedApp({
    database,
    routes: [customFieldRoutes({ db: database, ...clocks, isSuspendedOnViolation }), ...routes],
    afterOrganization: (app) =>
      addIdempotency(app, {
        keys,
        organizationOf: ({ organization }) => organization.organizationId,
      }),
    http: { errorShapes: [invoicingErrors] },
  })
  const ask = async (method: string, path: string, asked: Asked = {}): Promise<Told> => {
    const { as, body, headers } = asked
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...(as === undefined ? {} : { authorization: `Bearer ${as.bearer.key}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return {
      status: answer.status,
      body: await answer.json(),
      isReplayed: answer.headers.get('idempotency-replayed') === 'true',
    }
  }
  return { database, ask }
}
