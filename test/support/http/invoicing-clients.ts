import type { App, AppWith } from '../apps/app.ts'
import { anOrganization } from '../data/organizations.ts'
import { type Keyed, sendAs } from './send-request.ts'

type Json = Readonly<Record<string, unknown>>
type Headers = Readonly<Record<string, string>>

export type InvoicingApp = AppWith<[typeof invoicingClients]>
export type Client = ReturnType<typeof clientOf>

function clientOf(port: number, owner: Keyed) {
  const call = (method: string, path: string, body?: unknown, headers: Headers = {}) =>
    sendAs(port, owner, { method, path: `/invoicing/v2${path}`, headers, body })
  const of = (id: string) => `/invoices/${encodeURIComponent(id)}`
  return {
    call,
    create: (body: Json, headers = {}) => call('POST', '/invoices', body, headers),
    get: (id: string) => call('GET', of(id)),
    update: (id: string, body: Json, headers = {}) => call('PUT', of(id), body, headers),
    send: (id: string, headers = {}) => call('POST', `${of(id)}/delivery`, {}, headers),
    remind: (id: string, headers = {}) => call('POST', `${of(id)}/reminder`, {}, headers),
    cancel: (id: string, headers = {}) => call('POST', `${of(id)}/cancelation`, {}, headers),
    publish: (id: string, headers = {}) => call('POST', `${of(id)}/publication`, {}, headers),
  }
}

/** Clients of the invoice routes. */
export const invoicingClients = ({ port, database }: App) => ({
  clientOf: (owner: Keyed) => clientOf(port, owner),
  /** A new merchant's client. */
  merchant: async (organizationId: string, parentId?: string) =>
    clientOf(port, await anOrganization({ database }, organizationId, parentId === undefined ? {} : { parentId })),
})
