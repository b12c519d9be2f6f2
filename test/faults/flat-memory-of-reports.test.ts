import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findReportDefinition } from '../../src/catalogue/report-definitions.ts'
import { REPORT_MIME_TYPES, type ReportMimeType } from '../../src/reporting/reports/report.ts'
import { fillMonth, LONG_TEXT_FIELDS } from '../support/data/filled-month.ts'
import { engineOfService } from '../support/processes/engine-of-service.ts'
import { type ServiceProcess, startService } from '../support/processes/service-process.ts'
import { startedDataFolder } from '../support/processes/started-folder.ts'
import { eventually } from '../support/run/eventually.ts'
import { inTurn, isLongRun } from '../support/run/test-run.ts'

const MEBIBYTE = 1024 * 1024
/** A text file of 6,000 rows has 57 MiB or more. In a long run the compressed ones have 200 MiB or more, too. */
const ROWS = isLongRun ? 40_000 : 6_000
const WARM_UP_ROWS = 400
const GROWTH_MAX = (isLongRun ? 100 : 50) * MEBIBYTE
/** Freed memory would hide held memory: it is collected early and given back to the system. */
const EARLY_COLLECTION = { NODE_OPTIONS: '--max-semi-space-size=1', MALLOC_MMAP_THRESHOLD_: '32768' }
/** On a busy machine, freed memory may be collected late: another round shows it. Held memory grows in every round. */
const ROUNDS_MAX = 3
const MADE_MS_MAX = 600_000
const TEST_MS_MAX = 360_000
const LONG_RUN_MS_MAX = 3_600_000

type Credentials = {
  readonly merchant: { readonly organizationId: string; readonly bearer: { readonly key: string } }
}

function peakBytes({ pid }: ServiceProcess): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024
}

function forgetPeak({ pid }: ServiceProcess): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
}

test.skipIf(!existsSync('/proc/self/status'))(
  'the memory of the service does not grow with the reports that it makes and sends',
  async () => {
    const folder = await startedDataFolder()
    const service = await startService(folder, { QUITTANCE_LOG_LEVEL: 'silent', ...EARLY_COLLECTION })
    const { merchant } = JSON.parse(readFileSync(`${folder}/sandbox-credentials.json`, 'utf8')) as Credentials
    const client = reportsOf(service, merchant.bearer.key)
    const { organizationId: merchantId } = merchant
    const engine = engineOfService(service)
    const longTexts = isLongRun ? 'random' : 'repeated'
    const allFormats = async (name: string, month: string) => {
      const reports = []
      for (const mimeType of inTurn(REPORT_MIME_TYPES, 2)) {
        const report = await client.made({ name, month, mimeType })
        reports.push({ ...report, sent: await client.download(report) })
      }
      return reports
    }
    await fillMonth(engine, { merchantId, fromMs: Date.UTC(2026, 2), rows: ROWS, longTexts })
    await fillMonth(engine, { merchantId, fromMs: Date.UTC(2026, 0), rows: WARM_UP_ROWS, longTexts })
    await allFormats('warm-up', '2026-01')
    const before = peakBytes(service)

    const made = []
    let growth = Number.POSITIVE_INFINITY
    for (let round = 1; round <= ROUNDS_MAX && growth >= GROWTH_MAX; round += 1) {
      forgetPeak(service)
      made.push(...(await allFormats(`round ${round}`, '2026-03')))
      growth = peakBytes(service) - before
    }
    await service.terminate()

    for (const { rows, bytes, sent } of made) {
      expect(rows).toBe(ROWS)
      expect(sent).toBe(bytes)
    }
    expect(growth).toBeLessThan(GROWTH_MAX)
  },
  isLongRun ? LONG_RUN_MS_MAX : TEST_MS_MAX,
)

type Order = { readonly name: string; readonly month: string; readonly mimeType: ReportMimeType }
type MadeReport = {
  readonly address: string
  readonly mimeType: ReportMimeType
  readonly rows: number
  readonly bytes: number
}

function reportsOf({ url }: ServiceProcess, key: string) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const reports = `${url}/reporting/v3/reports`
  const definition = findReportDefinition('TransactionRequestClass')

  /** Orders the report of a month and waits for it. */
  async function made({ name, month, mimeType }: Order): Promise<MadeReport> {
    const body = {
      reportDefinitionName: definition?.name,
      reportFields: [...(definition?.defaultFields ?? []), ...LONG_TEXT_FIELDS],
      reportName: `${name} ${mimeType.replaceAll(/[^a-z]/g, ' ')}`,
      reportMimeType: mimeType,
      reportStartTime: `${month}-01T00:00:00Z`,
      reportEndTime: `${month}-31T00:00:00Z`,
    }
    const init = { method: 'POST', headers, body: JSON.stringify(body) }
    const { reportId } = (await (await fetch(reports, init)).json()) as { reportId: string }
    const address = `${reports}/${reportId}`
    const read = async () => {
      const response = await fetch(address, { headers })
      return (await response.json()) as {
        readonly reportStatus: string
        readonly manifest: { readonly rows: number; readonly bytes: number }
      }
    }
    await eventually(async () => (await read()).reportStatus === 'COMPLETED', MADE_MS_MAX)
    const { rows, bytes } = (await read()).manifest
    return { address, mimeType, rows, bytes }
  }

  /** Reads the whole file, keeps nothing of it and returns its length. One format is sent compressed, the others not. */
  async function download({ address, mimeType }: MadeReport): Promise<number> {
    const encoding = mimeType === 'text/csv' ? 'gzip' : 'identity'
    const file = await fetch(`${address}?download=true`, { headers: { ...headers, 'accept-encoding': encoding } })
    let sent = 0
    for await (const piece of file.body ?? []) sent += piece.length
    return sent
  }
  return { made, download }
}
