import type { ReportMimeType, ReportTerms } from '../report.ts'

/** The content of the column `terms`; the other terms have columns of their own. */
type StoredTerms = Pick<ReportTerms, 'fields' | 'filters' | 'deliverTo'> & {
  /** Absent if no field was requested by an alias. */
  readonly fieldAliases?: ReportTerms['fieldAliases'] | undefined
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
  const { fields, fieldAliases = {}, filters, deliverTo, signedAmounts, fieldNameConvention, groupName } = row.terms
  return {
    definitionName: row.definition_name,
    mimeType: row.mime_type,
    reportName: row.report_name,
    fields,
    fieldAliases,
    filters,
    preferences: { signedAmounts, fieldNameConvention },
    timeZone: row.time_zone,
    groupName,
    deliverTo,
  }
}

export function storedTerms({ fields, fieldAliases, filters, deliverTo, preferences, groupName }: ReportTerms) {
  const hasAliases = Object.keys(fieldAliases).length > 0
  return {
    fields,
    fieldAliases: hasAliases ? fieldAliases : undefined,
    filters,
    deliverTo,
    groupName,
    ...preferences,
  } satisfies {
    readonly [name in keyof StoredTerms]: unknown
  }
}
