import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pino } from 'pino'
import { findReportDefinition } from '../../../src/catalogue/report-definitions.ts'
import type { Service } from '../../../src/main/service.ts'
import type { Clock } from '../../../src/platform/clock/clock.ts'
import type { FileStore } from '../../../src/platform/file-store/file-store.ts'
import { newId } from '../../../src/platform/secrets/random.ts'
import { type GenerateDeps, generateReport } from '../../../src/reporting/generation/generate-report.ts'
import { newReport } from '../../../src/reporting/reports/new-report.ts'
import type { Report, ReportTerms } from '../../../src/reporting/reports/report.ts'
import { findReport, insertReports } from '../../../src/reporting/reports/report-store.ts'
import { settableClock } from '../run/settable-clock.ts'

export type ReportMaker = {
  readonly deps: GenerateDeps
  readonly folder: string
  /** Orders a report of these terms and makes it; `text` is its file, if there is one. */
  readonly make: (given?: GivenReport) => Promise<MadeReport>
  readonly order: (given?: GivenReport) => Promise<Report>
  readonly generate: (report: Report) => Promise<MadeReport>
}

export type GivenReport = Partial<Omit<ReportTerms, 'preferences'>> & {
  readonly organizationId?: string
  readonly signedAmounts?: boolean
  readonly fieldNameConvention?: 'SOAPI' | 'SCMP'
  readonly startsAt?: string
  readonly endsAt?: string
  readonly orderedBy?: string
}

type MadeReport = {
  readonly report: Report
  readonly bytes: Buffer
  readonly text: string
}

/** Makes reports of a running service's records, without its queue. */
export function reportMaker(
  { stores }: Pick<Service, 'stores'>,
  { clock = settableClock('2026-06-01T00:00:00Z'), reports }: MakerOptions = {},
): ReportMaker {
  const folder = join(stores.folder.path, 'reports')
  const deps: GenerateDeps = {
    ...stores,
    reports: reports ?? stores.files,
    exportsFolder: stores.folder.exports,
    clock,
    baseUrl: 'https://pay.example.com',
    agingLookBackDays: 180,
    log: pino({ level: 'silent' }),
  }
  const order = async (given: GivenReport = {}): Promise<Report> => {
    const report = aReport(given)
    await stores.database.transaction((tx) => insertReports(tx, [report]))
    return report
  }
  const generate = async ({ organizationId, reportId }: Report): Promise<MadeReport> => {
    await generateReport(deps, { organizationId, reportId }, new AbortController().signal)
    const made = await findReport(stores.database.db, [organizationId], reportId)
    if (made === undefined) throw new Error('The report is gone.')
    const bytes = made.file === undefined ? Buffer.alloc(0) : await buffer(await deps.reports.read(made.file.key))
    return { report: made, bytes, text: bytes.toString('utf8') }
  }
  return { deps, folder, order, generate, make: async (given) => generate(await order(given)) }
}

type MakerOptions = { readonly clock?: Clock; readonly reports?: FileStore }

/** An ordered report that is about to be made. */
export function aReport(given: GivenReport = {}): Report {
  const reportId = newId()
  const period = {
    startsAt: Temporal.Instant.from(given.startsAt ?? '2026-03-01T00:00:00Z'),
    endsAt: Temporal.Instant.from(given.endsAt ?? '2026-04-01T00:00:00Z'),
  }
  return newReport(
    {
      organizationId: given.organizationId ?? 'shop',
      reportId,
      terms: termsOf(given, reportId),
      frequency: 'ADHOC',
      period,
      orderedBy: given.orderedBy ?? 'key:tester',
      queuedAt: Temporal.Instant.from('2026-05-01T00:00:00Z'),
      rerunOf: undefined,
      subscriptionId: undefined,
    },
    { hasRoom: true },
  )
}

function termsOf(given: GivenReport, reportId: string): Report['terms'] {
  const definitionName = given.definitionName ?? 'TransactionRequestClass'
  return {
    definitionName,
    mimeType: given.mimeType ?? 'text/csv',
    reportName: given.reportName ?? `Report ${reportId}`,
    fields: given.fields ?? findReportDefinition(definitionName)?.defaultFields ?? [],
    fieldAliases: given.fieldAliases ?? {},
    filters: given.filters ?? {},
    preferences: {
      signedAmounts: given.signedAmounts ?? false,
      fieldNameConvention: given.fieldNameConvention,
    },
    timeZone: given.timeZone ?? 'GMT',
    groupName: given.groupName,
    deliverTo: given.deliverTo ?? [],
  }
}
