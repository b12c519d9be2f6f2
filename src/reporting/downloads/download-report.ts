import type { Readable } from 'node:stream'
import type { AuditActor } from '../../kernel/actor.ts'
import { assert } from '../../kernel/assert.ts'
import { AppError } from '../../kernel/errors.ts'
import { recordAudit } from '../../organizations/index.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { ByteRange, FileStore } from '../../platform/file-store/file-store.ts'
import { FileMissing } from '../../platform/file-store/file-store.ts'
import type { Logger } from '../../platform/log/log.ts'
import type { Database, Db } from '../../platform/postgres/database.ts'
import type { Report, ReportFile } from '../reports/report.ts'
import { isFinished } from '../reports/report-states.ts'
import { findOwnedReport, type ReportOwners, unknownReport } from '../reports/report-store.ts'
import { DamagedContent } from './checked-content.ts'
import { findNewestNamed, type NamedReport } from './named-report-store.ts'

export type DownloadDeps = {
  readonly database: Database
  /** The report store. */
  readonly reports: FileStore
  readonly machineClock: Clock
}

/** Loads a report by name and date. A report of the organization itself precedes those of organizations below it. */
export async function getNamedReport(db: Db, owners: ReportOwners, named: NamedReport): Promise<Report> {
  const own = await findNewestNamed(db, { ...owners, includesBelow: false }, named)
  const found = own ?? (owners.includesBelow ? await findNewestNamed(db, owners, named) : undefined)
  if (found === undefined) throw unknownNamed(named)
  return found
}

export async function getReport(db: Db, owners: ReportOwners, reportId: string): Promise<Report> {
  const found = await findOwnedReport(db, owners, reportId)
  if (found === undefined) throw unknownReport()
  return found
}

function unknownNamed({ reportName, reportOn, endsWithin }: NamedReport): AppError {
  const at = endsWithin === undefined ? '' : ` whose period ended at ${endsWithin.from.toString()}`
  return new AppError(
    'not-found',
    'NOT_FOUND',
    `Report "${reportName}" of ${reportOn.toString()}${at} not found.`,
    ['reportName', 'reportDate', ...(endsWithin === undefined ? [] : ['reportTime'])].map((field) => ({
      field,
      reason: 'NOT_FOUND',
    })),
  )
}

/** Throws if the file of the report is missing from the report store or has the wrong length. */
export async function refuseUnlessStored(
  { reports, log }: Pick<DownloadDeps, 'reports'> & { readonly log: Pick<Logger, 'error'> },
  report: Report,
): Promise<void> {
  const { key, bytes } = fileOf(report)
  const found = await reports.sizeOf(key)
  if (found === bytes) return
  const { organizationId, reportId } = report
  const facts = { organizationId, reportId, key }
  if (found === undefined) {
    log.error(facts, 'report file is missing from the report store')
    throw missingFile()
  }
  const damaged = new DamagedContent({ found: { bytes: found }, expected: { bytes } })
  log.error({ ...facts, reason: damaged.difference }, 'report file is damaged')
  throw damaged
}

function missingFile(options?: ErrorOptions): AppError {
  const message =
    'The file of this report is missing from the report store. Please contact the operator of the service.'
  const details = [{ field: 'file', reason: 'FILE_GONE' }]
  return new AppError('not-found', 'FILE_GONE', message, details, options)
}

type Download = { readonly report: Report; readonly part: ByteRange | undefined }

/** Opens the file or a part of it. The download is audited before the first byte is sent. */
export async function downloadReport(
  { database, reports, machineClock }: DownloadDeps,
  by: AuditActor,
  { report, part }: Download,
): Promise<Readable> {
  const file = fileOf(report)
  const content = await openFile(reports, file.key, part)
  try {
    const range = part === undefined ? {} : { range: `${part.start}-${part.end}` }
    await database.transaction((tx) =>
      recordAudit(tx, {
        organizationId: report.organizationId,
        at: machineClock.now(),
        actor: by,
        action: 'report.downloaded',
        subject: `report:${report.reportId}`,
        details: { bytes: part === undefined ? file.bytes : part.end - part.start + 1, ...range },
      }),
    )
  } catch (error) {
    content.destroy()
    throw error
  }
  return content
}

/** The file may have been removed since it was checked. */
async function openFile(reports: FileStore, key: string, part: ByteRange | undefined): Promise<Readable> {
  try {
    return await reports.read(key, part)
  } catch (error) {
    if (error instanceof FileMissing) throw missingFile({ cause: error })
    throw error
  }
}

/** The report's file; throws a refusal that says why if there is none. */
export function fileOf(report: Report): ReportFile {
  if (report.file === undefined) throw withoutFile(report)
  return report.file
}

function withoutFile({ status, reason, terms, reportOn }: Report): AppError {
  const report = `The report "${terms.reportName}" of ${reportOn.toString()}`
  if (!isFinished(status)) {
    return refusal('REPORT_NOT_READY', `${report} is ${status} and not ready yet; please retry later.`)
  }
  if (reason !== undefined) return refusal('REPORT_FAILED', `${report} failed: ${reason}.`)
  assert(status === 'NO_DATA' || status === 'RERUN', 'A COMPLETED report has a file.')
  return refusal('NO_DATA', `${report} has no file: no transactions were found in its period.`)
}

function refusal(code: string, message: string): AppError {
  return new AppError('not-found', code, message, [{ field: 'reportStatus', reason: code }])
}
