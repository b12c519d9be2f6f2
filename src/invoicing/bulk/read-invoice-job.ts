// pure
import {
  checked,
  hasNoValue,
  invalid,
  isObject,
  listOf,
  members,
  missing,
  optional,
  type Problem,
  type Reader,
  refused,
  required,
  valueOrThrow,
} from '../../kernel/reading/reading.ts'
import { given, oneOf, plainText } from '../../kernel/reading/text-readers.ts'
import type { InvoiceFilters } from '../lists/invoice-list.ts'
import { invoiceFiltersReader, type ListScope } from '../lists/read-invoice-list-query.ts'
import { JOB_ACTIONS, JOB_INVOICES_MAX, JOB_NUMBERS_MAX, type JobAction } from './invoice-job.ts'

const NUMBER_LENGTH_MAX = 26

/** The invoices that a job is for: those named, or all that match the filters of the list. */
export type JobSelection =
  | { readonly kind: 'numbers'; readonly invoiceNumbers: readonly string[] }
  | { readonly kind: 'filters'; readonly filters: InvoiceFilters }

export type NewInvoiceJob = {
  readonly action: JobAction
  readonly selection: JobSelection
  /** The number that the person saw; undefined for any. */
  readonly expectedCount: number | undefined
}

const MEMBERS = ['action', 'invoiceNumbers', 'filters', 'expectedCount', 'organizationId']

/** Reads the body of a request that creates a job, and refuses it with all its problems. */
export function readInvoiceJob(body: unknown, scope: ListScope): NewInvoiceJob {
  const { action, invoiceNumbers, filters, expectedCount } = valueOrThrow(
    checkedBody(
      members({
        action: required(given(oneOf(JOB_ACTIONS))),
        invoiceNumbers: optional(numbers),
        filters: optional(invoiceFiltersReader(scope)),
        expectedCount: optional(count),
      }),
    )(body, ''),
  )
  const selection: JobSelection =
    invoiceNumbers === undefined
      ? { kind: 'filters', filters: filters as InvoiceFilters }
      : { kind: 'numbers', invoiceNumbers: [...new Set(invoiceNumbers)] }
  return { action, selection, expectedCount }
}

/** Adds the problems of the body as a whole to those of its members. */
function checkedBody<T>(reader: Reader<T>): Reader<T> {
  return (raw, field) => {
    const problems = problemsOfBody(isObject(raw) ? raw : {})
    const read = reader(raw, field)
    if ('problems' in read) return { problems: [...read.problems, ...problems] }
    return problems.length > 0 ? { problems } : read
  }
}

/** Unknown members are refused, since a misspelled one would not narrow what the action is for. */
function problemsOfBody(body: Readonly<Record<string, unknown>>): readonly Problem[] {
  const unknown = Object.keys(body).filter((name) => !MEMBERS.includes(name))
  const isNumbered = !hasNoValue(body['invoiceNumbers'])
  const isFiltered = !hasNoValue(body['filters'])
  return [
    ...unknown.map((name) => invalid(name, `is unknown: use ${MEMBERS.join(', ')}`)),
    ...(isNumbered && isFiltered ? [invalid('filters', 'must be left out where invoiceNumbers are given')] : []),
    ...(isNumbered || isFiltered
      ? []
      : [missing('invoiceNumbers', 'or filters is required; filters: {} means all invoices')]),
  ]
}

const numbers: Reader<readonly string[]> = (raw, field) => {
  if (Array.isArray(raw) && raw.length > JOB_NUMBERS_MAX) {
    return refused(field, `can have at most ${JOB_NUMBERS_MAX} entries; filters can select more`)
  }
  return checked(listOf(required(given(plainText(NUMBER_LENGTH_MAX)))), (list) =>
    list.length === 0 ? [missing(field, 'must name at least one invoice')] : [],
  )(raw, field)
}

const count: Reader<number> = (raw, field) => {
  const isCount = typeof raw === 'number' && Number.isInteger(raw) && raw >= 1 && raw <= JOB_INVOICES_MAX
  return isCount ? { value: raw } : refused(field, `must be a whole number from 1 to ${JOB_INVOICES_MAX}`)
}
