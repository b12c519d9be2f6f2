import type { Static } from 'typebox'
import { presentListedReport, presentProgress, type Viewer } from '../ordering/present.ts'
import type { Report } from '../reports/report.ts'
import { isEarly } from '../reports/report-versions.ts'
import type { Overview } from './contract.ts'

/** A report as people see it in a list: with its progress, and with what its file has. */
export function presentOverviewReport(
  report: Report,
  viewer: Viewer,
  orderedBy: string,
): Static<typeof Overview>['reports'][number] {
  const { progress, reason, rerunOf, manifest, terms } = report
  return {
    ...presentListedReport(report, viewer),
    reportDefinitionName: terms.definitionName,
    ...(progress === undefined ? {} : { progress: presentProgress(progress) }),
    ...(reason === undefined ? {} : { reason }),
    ...(rerunOf === undefined ? {} : { rerunOf }),
    ...(manifest === undefined ? {} : { rows: manifest.rows, bytes: manifest.bytes }),
    isEarly: isEarly(report),
    isOwn: report.orderedBy === orderedBy,
  }
}
