// pure
import { REPORT_FORMATS, type ReportDefinition } from '../../catalogue/report-definition.ts'
import { REPORT_MIME_TYPES, type ReportMimeType } from './report.ts'

/** The formats in which a report can be ordered: legacy ones as its definition says, and all others. */
export function formatsOf({ formats }: Pick<ReportDefinition, 'formats'>): readonly ReportMimeType[] {
  return REPORT_MIME_TYPES.filter((type) => {
    const legacy = REPORT_FORMATS.find((known) => known === type)
    return legacy === undefined || formats.includes(legacy)
  })
}
