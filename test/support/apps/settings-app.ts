import { settingsRoutes } from '../../../src/invoicing/index.ts'
import { type Clock, systemClock } from '../../../src/platform/clock/clock.ts'
import { addIdempotency } from '../../../src/platform/http/idempotency/add-idempotency.ts'
import { IdempotencyKeys } from '../../../src/platform/http/idempotency/idempotency-keys.ts'
import { type anOrganization, testSecrets } from '../data/organizations.ts'
import { aDatabase, silentLog } from '../processes/queue-node.ts'
import { type AuthenticatedApp, startAuthenticatedApp } from './authenticated-app.ts'

type Keyed = Pick<Awaited<ReturnType<typeof anOrganization>>, 'bearer'>
type SettingsBody = {
  readonly submitTimeUtc: string
  readonly invoiceSettingsInformation: Readonly<Record<string, unknown>>
  readonly merchantInformation: Readonly<Record<string, unknown>>
  readonly warnings?: readonly unknown[]
  readonly reason?: string
  readonly message?: string
  readonly details?: readonly unknown[]
}

const PATH = '/invoicing/v2/invoiceSettings'

/** A server that serves settings only. */
export async function startSettingsApp(
  given: { readonly clock?: Clock; readonly isSandbox?: boolean } = {},
): Promise<AuthenticatedApp> {
  const { database } = await aDatabase()
  const keys = new IdempotencyKeys({
    ...{ database, secrets: testSecrets, log: silentLog },
    presence: { id: 'x' },
  })
  const routes = settingsRoutes({
    db: database,
    clock: given.clock ?? systemClock,
    machineClock: systemClock,
    isSandbox: given.isSandbox ?? true,
    isSuspendedOnViolation: false,
  })
  return startAuthenticatedApp({
    database,
    routes: [routes],
    afterOrganization: (app) =>
      addIdempotency(app, {
        keys,
        organizationOf: ({ organization }) => organization.organizationId,
      }),
  })
}

/** What somebody sees and changes of the settings. */
export function settingsOf({ url }: AuthenticatedApp, { bearer }: Keyed, query = '') {
  const ask = async (method: string, body?: unknown, headers: Readonly<Record<string, string>> = {}) => {
    const answer = await fetch(`${url}${PATH}?productType=INVOICING${query}`, {
      method,
      headers: {
        authorization: `Bearer ${bearer.key}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    const replayed = answer.headers.get('idempotency-replayed')
    return { status: answer.status, body: JSON.parse(text) as SettingsBody, text, replayed }
  }
  return {
    get: () => ask('GET'),
    put: (settings: unknown, headers?: Readonly<Record<string, string>>) =>
      ask('PUT', { invoiceSettingsInformation: settings }, headers),
    putBody: (body: unknown) => ask('PUT', body),
  }
}
