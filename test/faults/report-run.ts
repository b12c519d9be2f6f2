import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { fieldsOfDefinition } from '../../src/catalogue/report-definition.ts'
import { findReportDefinition } from '../../src/catalogue/report-definitions.ts'
import type { REPORT_MIME_TYPES } from '../../src/reporting/reports/report.ts'
import type { ServiceProcess } from '../support/processes/service-process.ts'

type MimeType = (typeof REPORT_MIME_TYPES)[number]

/** A report as the API returns it. */
export type ApiReport = {
  readonly reportId: string
  readonly reportStatus: string
  readonly reportMimeType: MimeType
  readonly reason?: string
  readonly progress?: { readonly phase: string }
  readonly manifest?: { readonly rows: number; readonly sha256: string }
}

/** Where the service is now; it comes back at other ports. */
export type ReportPlace = { url: string; readonly bearerKey: string; readonly merchantId: string }

const PERIOD = { reportStartTime: '2026-03-01T00:00:00Z', reportEndTime: '2026-03-31T00:00:00Z' }
const DAYS = 30
const FEW_FIELDS = [
  'Request.MerchantID',
  'Request.RequestID',
  'Request.TransactionDate',
  'Request.Comments',
  'Application.Name',
  'BillTo.City',
  'PaymentData.RequestedAmount',
  'PaymentData.RequestedAmountCurrencyCode',
]
/** Reports with more than 200 fields are written in slices. */
const MANY_FIELDS_COUNT = 201
const MANY_FIELDS = fieldsOfTransactions().slice(0, MANY_FIELDS_COUNT)

function fieldsOfTransactions(): readonly string[] {
  const definition = findReportDefinition('TransactionRequestClass')
  if (definition === undefined) throw new Error('There is no such report.')
  return fieldsOfDefinition(definition).map(({ wireName }) => wireName)
}

/** The order: a format, and whether it has many fields. */
export type ReportKind = { readonly mimeType: MimeType; readonly isWide: boolean }

/** Sends records with the numbers from `from` on. */
export async function sendRecords(
  { url, bearerKey, merchantId }: ReportPlace,
  { from = 0, count, fields = {} }: SentRecords,
): Promise<Response> {
  const lines = Array.from({ length: count }, (_, index) => {
    const n = from + index
    return JSON.stringify({
      recordId: `${n}`,
      merchantId,
      occurredAt: new Date(Date.UTC(2026, 2) + ((n * 7_919) % (DAYS * 86_400)) * 1_000).toISOString(),
      fields: {
        'Request.RequestID': `${7_000_000 + n}`,
        'Request.Comments': `Number ${n} of "many", with <signs> & a tail ${'x'.repeat(n % 90)}`,
        'Application.Name': n % 9 === 0 ? 'ics_credit' : 'ics_bill',
        'BillTo.City': n % 2 === 0 ? 'Tromsø' : 'Łódź',
        'PaymentData.RequestedAmount': `${n % 1_000}.${n % 10}`,
        'PaymentData.RequestedAmountCurrencyCode': n % 3 === 0 ? 'JPY' : 'EUR',
        ...fields,
      },
    })
  })
  return fetch(`${url}/ingest/v1/records/transaction`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearerKey}`, 'content-type': 'application/x-ndjson' },
    body: lines.join('\n'),
  })
}

type SentRecords = {
  readonly from?: number
  readonly count: number
  readonly fields?: Readonly<Record<string, string>>
}

export async function upload(place: ReportPlace, records: number): Promise<void> {
  const response = await sendRecords(place, { count: records })
  const taken = (await response.json()) as { readonly accepted: number }
  if (taken.accepted !== records) throw new Error(JSON.stringify(taken))
}

async function ask({ url, bearerKey }: ReportPlace, path: string, init: RequestInit = {}): Promise<Response> {
  const headers = { authorization: `Bearer ${bearerKey}`, 'content-type': 'application/json' }
  return fetch(`${url}/reporting/v3/reports${path}`, { ...init, headers })
}

export async function order(
  place: ReportPlace,
  reportName: string,
  { mimeType, isWide }: ReportKind,
): Promise<ApiReport> {
  const body = {
    reportDefinitionName: 'TransactionRequestClass',
    reportFields: isWide ? MANY_FIELDS : FEW_FIELDS,
    reportName,
    reportMimeType: mimeType,
    timezone: 'Europe/Berlin',
    ...PERIOD,
  }
  const response = await ask(place, '', { method: 'POST', body: JSON.stringify(body) })
  if (response.status !== 200) throw new Error(await response.text())
  return (await response.json()) as ApiReport
}

/** Undefined while the service does not respond. */
export async function find(
  place: ReportPlace,
  { reportId }: Pick<ApiReport, 'reportId'>,
): Promise<ApiReport | undefined> {
  const response = await ask(place, `/${reportId}`).catch(() => undefined)
  if (response?.status !== 200) return undefined
  return (await response.json().catch(() => undefined)) as ApiReport | undefined
}

/** The status of the response; undefined where it was lost. */
export async function cancel(
  place: ReportPlace,
  { reportId }: Pick<ApiReport, 'reportId'>,
): Promise<number | undefined> {
  const response = await ask(place, `/${reportId}`, { method: 'DELETE' }).catch(() => undefined)
  await response?.arrayBuffer().catch(() => undefined)
  return response?.status
}

export const isOver = ({ reportStatus }: ApiReport): boolean => ['COMPLETED', 'NO_DATA', 'ERROR'].includes(reportStatus)

/** Paths of all files below a folder. */
export function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true, encoding: 'utf8' })
    .filter((entry) => !entry.isDirectory())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
    .sort()
}

export function hashOf(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex')
}

/** The reports in the database, and the work on them that is still to be done. */
export async function storedState(service: ServiceProcess) {
  const client = new pg.Client({ connectionString: service.postgresUrl() })
  await client.connect()
  try {
    const events = await client.query<{ subject: string; event_type: string }>(
      `select subject, event_type from events where subject like 'report:%' order by occurred_at`,
    )
    const files = await client.query<{ key: string; sha256: string }>(
      `select file ->> 'key' as key, file ->> 'sha256' as sha256 from reports where file is not null`,
    )
    const jobs = await client.query(
      `select from graphile_worker._private_jobs as job
        join graphile_worker._private_tasks as task on task.id = job.task_id
        where task.identifier in ('generate-report', 'sweep-report-files')`,
    )
    return { events: events.rows, files: files.rows, jobs: jobs.rowCount }
  } finally {
    await client.end()
  }
}

/** Acts as the merchant that the first start of a sandbox makes. */
export function sandboxPlace({ url }: ServiceProcess, folder: string): ReportPlace {
  const text = readFileSync(join(folder, 'sandbox-credentials.json'), 'utf8')
  const { merchant } = JSON.parse(text) as {
    readonly merchant: {
      readonly organizationId: string
      readonly bearer: { readonly key: string }
    }
  }
  return { url, bearerKey: merchant.bearer.key, merchantId: merchant.organizationId }
}
