import { createBearerKey, type SCOPES, securitySchemes } from '../../../src/organizations/index.ts'
import { systemClock } from '../../../src/platform/clock/clock.ts'
import type { Database } from '../../../src/platform/postgres/database.ts'
import { onDemandRoutes, ReportingFailure, reportingErrors } from '../../../src/reporting/index.ts'
import { anOrganization, aTester, testSecrets } from '../data/organizations.ts'
import { putRecords } from '../data/stored-records.ts'
import { sendRequest } from '../http/send-request.ts'
import { aDatabase } from '../processes/queue-node.ts'
import { type SettableClock, settableClock } from '../run/settable-clock.ts'
import { aRecordStore } from '../stores/record-store.ts'
import { startAuthenticatedApp } from './authenticated-app.ts'

export type Parameters = Readonly<Record<string, string | number>>

export type OnDemandAnswer = {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of any shape.
  readonly body: any
}

export const BASE_URL = 'https://pay.example.com'

/**
 * The reports on demand on stores of their own, with a partner above an account with two merchants, shop and
 * sister, and another merchant, foreign, beside them. The clock stands at 2026-04-10 unless another is given.
 */
export async function startOnDemandApp(clock: SettableClock = settableClock('2026-04-10T10:00:00Z')) {
  const { database } = await aDatabase()
  const { engine } = await aRecordStore()
  const app = await startAuthenticatedApp({
    database,
    routes: [...onDemandRoutes({ database, engine, clock, baseUrl: BASE_URL })],
    http: {
      api: { version: '0.0.0', securitySchemes, schemas: [ReportingFailure] },
      errorShapes: [reportingErrors],
      clock,
    },
  })
  const owners = await someOrganizations(database)

  /** Asks for a report as one of the organizations, or as nobody. */
  async function ask(
    owner: keyof typeof owners | undefined,
    name: string,
    parameters: Parameters,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<OnDemandAnswer> {
    return askWith(owner === undefined ? undefined : owners[owner].bearer.key, name, parameters, headers)
  }

  /** The same with a key of the caller's. */
  async function askWith(
    key: string | undefined,
    name: string,
    parameters: Parameters,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<OnDemandAnswer> {
    const given = Object.entries(parameters).map(([parameter, value]) => [parameter, String(value)])
    const answer = await sendRequest(app.port, {
      method: 'GET',
      path: `/reporting/v3/${name}?${new URLSearchParams(given)}`,
      headers: { ...(key === undefined ? {} : { authorization: `Bearer ${key}` }), ...headers },
    })
    const isJson = String(answer.headers['content-type']).includes('json')
    return { ...answer, body: isJson ? JSON.parse(answer.text) : undefined }
  }

  const stores = { database, engine }
  return {
    ...app,
    ...stores,
    clock,
    owners,
    ask,
    askWith,
    keyWithScope: (owner: keyof typeof owners, scope: (typeof SCOPES)[number]) =>
      keyWithScope(database, owners[owner].organization.organizationId, scope),
    put: (...given: AfterFirst<typeof putRecords>) => putRecords(stores, ...given),
  }
}

type AfterFirst<F> = F extends (first: never, ...rest: infer R) => unknown ? R : never

async function someOrganizations(database: Database) {
  const partner = await anOrganization({ database }, 'partner', { type: 'partner' })
  const account = await anOrganization({ database }, 'account', {
    type: 'account',
    parentId: 'partner',
  })
  const shop = await anOrganization({ database }, 'shop', { parentId: 'account' })
  const sister = await anOrganization({ database }, 'sister', { parentId: 'account' })
  const foreign = await anOrganization({ database }, 'foreign')
  return { partner, account, shop, sister, foreign }
}

/** A key that may do this alone. */
async function keyWithScope(
  database: Database,
  organizationId: string,
  scope: (typeof SCOPES)[number],
): Promise<string> {
  const deps = { db: database, machineClock: systemClock, secrets: testSecrets }
  const terms = { label: scope, scopes: [scope], expiresAt: undefined }
  return (await createBearerKey(deps, { organizationId, by: aTester }, terms)).key
}
