import { GROUPS } from './catalogue.ts'
import type { Field } from './field.ts'
import type { KindName } from './kinds.ts'

/** A type of report: its records and the fields it offers. */
export type ReportDefinition = {
  readonly id: number
  readonly name: string
  readonly title: string
  readonly description: string
  /** The kind of records that it lists. */
  readonly kind: KindName
  /** Set where rows are computed from records rather than being records. */
  readonly derivation: 'aging' | undefined
  /** Groups whose fields it offers. */
  readonly groups: readonly string[]
  /** Wire names of single fields that it offers from other groups. */
  readonly singleFields: readonly string[]
  /** Wire names of the default fields, in the order of their columns. */
  readonly defaultFields: readonly string[]
  /** Wire names of fields that every report includes. */
  readonly requiredFields: readonly string[]
  readonly formats: readonly ReportFormat[]
  readonly frequencies: readonly ReportFrequency[]
  /** Code of its DTD: `/reporting/v3/dtds/{code}`. */
  readonly dtdCode: string
  /** Incremented when the layout of its files changes. */
  readonly version: string
}

export const REPORT_FORMATS = ['text/csv', 'application/xml'] as const
export type ReportFormat = (typeof REPORT_FORMATS)[number]
export type ReportFrequency = 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'USER_DEFINED' | 'ADHOC'

/** The fields that a definition offers, in the catalogue's order. */
export function fieldsOfDefinition(definition: ReportDefinition): readonly Field[] {
  const groups = new Set(definition.groups)
  const singles = new Set(definition.singleFields)
  return GROUPS.flatMap(({ name, fields }) =>
    groups.has(name) ? fields : fields.filter(({ wireName }) => singles.has(wireName)),
  )
}
