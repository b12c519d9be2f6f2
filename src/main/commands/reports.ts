import type { Command } from 'commander'
import { members, optional } from '../../kernel/reading/reading.ts'
import { given, oneOf } from '../../kernel/reading/text-readers.ts'
import { writtenInstant } from '../../kernel/time-text.ts'
import { getOrganization } from '../../organizations/index.ts'
import { openFileStore } from '../../platform/file-store/open-file-store.ts'
import {
  findAnyReport,
  listAnyReports,
  REPORT_STATUSES,
  type Report,
  removeReport,
  sweepReportFiles,
  unknownReport,
  type Verification,
  verifyReport,
} from '../../reporting/index.ts'
import { listLimit, readOptions } from '../read-options.ts'
import { type CommandDeps, type CommandOptions, EXIT, JSON_OPTION, runCommand } from '../run-command.ts'
import { harmless, say, sayJson, table } from '../terminal.ts'
import { withPostgres } from '../with-postgres.ts'
import { withStores } from '../with-stores.ts'

/** Reports that have been made, on the command line. */
export function addCommands(program: Command): void {
  const reports = program.command('reports').description('see reports, verify and remove them')

  reports
    .command('list')
    .description('list reports, newest first')
    .option('--organization <id>', 'those of one organization')
    .option('--status <status>', 'those in one state, as COMPLETED')
    .option('--limit <number>', 'at most so many, 1 to 1000 (default: 50)')
    .option(...JSON_OPTION)
    .action((options: ListOptions) => runCommand(listReports, options))

  reports
    .command('verify <reportId>')
    .description('compare a report with its hash and with the records of today')
    .option(...JSON_OPTION)
    .action((reportId: string, options: CommandOptions) => runCommand(verify, { ...options, reportId }))

  reports
    .command('remove <reportId>')
    .description('remove a report that has ended, with its files; cannot be undone')
    .option(...JSON_OPTION)
    .action((reportId: string, options: CommandOptions) => runCommand(remove, { ...options, reportId }))
}

export type ListOptions = CommandOptions & {
  readonly organization?: string
  readonly status?: string
  readonly limit?: string
}

const LISTED = members({ status: optional(given(oneOf(REPORT_STATUSES))), limit: listLimit })

/** Shows reports, newest first. */
export async function listReports(deps: CommandDeps, options: ListOptions): Promise<number> {
  const { organization: organizationId, json } = options
  const { status, limit } = readOptions(LISTED, options)
  const reports = await withPostgres(deps, async ({ db: { db } }) => {
    if (organizationId !== undefined) await getOrganization(db, organizationId)
    return listAnyReports(db, { organizationId, status }, { limit })
  })
  if (json) sayJson({ reports: reports.map(asJson) })
  else say(reports.length === 0 ? 'There are no reports.' : asText(reports))
  return EXIT.done
}

/** Removes one report with its files; cannot be undone. */
export async function remove(
  deps: CommandDeps,
  { reportId, json }: CommandOptions & { readonly reportId: string },
): Promise<number> {
  const reports = await openFileStore(deps.config.fileStore)
  try {
    const removed = await withPostgres(deps, async (acting) => {
      const report = await removeReport(acting, acting.by, reportId)
      // The job that was left behind would do so too, but perhaps no service runs.
      await sweepReportFiles({ database: acting.db, reports }, report)
      return report
    })
    if (json) sayJson({ removed: asJson(removed) })
    else say(`Removed the report ${wordsOf(removed)} and its files.`)
    return EXIT.done
  } finally {
    reports.close()
  }
}

/** Compares a report's file with its hash and with today's records. */
export async function verify(
  deps: CommandDeps,
  { reportId, json }: CommandOptions & { readonly reportId: string },
): Promise<number> {
  const { baseUrl, agingLookBackDays } = deps.config
  const verified = await withStores(deps, async ({ db: database, folder, ...acting }) => {
    const report = await findAnyReport(database.db, reportId)
    if (report === undefined) throw unknownReport()
    const exportsFolder = folder.exports
    const verifying = { ...acting, database, exportsFolder, baseUrl, agingLookBackDays }
    return verifyReport(verifying, report, new AbortController().signal)
  })
  if (json) sayJson({ ...verified, report: asJson(verified.report) })
  else say(verificationText(verified))
  return verified.file === 'intact' ? EXIT.done : EXIT.failed
}

const FILE_SENTENCES: Readonly<Record<Verification['file'], string>> = {
  intact: 'The stored file is intact: its hash is the one that was noted when it was made.',
  damaged: 'The stored file is DAMAGED: its hash is not the one that was noted when it was made.',
  missing: 'The stored file is MISSING from the report store.',
}

const UNEXPLAINED =
  'No record says that it came later: some were on their way at the cut-off, the report covers other merchants now, or another release made it.'

function verificationText(verified: Verification): string {
  const { report, file, isReproduced, rowsThen, rowsNow, changes, areAllListed } = verified
  const made = isReproduced
    ? `Made again from today's records it has the same bytes (${rowsNow} rows).`
    : `Made again from today's records it differs: ${rowsThen} rows then, ${rowsNow} now.`
  const rows = changes.map(({ change, merchantId, recordId, occurredAt }) =>
    [`  ${change}`, merchantId, recordId, occurredAt].map(harmless),
  )
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
  const head = ['ordered at', 'organization', 'report id', 'date', 'status', 'bytes', 'name']
  const rows = reports.map(({ queuedAt, organizationId, reportId, reportOn, ...report }) =>
    [
      writtenInstant(queuedAt),
      organizationId,
      reportId,
      reportOn.toString(),
      report.status,
      report.file === undefined ? '-' : String(report.file.bytes),
      report.terms.reportName,
    ].map(harmless),
  )
  return table([head, ...rows])
}
