import pg from 'pg'
import { onTestFinished } from 'vitest'
import type { Service } from '../../../src/main/service.ts'
import { anOrganization } from '../data/organizations.ts'
import { anOrder } from '../data/report-orders.ts'
import { eventually } from '../run/eventually.ts'

type Changes = Readonly<Record<string, unknown>>

/** A new organization with a client that sends records, orders reports and reads them. */
export async function aReportClient(
  { stores, url }: Service,
  organizationId: string,
  given: Parameters<typeof anOrganization>[2] = {},
) {
  const { bearer } = await anOrganization(stores, organizationId, given)
  const ask = async (method: string, path: string, body?: string, type = 'application/json') => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${bearer.key}`,
        ...(body === undefined ? {} : { 'content-type': type }),
      },
      ...(body === undefined ? {} : { body }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json') ?? false
    // biome-ignore lint/suspicious/noExplicitAny: tests look into responses of any shape.
    const json: any = isJson ? JSON.parse(text) : undefined
    return { status: response.status, headers: response.headers, text, json }
  }
  const get = (path: string) => ask('GET', `/reporting/v3${path}`)
  const order = (changes: Changes = {}) => ask('POST', '/reporting/v3/reports', JSON.stringify(anOrder(changes)))
  const read = async (reportId: string) => (await get(`/reports/${reportId}`)).json
  const ended = async (reportId: string) => {
    const isOver = async () => ['COMPLETED', 'NO_DATA', 'ERROR'].includes((await read(reportId)).reportStatus)
    await eventually(isOver, 60_000)
    return read(reportId)
  }
  return {
    organizationId,
    ask,
    get,
    order,
    read,
    ended,
    /** Orders a report and waits for its end. */
    made: async (changes: Changes = {}) => ended((await order(changes)).json.reportId),
    cancel: (reportId: string) => ask('DELETE', `/reporting/v3/reports/${reportId}`),
    rerun: (reportId: string) => ask('POST', `/reporting/v3/reports/${reportId}/rerun`, '{}'),
    send: async (kind: string, records: readonly Changes[]) => {
      const lines = records.map((record) =>
        JSON.stringify({
          merchantId: organizationId,
          occurredAt: '2026-03-08T10:00:00Z',
          ...record,
        }),
      )
      const type = 'application/x-ndjson'
      return (await ask('POST', `/ingest/v1/records/${kind}`, lines.join('\n'), type)).json
    },
  }
}

/**
 * No report gets beyond its wait for records until the function is called: somebody may still be writing one.
 */
export async function heldReports({ stores }: Pick<Service, 'stores'>): Promise<() => Promise<void>> {
  // Reports wait for transactions of the service alone.
  const application_name = 'quittance test'
  const client = new pg.Client({ connectionString: stores.databaseUrl(), application_name })
  await client.connect()
  let isOpen = true
  const end = async (): Promise<void> => {
    if (isOpen) await client.end()
    isOpen = false
  }
  onTestFinished(end)
  await client.query('begin')
  return end
}
