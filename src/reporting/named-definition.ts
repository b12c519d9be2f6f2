import { AppError } from '../kernel/errors.ts'
import {
  findReportDefinition,
  nearestName,
  REPORT_DEFINITIONS,
  type ReportDefinition,
} from '../records/index.ts'

/** The definition of that name, in any letter case; refuses one that there is not. */
export function namedDefinition(name: string): ReportDefinition {
  const found = findReportDefinition(name)
  if (found !== undefined) return found
  const names = REPORT_DEFINITIONS.map((definition) => definition.name)
  const nearest = nearestName(name, names)
  const hint = nearest === undefined ? '' : ` Did you mean ${nearest}?`
  throw new AppError('not-found', 'NOT_FOUND', `There is no such report definition.${hint}`, [
    { field: 'reportDefinitionName', reason: 'NOT_FOUND' },
  ])
}
