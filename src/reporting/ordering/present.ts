import type { FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { findReportDefinition } from '../../catalogue/report-definitions.ts'
import type { Report } from '../reports/report.ts'
import { localTime, reportTimeOf } from '../reports/report-times.ts'
import { presentTerms } from '../terms/present-terms.ts'
import type { LISTED_PROPERTIES, ReportContract } from './contract.ts'

export const REPORTS_PATH = '/reporting/v3/reports'
const DOWNLOADS_PATH = '/reporting/v3/report-downloads'

type ReportBody = Static<typeof ReportContract>
type ListedBody = Pick<ReportBody, '_link' | keyof typeof LISTED_PROPERTIES>

export type Viewer = {
  /** Whom a request without an `organizationId` is for: links to what is another's name it. */
  readonly ownOrganizationId: string
}

/** What is told of a report besides itself, where it is known. */
type Remarks = { readonly lateRecords?: number | undefined }

/** A report's metadata: what was ordered and what has come of it. */
export function presentReport(report: Report, asker: Viewer, { lateRecords }: Remarks = {}): ReportBody {
  const { terms, progress } = report
  return {
    ...presentListedReport(report, asker),
    _links: { self: { href: reportPath(report, asker), method: 'GET' } },
    ...presentTerms(terms),
    reportStatus: report.status,
    ...(report.reason === undefined ? {} : { reason: report.reason }),
    ...(progress === undefined ? {} : { progress: presentProgress(progress) }),
    ...(report.manifest === undefined ? {} : { manifest: presentManifest(report.manifest) }),
    ...(lateRecords === undefined ? {} : { lateRecords }),
    ...(report.rerunOf === undefined ? {} : { rerunOf: report.rerunOf }),
  }
}

/** As an entry of the list. */
export function presentListedReport(report: Report, asker: Viewer): ListedBody {
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
  asker: Viewer,
  parameters: Readonly<Record<string, string>> = {},
): string {
  const query = queryOf({ ...parameters, ...organizationParameter(organizationId, asker) })
  return `${REPORTS_PATH}/${encodeURIComponent(reportId)}${query}`
}

/** By name, date and time; a version that was replaced has to be asked for by its id. */
function downloadPath(report: Report, asker: Viewer): string | undefined {
  const { file, status, reportOn, terms, organizationId } = report
  if (file === undefined) return undefined
  if (status === 'RERUN') return reportPath(report, asker, { download: 'true' })
  const query = queryOf({
    reportDate: reportOn.toString(),
    reportName: terms.reportName,
    reportTime: reportTimeOf(report),
    ...organizationParameter(organizationId, asker),
  })
  return `${DOWNLOADS_PATH}${query}`
}

function organizationParameter(
  organizationId: string,
  { ownOrganizationId }: Viewer,
): Readonly<Record<string, string>> {
  return organizationId === ownOrganizationId ? {} : { organizationId }
}

/** Signs are escaped, so that a plus sign is not read as a blank. */
function queryOf(parameters: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}

function presentProgress({
  phase,
  rowsDone,
  rowsEstimated,
}: NonNullable<Report['progress']>): NonNullable<ReportBody['progress']> {
  return { phase, rowsDone, ...(rowsEstimated === undefined ? {} : { rowsEstimated }) }
}

function presentManifest(manifest: NonNullable<Report['manifest']>): NonNullable<ReportBody['manifest']> {
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

/** Whom links are written for. */
export function viewerOf({ caller }: Pick<FastifyRequest, 'caller'>): Viewer {
  return { ownOrganizationId: caller.transacting.organizationId }
}
