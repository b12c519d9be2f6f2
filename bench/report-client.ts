import { setTimeout as sleep } from 'node:timers/promises'
import { findReportDefinition } from '../src/catalogue/report-definitions.ts'
import { type BenchService, bearerKeyIn } from './bench-service.ts'
import type { Month } from './report-rows.ts'

const POLL_MS = 20
/** Polling takes the machine's time from the report: it begins after this part of the shortest run so far. */
const UNPOLLED = 0.75
export const REPORT_TIME_ZONE = 'America/New_York'

export type ReportClient = {
  /** Orders a report and waits for it: milliseconds from the order to the end. */
  readonly makeMs: (mimeType: string, month: Month) => Promise<number>
}

export function reportClient(
  { url }: BenchService,
  folder: string,
  reportFields = findReportDefinition('TransactionRequestClass')?.defaultFields,
): ReportClient {
  const headers = {
    authorization: `Bearer ${bearerKeyIn(folder)}`,
    'content-type': 'application/json',
  }
  const order = async (mimeType: string, { from, to }: Month): Promise<string> => {
    const body = {
      reportDefinitionName: 'TransactionRequestClass',
      reportFields,
      reportName: `bench ${performance.now()}`.replace('.', '-'),
      reportMimeType: mimeType,
      timezone: REPORT_TIME_ZONE,
      reportStartTime: from,
      reportEndTime: to,
    }
    const init = { method: 'POST', headers, body: JSON.stringify(body) }
    const ordered = await fetch(`${url}/reporting/v3/reports`, init)
    if (ordered.status !== 200) throw new Error(await ordered.text())
    return ((await ordered.json()) as { reportId: string }).reportId
  }
  const isCompleted = async (reportId: string): Promise<boolean> => {
    const response = await fetch(`${url}/reporting/v3/reports/${reportId}`, { headers })
    const { reportStatus } = (await response.json()) as { reportStatus: string }
    if (reportStatus === 'ERROR') throw new Error(`The report ${reportId} could not be made.`)
    return reportStatus === 'COMPLETED'
  }
  const shortest = new Map<string, number>()
  const makeMs = async (mimeType: string, month: Month): Promise<number> => {
    const startedAt = performance.now()
    const reportId = await order(mimeType, month)
    const kind = `${mimeType} ${month.from}`
    await sleep(UNPOLLED * (shortest.get(kind) ?? 0))
    while (!(await isCompleted(reportId))) await sleep(POLL_MS)
    const tookMs = performance.now() - startedAt
    shortest.set(kind, Math.min(tookMs, shortest.get(kind) ?? tookMs))
    return tookMs
  }
  return { makeMs }
}
