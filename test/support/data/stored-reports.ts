import { createHash } from 'node:crypto'
import type { FileStore } from '../../../src/platform/file-store/file-store.ts'
import type { Database } from '../../../src/platform/postgres/database.ts'
import { newId } from '../../../src/platform/secrets/random.ts'
import { newReport } from '../../../src/reporting/reports/new-report.ts'
import type { Report, ReportFile, ReportStatus, ReportTerms } from '../../../src/reporting/reports/report.ts'
import { fileKeyOf, manifestKeyOf } from '../../../src/reporting/reports/report-files.ts'
import { completed, failed, replaced, running, withoutData } from '../../../src/reporting/reports/report-states.ts'
import { insertReports, saveReport } from '../../../src/reporting/reports/report-store.ts'

type StoredReportInput = Partial<ReportTerms> &
  Partial<Pick<Report, 'organizationId' | 'reportId' | 'frequency' | 'orderedBy' | 'rerunOf'>> & {
    readonly startsAt?: string
    readonly endsAt?: string
    readonly queuedAt?: string
    readonly completedAt?: string
    readonly reason?: string
  }

type Deps = { readonly database: Database }

/** A report as it is ordered, valid by default; nothing is stored. */
function aReport(given: StoredReportInput = {}): Report {
  const terms = termsOf(given)
  const period = {
    startsAt: Temporal.Instant.from(given.startsAt ?? '2026-03-08T00:00:00Z'),
    endsAt: Temporal.Instant.from(given.endsAt ?? '2026-03-09T00:00:00Z'),
  }
  return newReport(
    {
      organizationId: given.organizationId ?? 'shop',
      reportId: given.reportId ?? newId(),
      terms,
      frequency: given.frequency ?? 'DAILY',
      period,
      orderedBy: given.orderedBy ?? 'key:tester',
      queuedAt: Temporal.Instant.from(given.queuedAt ?? '2026-03-09T00:00:01Z'),
      rerunOf: given.rerunOf,
      subscriptionId: undefined,
    },
    { hasRoom: true },
  )
}

function termsOf(given: StoredReportInput): ReportTerms {
  return {
    definitionName: given.definitionName ?? 'TransactionRequestClass',
    mimeType: given.mimeType ?? 'text/csv',
    reportName: given.reportName ?? 'Daily',
    fields: given.fields ?? ['Request.RequestID', 'BillTo.City'],
    fieldAliases: {},
    filters: given.filters ?? {},
    preferences: given.preferences ?? { signedAmounts: false, fieldNameConvention: undefined },
    timeZone: given.timeZone ?? 'UTC',
    groupName: given.groupName,
    deliverTo: given.deliverTo ?? [],
  }
}

/** Stores the row of a report with this status and without a file. */
export async function aStoredReport(
  { database }: Deps,
  status: Exclude<ReportStatus, 'COMPLETED' | 'RERUN'>,
  given: StoredReportInput = {},
): Promise<Report> {
  const ordered = aReport(given)
  const at = Temporal.Instant.from(given.completedAt ?? '2026-03-09T00:00:10Z')
  const atWork = running(ordered, { at, runId: newId() })
  const stored: Readonly<Record<typeof status, Report>> = {
    PENDING: ordered,
    QUEUED: { ...ordered, status: 'QUEUED' },
    RUNNING: atWork,
    NO_DATA: withoutData(atWork, { at }),
    ERROR: failed(atWork, { at, reason: given.reason ?? 'the record store was away' }),
  }
  return saved(database, stored[status])
}

/** A report with its file in the report store; with `isReplaced`, a version that a re-run replaced. */
export async function aCompletedReport(
  { database, reports }: Deps & { readonly reports: FileStore },
  given: StoredReportInput & { readonly content?: string | Buffer; readonly isReplaced?: boolean } = {},
): Promise<Report & { readonly file: ReportFile }> {
  const ordered = aReport(given)
  const at = Temporal.Instant.from(given.completedAt ?? '2026-03-09T00:00:10Z')
  const runId = newId()
  const content = Buffer.from(given.content ?? 'Request.RequestID,BillTo.City\n7300,Oslo\n')
  const { terms } = ordered
  const file = {
    key: fileKeyOf(ordered, runId),
    bytes: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
  }
  const manifest = {
    rows: 1,
    erased: 0,
    totals: [],
    sha256: file.sha256,
    bytes: file.bytes,
    cutOff: at.toString(),
    definitionName: terms.definitionName,
    definitionVersion: '1.0',
    baseUrl: 'https://pay.example.com',
    fingerprint: 'f',
    renderingVersion: 1,
  }
  await reports.write(file.key, piecesOf(content))
  await reports.write(manifestKeyOf(file.key), piecesOf(JSON.stringify(manifest)))
  const ended = completed(running(ordered, { at, runId }), { at, file, manifest })
  await saved(database, given.isReplaced ? replaced(ended) : ended)
  return { ...ended, status: given.isReplaced ? 'RERUN' : 'COMPLETED', file }
}

async function* piecesOf(content: string | Buffer): AsyncGenerator<Buffer> {
  yield Buffer.from(content)
}

async function saved(database: Database, report: Report): Promise<Report> {
  await database.transaction(async (tx) => {
    await insertReports(tx, [{ ...report, status: 'PENDING' }])
    await saveReport(tx, report)
  })
  return report
}
