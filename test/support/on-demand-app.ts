import { securitySchemes } from '../../src/organizations/index.ts'
import { onDemandRoutes, ReportingFailure, reportingErrors } from '../../src/reporting/index.ts'
import { startAuthenticatedApp } from './authenticated-app.ts'
import { anOrganization } from './organizations.ts'
import { aDatabase } from './queue-node.ts'
import { aRecordStore } from './record-store.ts'
import { sendRequest } from './send-request.ts'
import { settableClock } from './settable-clock.ts'
import { putRecords } from './stored-records.ts'

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
 * sister, and another merchant, foreign, beside them. The clock stands at 2026-04-10.
 */
export async function startOnDemandApp() {
  const { database } = await aDatabase()
  const { clickhouse } = await aRecordStore()
  const clock = settableClock('2026-04-10T10:00:00Z')
  const app = await startAuthenticatedApp({
    database,
    routes: [...onDemandRoutes({ database, clickhouse, clock, baseUrl: BASE_URL })],
    http: {
      api: { version: '0.0.0', securitySchemes, schemas: [ReportingFailure] },
      errorShapes: [reportingErrors],
      clock,
    },
  })
  const partner = await anOrganization({ database }, 'partner', { type: 'partner' })
  const account = await anOrganization({ database }, 'account', {
    type: 'account',
    parentId: 'partner',
  })
  const shop = await anOrganization({ database }, 'shop', { parentId: 'account' })
  const sister = await anOrganization({ database }, 'sister', { parentId: 'account' })
  const foreign = await anOrganization({ database }, 'foreign')
  const owners = { partner, account, shop, sister, foreign }

  /** Asks for a report as one of the organizations, or as nobody. */
  async function ask(
    owner: keyof typeof owners | undefined,
    name: string,
    parameters: Parameters,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<OnDemandAnswer> {
    const given = Object.entries(parameters).map(([key, value]) => [key, String(value)])
    const key = owner === undefined ? undefined : owners[owner].bearer.key
    const answer = await sendRequest(app.port, {
      method: 'GET',
      path: `/reporting/v3/${name}?${new URLSearchParams(given)}`,
      headers: { ...(key === undefined ? {} : { authorization: `Bearer ${key}` }), ...headers },
    })
    const isJson = String(answer.headers['content-type']).includes('json')
    return { ...answer, body: isJson ? JSON.parse(answer.text) : undefined }
  }

  const stores = { database, clickhouse }
  return {
    ...app,
    ...stores,
    clock,
    owners,
    ask,
    put: (...given: AfterFirst<typeof putRecords>) => putRecords(stores, ...given),
  }
}

type AfterFirst<F> = F extends (first: never, ...rest: infer R) => unknown ? R : never
