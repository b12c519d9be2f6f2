import type { Static } from 'typebox'
import { findReportDefinition } from '../../catalogue/report-definitions.ts'
import type { Report } from '../reports/report.ts'
import { localTime, reportTimeOf } from '../reports/report-times.ts'
import { presentedTerms } from '../terms/present-terms.ts'
import type { LISTED_PROPERTIES, ReportContract } from './contract.ts'

export const REPORTS_PATH = '/reporting/v3/reports'
const DOWNLOADS_PATH = '/reporting/v3/report-downloads'

type Presented = Static<typeof ReportContract>
type Listed = Pick<Presented, '_link' | keyof typeof LISTED_PROPERTIES>

export type Asker = {
  /** Whom a request without an `organizationId` is for: links to what is another's name it. */
  readonly ownOrganizationId: string
}

/** What is told of a report besides itself, where it is known. */
type Remarks = { readonly lateRecords?: number | undefined }

/** A report's metadata: what was ordered and what has come of it. */
export function presentedReport(report: Report, asker: Asker, { lateRecords }: Remarks = {}): Presented {
  const { terms, progress } = report
  return {
    ...listedReport(report, asker),
    _links: { self: { href: reportPath(report, asker), method: 'GET' } },
    ...presentedTerms(terms),
    reportStatus: report.status,
    ...(report.reason === undefined ? {} : { reason: report.reason }),
    ...(progress === undefined ? {} : { progress: presentedProgress(progress) }),
    ...(report.manifest === undefined ? {} : { manifest: presentedManifest(report.manifest) }),
    ...(lateRecords === undefined ? {} : { lateRecords }),
    ...(report.rerunOf === undefined ? {} : { rerunOf: report.rerunOf }),
  }
}

/** As an entry of the list. */
export function listedReport(report: Report, asker: Asker): Listed {
  const { terms, period, generatingAt, completedAt } = report
  const download = downloadPath(report, asker)
  const definition = findReportDefinition(terms.definitionName)
  return {
    ...(download === undefined ? {} : { _link: { reportDownload: { href: download, method: 'GET' } } }),
    organizationId: report.organizationId,
    reportId: report.reportId,
    ...(definition === undefined ? {} : { reportDefinitionId: String(definition.id) }),
    reportName: terms.reportName,
    reportMimeType: terms.mimeType,
    reportFrequency: report.frequency,
    status: report.status,
    reportStartTime: localTime(period.startsAt, terms.timeZone),
    reportEndTime: localTime(period.endsAt, terms.timeZone),
    timezone: terms.timeZone,
    queuedTime: report.queuedAt.toString(),
    ...(generatingAt === undefined ? {} : { reportGeneratingTime: generatingAt.toString() }),
    ...(completedAt === undefined ? {} : { reportCompletedTime: completedAt.toString() }),
    subscriptionType: 'CUSTOM',
    ...(terms.groupName === undefined ? {} : { groupName: terms.groupName }),
  }
}

/** Where the report itself is, as the asker reaches it. */
export function reportPath(
  { organizationId, reportId }: Pick<Report, 'organizationId' | 'reportId'>,
  asker: Asker,
  parameters: Readonly<Record<string, string>> = {},
): string {
  const query = queryOf({ ...parameters, ...naming(organizationId, asker) })
  return `${REPORTS_PATH}/${encodeURIComponent(reportId)}${query}`
}

/** By name, date and time; a version that was replaced has to be asked for by its id. */
function downloadPath(report: Report, asker: Asker): string | undefined {
  const { file, status, reportOn, terms, organizationId } = report
  if (file === undefined) return undefined
  if (status === 'RERUN') return reportPath(report, asker, { download: 'true' })
  const query = queryOf({
    reportDate: reportOn.toString(),
    reportName: terms.reportName,
    reportTime: reportTimeOf(report),
    ...naming(organizationId, asker),
  })
  return `${DOWNLOADS_PATH}${query}`
}

function naming(organizationId: string, { ownOrganizationId }: Asker): Readonly<Record<string, string>> {
  return organizationId === ownOrganizationId ? {} : { organizationId }
}

/** Signs are escaped, so that a plus sign is not read as a blank. */
function queryOf(parameters: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}

function presentedProgress({
  phase,
  rowsDone,
  rowsEstimated,
}: NonNullable<Report['progress']>): NonNullable<Presented['progress']> {
  return { phase, rowsDone, ...(rowsEstimated === undefined ? {} : { rowsEstimated }) }
}

function presentedManifest(manifest: NonNullable<Report['manifest']>): NonNullable<Presented['manifest']> {
  const { rows, erased, totals, sha256, bytes, cutOff, fingerprint } = manifest
  const { definitionName, definitionVersion } = manifest
  return {
    rows,
    erased,
    totals: totals.map(({ field, currency, amount }) => ({ field, currency, amount })),
    sha256,
    bytes,
    cutOff,
    definitionName,
    definitionVersion,
    fingerprint,
  }
}
