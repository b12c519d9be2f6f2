import type { App, AppWith } from '../apps/app.ts'
import { type Keyed, sendAs } from './send-request.ts'

type Sent = { readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> }

export type ReportingApp = AppWith<[typeof reportingClients]>

/** Clients of the routes below one collection, with the organization's key or without credentials. */
export const reportingClients = ({ port }: App) => ({
  clientOf:
    (owner?: Keyed, collection = 'reports') =>
    (method: string, path: string, { body, headers }: Sent = {}) =>
      sendAs(port, owner, {
        method,
        path: `/reporting/v3/${collection}${path}`,
        headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
        body: body === undefined ? undefined : JSON.stringify(body),
      }),
})
