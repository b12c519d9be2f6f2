import type { ReportDefinition } from '../../catalogue/report-definition.ts'
import { findReportDefinition, REPORT_DEFINITIONS } from '../../catalogue/report-definitions.ts'
import { AppError } from '../../kernel/errors.ts'
import { nearestName } from '../../kernel/nearest-name.ts'

/** Returns the definition of that name, in any letter case; throws if there is none. */
export function getReportDefinition(name: string): ReportDefinition {
  const found = findReportDefinition(name)
  if (found !== undefined) return found
  const names = REPORT_DEFINITIONS.map((definition) => definition.name)
  const nearest = nearestName(name, names)
  const hint = nearest === undefined ? '' : ` Did you mean ${nearest}?`
  throw new AppError('not-found', 'NOT_FOUND', `Report definition not found.${hint}`, [
    { field: 'reportDefinitionName', reason: 'NOT_FOUND' },
  ])
}
