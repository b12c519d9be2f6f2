import type { ReportMimeType, ReportTerms } from './report.ts'

/** The content of the column `terms`; the other terms have columns of their own. */
type StoredTerms = Pick<ReportTerms, 'fields' | 'filters' | 'deliverTo'> & {
  readonly signedAmounts: boolean
  readonly fieldNameConvention?: 'SOAPI' | 'SCMP'
  readonly groupName?: string
}

/** The columns of the terms, in the tables of reports and of subscriptions. */
export type TermsRow = {
  readonly report_name: string
  readonly definition_name: string
  readonly mime_type: ReportMimeType
  readonly terms: StoredTerms
  readonly time_zone: string
}

export function termsOf(row: TermsRow): ReportTerms {
  const { fields, filters, deliverTo, signedAmounts, fieldNameConvention, groupName } = row.terms
  return {
    definitionName: row.definition_name,
    mimeType: row.mime_type,
    reportName: row.report_name,
    fields,
    filters,
    preferences: { signedAmounts, fieldNameConvention },
    timeZone: row.time_zone,
    groupName,
    deliverTo,
  }
}

export function storedTerms({ fields, filters, deliverTo, preferences, groupName }: ReportTerms) {
  return { fields, filters, deliverTo, groupName, ...preferences } satisfies {
    readonly [name in keyof StoredTerms]: unknown
  }
}
