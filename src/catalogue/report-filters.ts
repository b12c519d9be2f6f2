import type { Field, FilterType } from './field.ts'
import { fieldsOfDefinition, type ReportDefinition } from './report-definition.ts'

/** A condition that a report may be narrowed by. */
export type ReportFilter = {
  /** As in `reportFilters`: the field's wire name, or a short name that clients know. */
  readonly name: string
  readonly field: Field
  readonly filterType: FilterType
}

/** Short names that clients send, and the fields that they mean: the first that the definition offers. */
const SHORT_NAMES: Readonly<Record<string, readonly string[]>> = {
  firstName: ['BillTo.FirstName', 'CustomerFields.BillingFirstName', 'Subscriptions.BillToFirstName'],
  lastName: ['BillTo.LastName', 'CustomerFields.BillingLastName', 'Subscriptions.BillToLastName'],
  email: ['BillTo.Email', 'CustomerFields.BillingEmail', 'Subscriptions.BillToEmail'],
}

/** What a field with a short name can be asked for, whatever the catalogue says of it elsewhere. */
const SHORT_FILTER_TYPE: FilterType = 'MULTI'

/** All filters of a definition: by wire name in the catalogue's order, then the short names. */
export function filtersOf(definition: ReportDefinition): readonly ReportFilter[] {
  const fields = fieldsOfDefinition(definition)
  const shorts = Object.entries(SHORT_NAMES).flatMap(([name, wireNames]) => {
    const meant = wireNames.flatMap((wireName) => fields.filter((f) => f.wireName === wireName))
    return meant.slice(0, 1).map((field) => ({ name, field }))
  })
  const shortened = new Set(shorts.map(({ field }) => field))
  const typeOf = (field: Field): FilterType | undefined =>
    field.filterType ?? (shortened.has(field) ? SHORT_FILTER_TYPE : undefined)
  return [...fields.map((field) => ({ name: field.wireName, field })), ...shorts].flatMap(({ name, field }) => {
    const filterType = typeOf(field)
    return filterType === undefined ? [] : [{ name, field, filterType }]
  })
}
