import { GROUPS } from './catalogue.ts'
import type { Field } from './field.ts'
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
  /** Wire names of fields that may be asked for although the rest of their group may not. */
  readonly singleFields: readonly string[]
  /** Wire names of the fields that a new subscription starts with, in the order of its columns. */
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

export const REPORT_FORMATS = ['text/csv', 'application/xml'] as const
export type ReportFormat = (typeof REPORT_FORMATS)[number]
export type ReportFrequency = 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'USER_DEFINED' | 'ADHOC'

/** The fields that may be asked for, in the catalogue's order. */
export function fieldsOfDefinition(definition: ReportDefinition): readonly Field[] {
  const groups = new Set(definition.groups)
  const singles = new Set(definition.singleFields)
  return GROUPS.flatMap(({ name, fields }) =>
    groups.has(name) ? fields : fields.filter(({ wireName }) => singles.has(wireName)),
  )
}
