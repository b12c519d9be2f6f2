import { pino } from 'pino'
import {
  customFieldRoutes,
  invoiceListRoutes,
  invoiceRoutes,
  invoicingErrors,
  settingsRoutes,
} from '../../../src/invoicing/index.ts'
import { systemClock } from '../../../src/platform/clock/clock.ts'
import { addIdempotency } from '../../../src/platform/http/idempotency/add-idempotency.ts'
import { IdempotencyKeys } from '../../../src/platform/http/idempotency/idempotency-keys.ts'
import type { RoutePlugin } from '../../../src/platform/http/server/create-http-app.ts'
import { Database } from '../../../src/platform/postgres/database.ts'
import { announcePresence } from '../../../src/platform/postgres/presence.ts'
import { anOrganization, testSecrets } from '../data/organizations.ts'
import { sendRequest } from '../http/send-request.ts'
import { fileResources } from '../run/file-resources.ts'
import { settableClock } from '../run/settable-clock.ts'
import { createTestDatabase } from '../stores/test-database.ts'
import { startAuthenticatedApp } from './authenticated-app.ts'

type Json = Readonly<Record<string, unknown>>
type InvoicingAnswer = {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of any shape.
  readonly body: any
}

export type InvoicingApp = Awaited<ReturnType<typeof startInvoicingApp>>
export type Client = ReturnType<InvoicingApp['clientOf']>

type Deps = Parameters<typeof invoiceRoutes>[0]

function routesOf(deps: Deps): readonly RoutePlugin[] {
  const others = { ...deps, db: deps.database, isSandbox: true, ...deps.config }
  return [invoiceRoutes(deps), invoiceListRoutes(deps), settingsRoutes(others), customFieldRoutes(others)]
}

/** All routes of invoicing on a database of their own, with a clock that stands still until it is set. */
export async function startInvoicingApp({ validation = 'strict' as 'strict' | 'lenient' } = {}) {
  const log = pino({ level: 'silent' })
  const url = await createTestDatabase()
  const database = new Database(url, log)
  fileResources.defer(() => database.close())
  const clock = settableClock('2026-03-09T10:00:00Z')
  const config = { baseUrl: 'https://pay.example', validation, isSuspendedOnViolation: false }
  const deps = { database, clock, machineClock: systemClock, config }
  const presence = await announcePresence(url, log)
  fileResources.defer(presence.end)
  const keys = new IdempotencyKeys({ database, secrets: testSecrets, presence, log })
  const app = await startAuthenticatedApp({
    database,
    routes: routesOf(deps),
    http: { errorShapes: [invoicingErrors], clock },
    afterOrganization: (api) =>
      addIdempotency(api, {
        keys,
        organizationOf: ({ organization }) => organization.organizationId,
      }),
  })

  function clientOf({ bearer }: { readonly bearer: { readonly key: string } }) {
    const authorization = `Bearer ${bearer.key}`
    const call = async (
      method: string,
      path: string,
      body?: unknown,
      headers: Readonly<Record<string, string>> = {},
    ): Promise<InvoicingAnswer> => {
      const isText = typeof body === 'string'
      const sent = body === undefined || isText ? body : JSON.stringify(body)
      const type = body === undefined || isText ? {} : { 'content-type': 'application/json' }
      const answer = await sendRequest(app.port, {
        method,
        path: `/invoicing/v2${path}`,
        headers: { authorization, ...type, ...headers },
        body: sent,
      })
      return { ...answer, body: answer.text === '' ? undefined : JSON.parse(answer.text) }
    }
    const of = (id: string) => `/invoices/${encodeURIComponent(id)}`
    return {
      call,
      create: (body: Json, headers = {}) => call('POST', '/invoices', body, headers),
      get: (id: string) => call('GET', of(id)),
      update: (id: string, body: Json, headers = {}) => call('PUT', of(id), body, headers),
      send: (id: string, headers = {}) => call('POST', `${of(id)}/delivery`, {}, headers),
      cancel: (id: string, headers = {}) => call('POST', `${of(id)}/cancelation`, {}, headers),
      publish: (id: string, headers = {}) => call('POST', `${of(id)}/publication`, {}, headers),
    }
  }

  return {
    ...app,
    ...deps,
    clientOf,
    /** A new merchant and its client. */
    merchant: async (organizationId: string, parentId?: string) =>
      clientOf(await anOrganization({ database }, organizationId, parentId === undefined ? {} : { parentId })),
  }
}
