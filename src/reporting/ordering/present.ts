import type { FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { findReportDefinition } from '../../catalogue/report-definitions.ts'
import type { Report, ReportManifest, ReportProgress } from '../reports/report.ts'
import { localTime, reportTimeOf } from '../reports/report-times.ts'
import { type OrderWarning, periodWarnings } from '../reports/terms/order-warnings.ts'
import { presentTerms } from '../reports/terms/present-terms.ts'
import type { LISTED_PROPERTIES, ReportContract } from './contract.ts'

export const REPORTS_PATH = '/reporting/v3/reports'
const DOWNLOADS_PATH = '/reporting/v3/report-downloads'

type ReportBody = Static<typeof ReportContract>
type ListedBody = Pick<ReportBody, '_link' | keyof typeof LISTED_PROPERTIES>

export type Viewer = {
  /**
   * The organization that requests without an `organizationId` are for; links to reports of other organizations name
   * them.
   */
  readonly ownOrganizationId: string
}

/** Facts about a report that are not stored with it. */
type Remarks = { readonly lateRecords?: number | undefined; readonly warnings?: readonly OrderWarning[] }

/** The metadata of a report. */
export function presentReport(report: Report, asker: Viewer, { lateRecords, warnings = [] }: Remarks = {}): ReportBody {
  const { terms, progress } = report
  const allWarnings = [...warnings, ...periodWarnings(report)]
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
    ...(allWarnings.length === 0 ? {} : { warnings: allWarnings }),
  }
}

/** The entry of a report in the list. */
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
    ...(terms.groupName === undefined ? {} : { groupName: terms.groupName, groupId: terms.groupName }),
  }
}

/** The path of a report for this viewer. */
export function reportPath(
  { organizationId, reportId }: Pick<Report, 'organizationId' | 'reportId'>,
  asker: Viewer,
  parameters: Readonly<Record<string, string>> = {},
): string {
  const query = queryOf({ ...parameters, ...organizationParameter(organizationId, asker) })
  return `${REPORTS_PATH}/${encodeURIComponent(reportId)}${query}`
}

/** Downloads are by name, date and time; a replaced version is only available by its id. */
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

/** Values are escaped, so that a plus sign is not read as a space. */
function queryOf(parameters: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}

export function presentProgress({ rowsEstimated, ...progress }: ReportProgress): NonNullable<ReportBody['progress']> {
  return { ...progress, ...(rowsEstimated === undefined ? {} : { rowsEstimated }) }
}

function presentManifest({ baseUrl: _, totals, ...manifest }: ReportManifest): NonNullable<ReportBody['manifest']> {
  return { ...manifest, totals: [...totals] }
}

export function viewerOf({ caller }: Pick<FastifyRequest, 'caller'>): Viewer {
  return { ownOrganizationId: caller.transacting.organizationId }
}
