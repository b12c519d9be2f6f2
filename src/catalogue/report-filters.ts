import type { Field, FilterType } from './field.ts'
import { fieldsOfDefinition, type ReportDefinition } from './report-definition.ts'

/** A filter of a report. */
export type ReportFilter = {
  /** The name in `reportFilters`: the field's wire name, or a short name that clients use. */
  readonly name: string
  readonly field: Field
  readonly filterType: FilterType
}

/** Short names that clients send, and their fields: the first one that the definition offers. */
const SHORT_NAMES: Readonly<Record<string, readonly string[]>> = {
  firstName: ['BillTo.FirstName', 'CustomerFields.BillingFirstName', 'Subscriptions.BillToFirstName'],
  lastName: ['BillTo.LastName', 'CustomerFields.BillingLastName', 'Subscriptions.BillToLastName'],
  email: ['BillTo.Email', 'CustomerFields.BillingEmail', 'Subscriptions.BillToEmail'],
}

/** The filter type of short names, whatever that of the field is. */
const SHORT_FILTER_TYPE: FilterType = 'MULTI'

/** Computed once per definition: every report that is ordered or generated looks them up. */
const knownFilters = new WeakMap<ReportDefinition, readonly ReportFilter[]>()

/** All filters of a definition: wire names in the catalogue's order, then short names. */
export function filtersOf(definition: ReportDefinition): readonly ReportFilter[] {
  return knownFilters.getOrInsertComputed(definition, findFilters)
}

function findFilters(definition: ReportDefinition): readonly ReportFilter[] {
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
