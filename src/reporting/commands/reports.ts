import type { Command } from 'commander'
import { members, optional } from '../../kernel/reading/reading.ts'
import { given, oneOf } from '../../kernel/reading/text-readers.ts'
import { writtenInstant } from '../../kernel/time/time-text.ts'
import { getOrganization } from '../../organizations/index.ts'
import { listLimit, readOptions } from '../../platform/command-line/read-options.ts'
import type { CommandDeps, Output, RunCommand } from '../../platform/command-line/run-command.ts'
import { harmless, table } from '../../platform/command-line/terminal.ts'
import { withPostgres, withStores } from '../../platform/command-line/with-stores.ts'
import type { PlatformConfig } from '../../platform/config/config.ts'
import { openFileStore } from '../../platform/file-store/open-file-store.ts'
import { isBackupRunning } from '../../platform/postgres/presence.ts'
import { sweepReportFiles } from '../generation/sweep-report-files.ts'
import { REPORT_STATUSES, type Report } from '../reports/report.ts'
import { unknownReport } from '../reports/report-store.ts'
import { removeReport } from '../retention/remove-report.ts'
import { findAnyReport, listAnyReports } from '../retention/report-removal-store.ts'
import { type Verification, verifyReport } from '../verification/verify-report.ts'

type Config = PlatformConfig & { readonly agingLookBackDays: number }

export function addReportCommands(program: Command, run: RunCommand<Config>): void {
  const reports = program.command('reports').description('list, verify and remove reports')

  run(
    reports
      .command('list')
      .description('list reports, newest first')
      .option('--organization <id>', 'only those of one organization')
      .option('--status <status>', 'only those with one status, such as COMPLETED')
      .option('--limit <number>', 'maximum number of reports, 1 to 1000 (default: 50)'),
    listReports,
  )
  run(
    reports.command('verify <reportId>').description('compare a report with its hash and with the current records'),
    verify,
  )
  run(
    reports.command('remove <reportId>').description('remove a finished report and its files; cannot be undone'),
    remove,
  )
}

const LIST_OPTIONS = members({ status: optional(given(oneOf(REPORT_STATUSES))), limit: listLimit })

async function listReports(deps: CommandDeps, options: { readonly organization?: string }): Promise<Output> {
  const { organization: organizationId } = options
  const { status, limit } = readOptions(LIST_OPTIONS, options)
  const reports = await withPostgres(deps, async ({ db: { db } }) => {
    if (organizationId !== undefined) await getOrganization(db, organizationId)
    return listAnyReports(db, { organizationId, status }, { limit })
  })
  return { json: { reports: reports.map(asJson) }, text: reports.length === 0 ? 'No reports.' : asText(reports) }
}

type ReportOption = { readonly reportId: string }

async function remove(deps: CommandDeps, { reportId }: ReportOption): Promise<Output> {
  const reports = await openFileStore(deps.config.fileStore)
  try {
    const removed = await withPostgres(deps, async (acting) => {
      const report = await removeReport(acting, acting.by, reportId)
      // A job would do so too, but a service may not be running. A backup may still need them: then the job waits for it.
      const database = acting.db
      if (!(await isBackupRunning(database))) await sweepReportFiles({ database, reports }, report)
      return report
    })
    return { json: { removed: asJson(removed) }, text: `Removed the report ${wordsOf(removed)} and its files.` }
  } finally {
    reports.close()
  }
}

async function verify(deps: CommandDeps<Config>, { reportId }: ReportOption): Promise<Output> {
  const { baseUrl, agingLookBackDays } = deps.config
  const verified = await withStores(deps, async ({ db: database, folder, ...acting }) => {
    const report = await findAnyReport(database.db, reportId)
    if (report === undefined) throw unknownReport()
    const exportsFolder = folder.exports
    const verifying = { ...acting, database, exportsFolder, baseUrl, agingLookBackDays }
    return verifyReport(verifying, report, new AbortController().signal)
  })
  return {
    json: { ...verified, report: asJson(verified.report) },
    text: verificationText(verified),
    isFailure: verified.file !== 'intact',
  }
}

const FILE_SENTENCES: Readonly<Record<Verification['file'], string>> = {
  intact: 'The stored file is intact: its hash matches the one recorded when it was made.',
  damaged: 'The stored file is DAMAGED: its hash differs from the one recorded when it was made.',
  missing: 'The stored file is MISSING from the report store.',
}

const UNEXPLAINED =
  'No record arrived later. Possible reasons: records were in transit at the cut-off, the report now covers other merchants, or another release made it.'

function verificationText(verified: Verification): string {
  const { report, file, isReproduced, rowsThen, rowsNow, changes, areAllListed } = verified
  const made = isReproduced
    ? `Made again from the current records, it has the same bytes (${rowsNow} rows).`
    : `Made again from the current records, it differs: ${rowsThen} rows then, ${rowsNow} now.`
  const rows = changes.map(({ change, merchantId, recordId, occurredAt }) => [
    `  ${change}`,
    merchantId,
    recordId,
    occurredAt,
  ])
  const cutOff = report.manifest?.cutOff ?? ''
  const list =
    rows.length === 0
      ? isReproduced
        ? []
        : [UNEXPLAINED]
      : [`Since the cut-off at ${cutOff}:`, table(rows), ...(areAllListed ? [] : ['  … and more.'])]
  return [`The report ${wordsOf(report)}`, FILE_SENTENCES[file], made, ...list].join('\n')
}

function wordsOf({ terms, reportOn, organizationId }: Report): string {
  return harmless(`"${terms.reportName}" of ${reportOn.toString()} of ${organizationId}`)
}

function asJson(report: Report): object {
  const { organizationId, reportId, terms, status, reason, queuedAt, completedAt, file } = report
  return {
    organizationId,
    reportId,
    reportName: terms.reportName,
    reportDefinitionName: terms.definitionName,
    reportMimeType: terms.mimeType,
    reportDate: report.reportOn.toString(),
    status,
    reason: reason ?? null,
    queuedAt: queuedAt.toString(),
    completedAt: completedAt?.toString() ?? null,
    bytes: file?.bytes ?? null,
    sha256: file?.sha256 ?? null,
    rerunOf: report.rerunOf ?? null,
  }
}

function asText(reports: readonly Report[]): string {
  const header = ['ordered at', 'organization', 'report id', 'date', 'status', 'bytes', 'name']
  const rows = reports.map(({ queuedAt, organizationId, reportId, reportOn, ...report }) => [
    writtenInstant(queuedAt),
    organizationId,
    reportId,
    reportOn.toString(),
    report.status,
    report.file === undefined ? '-' : String(report.file.bytes),
    report.terms.reportName,
  ])
  return table([header, ...rows])
}
