import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findReportDefinition } from '../../src/catalogue/report-definitions.ts'
import { REPORT_MIME_TYPES } from '../../src/reporting/reports/report.ts'
import { fillMonth } from '../support/data/filled-month.ts'
import { engineOfService } from '../support/processes/engine-of-service.ts'
import { type ServiceProcess, startService, temporaryDataFolder } from '../support/processes/service-process.ts'
import { eventually } from '../support/run/eventually.ts'
import { isLongRun } from '../support/run/test-run.ts'

const MEBIBYTE = 1024 * 1024
/** What a report of ten million rows may take; the files of these alone are longer. */
const GROWTH_MAX = 100 * MEBIBYTE
const ROWS = isLongRun ? 2_000_000 : 200_000
const MADE_MS_MAX = 600_000

type Credentials = {
  readonly merchant: { readonly organizationId: string; readonly bearer: { readonly key: string } }
}

function peakBytes({ pid }: ServiceProcess): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024
}

test.skipIf(!existsSync('/proc/self/status'))(
  'the memory of the service does not grow with the reports that it makes and sends',
  async () => {
    const folder = temporaryDataFolder()
    const service = await startService(folder, { QUITTANCE_LOG_LEVEL: 'silent' })
    const { merchant } = JSON.parse(readFileSync(`${folder}/sandbox-credentials.json`, 'utf8')) as Credentials
    const client = reportsOf(service, merchant.bearer.key)
    const { organizationId: merchantId } = merchant
    const engine = engineOfService(service)
    await fillMonth(engine, { merchantId, fromMs: Date.UTC(2026, 2), rows: ROWS })
    await fillMonth(engine, { merchantId, fromMs: Date.UTC(2026, 0), rows: 2_000 })
    for (const mimeType of REPORT_MIME_TYPES) await client.fetched('2026-01', mimeType)
    const before = peakBytes(service)

    const made = []
    for (const mimeType of REPORT_MIME_TYPES) made.push(await client.fetched('2026-03', mimeType))
    const growth = peakBytes(service) - before
    await service.terminate()

    for (const { rows, bytes, sent } of made) {
      expect(rows).toBe(ROWS)
      expect(sent).toBe(bytes)
    }
    expect(growth).toBeLessThan(GROWTH_MAX)
  },
)

function reportsOf({ url }: ServiceProcess, key: string) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const reports = `${url}/reporting/v3/reports`
  /** Orders the report of a month, waits for it, and takes all of its file and keeps none. */
  async function fetched(month: string, reportMimeType: string) {
    const body = {
      reportDefinitionName: 'TransactionRequestClass',
      reportFields: findReportDefinition('TransactionRequestClass')?.defaultFields,
      reportName: `${month} ${reportMimeType.replaceAll(/[^a-z]/g, ' ')}`,
      reportMimeType,
      reportStartTime: `${month}-01T00:00:00Z`,
      reportEndTime: `${month}-31T00:00:00Z`,
    }
    const init = { method: 'POST', headers, body: JSON.stringify(body) }
    const { reportId } = (await (await fetch(reports, init)).json()) as { reportId: string }
    const read = async () => {
      const answer = await fetch(`${reports}/${reportId}`, { headers })
      return (await answer.json()) as {
        readonly reportStatus: string
        readonly manifest: { readonly rows: number; readonly bytes: number }
      }
    }
    await eventually(async () => (await read()).reportStatus === 'COMPLETED', MADE_MS_MAX)
    const { rows, bytes } = (await read()).manifest
    const file = await fetch(`${reports}/${reportId}?download=true`, { headers })
    let sent = 0
    for await (const piece of file.body ?? []) sent += piece.length
    return { rows, bytes, sent }
  }
  return { fetched }
}
