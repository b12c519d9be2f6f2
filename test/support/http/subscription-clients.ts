import { anOrganization } from '../data/organizations.ts'
import { aSubscription } from '../data/report-orders.ts'
import type { ReportingApp } from './reporting-clients.ts'

type Changes = Readonly<Record<string, unknown>>

const COLLECTION = 'report-subscriptions'

/** Makes new organizations, each with a client for its subscriptions. */
export function subscriptionClients(app: ReportingApp) {
  let count = 0
  return async (given: Parameters<typeof anOrganization>[2] = {}) => {
    count += 1
    const organizationId = `shop-${count}`
    const keys = await anOrganization(app, organizationId, given)
    const ask = app.clientOf(keys, COLLECTION)
    return {
      organizationId,
      /** Below the path of all subscriptions. */
      ask,
      /** Below the path of all reports. */
      askReports: app.clientOf(keys),
      put: (changes: Changes = {}) => ask('PUT', '', { body: aSubscription(changes) }),
      get: (name = 'My subscription') => ask('GET', `/${encodeURIComponent(name)}`),
      list: () => ask('GET', ''),
      schedule: (name = 'My subscription') => ask('GET', `/${encodeURIComponent(name)}/schedule`),
      pause: (name = 'My subscription') => ask('POST', `/${encodeURIComponent(name)}/pause`),
      resume: (name = 'My subscription') => ask('POST', `/${encodeURIComponent(name)}/resume`),
      remove: (name = 'My subscription') => ask('DELETE', `/${encodeURIComponent(name)}`),
    }
  }
}

export const statusesOf = (responses: readonly { readonly status: number }[]): readonly number[] =>
  responses.map(({ status }) => status)
