import type { KindName } from './kinds.ts'

/** A report type: what it is about and what may be asked of it. */
export type ReportDefinition = {
  readonly id: number
  readonly name: string
  readonly title: string
  readonly description: string
  /** Whose records it lists. */
  readonly kind: KindName
  /** Set where the rows are worked out from records rather than being records. */
  readonly derivation: 'aging' | undefined
  /** Groups whose fields may be asked for. */
  readonly groups: readonly string[]
  /** Wire names of the fields that a new subscription starts with. */
  readonly defaultFields: readonly string[]
  /** Wire names that are always in the report. */
  readonly requiredFields: readonly string[]
  readonly formats: readonly ReportFormat[]
  readonly frequencies: readonly ReportFrequency[]
  /** Code of its DTD: `/reporting/v3/dtds/{code}`. */
  readonly dtdCode: string
  /** Grows when the layout of its files changes. */
  readonly version: string
}

export type ReportFormat = 'text/csv' | 'application/xml'
export type ReportFrequency = 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'USER_DEFINED' | 'ADHOC'
