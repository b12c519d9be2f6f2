// pure
import {
  entriesOf,
  hasNoValue,
  invalid,
  isObject,
  members,
  optional,
  type Problem,
  type Reader,
  refused,
  required,
  valueOrThrow,
  withDefault,
} from '../../../kernel/reading/reading.ts'
import { given, oneOf, plainText } from '../../../kernel/reading/text-readers.ts'
import { DECIMAL_MARKS, type DecimalMark } from '../../../kernel/reading/typed-amount.ts'
import { IMPORT_TARGETS, importTarget, isLineTarget, REFERENCE } from './import-fields.ts'

export const DELIVERIES = ['draft', 'publish', 'send'] as const
/** Whether the invoices become drafts, or are published without a mail, or sent. */
type ImportDelivery = (typeof DELIVERIES)[number]

export const DATE_ORDERS = ['DMY', 'MDY'] as const
/** Whether 03/04/2026 begins with the day or with the month. */
export type DateOrder = (typeof DATE_ORDERS)[number]

/** How the rows of a file become invoices. */
export type ImportOptions = {
  /** The target of a column, by its name; columns that are left out, or null, are ignored. */
  readonly mapping: Readonly<Record<string, string>>
  /** Values of invoices whose cell is empty, or whose file has no such column. */
  readonly defaults: Readonly<Record<string, string>>
  readonly delivery: ImportDelivery
  /** Undefined: amounts that may mean two things are problems. */
  readonly decimalMark: DecimalMark | undefined
  /** The same for dates. */
  readonly dateOrder: DateOrder | undefined
}

const VALUE_LENGTH_MAX = 2_000
const MEMBERS = ['mapping', 'defaults', 'delivery', 'decimalMark', 'dateOrder', 'organizationId']

const targetName: Reader<string | undefined> = (raw, field) => {
  if (hasNoValue(raw)) return { value: undefined }
  if (typeof raw !== 'string' || importTarget(raw) === undefined) {
    return refused(field, `must be null or one of ${IMPORT_TARGETS.join(', ')}, customField.<id>`)
  }
  return { value: raw }
}

/** Reads the options of an import for a file with these columns, and refuses them with all their problems. */
export function readImportOptions(body: unknown, columns: readonly string[]): ImportOptions {
  const read = members({
    mapping: required(entriesOf(targetName)),
    defaults: withDefault(entriesOf(given(plainText(VALUE_LENGTH_MAX, { isMultiline: true }))), {}),
    delivery: required(given(oneOf(DELIVERIES))),
    decimalMark: optional(given(oneOf(DECIMAL_MARKS))),
    dateOrder: optional(given(oneOf(DATE_ORDERS))),
  })(body, '')
  const unknown = isObject(body) ? Object.keys(body).filter((name) => !MEMBERS.includes(name)) : []
  const unknownProblems = unknown.map((name) => invalid(name, `is unknown: use ${MEMBERS.join(', ')}`))
  if ('problems' in read) return valueOrThrow({ problems: [...read.problems, ...unknownProblems] })
  const mapping = Object.fromEntries(
    Object.entries(read.value.mapping).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
  const problems = [
    ...unknownProblems,
    ...mappingProblems(mapping, columns),
    ...defaultProblems(read.value.defaults, mapping),
  ]
  return valueOrThrow(problems.length > 0 ? { problems } : { value: { ...read.value, mapping } })
}

function mappingProblems(mapping: ImportOptions['mapping'], columns: readonly string[]): readonly Problem[] {
  const targets = Object.values(mapping)
  return Object.entries(mapping).flatMap(([column, target], index) => {
    const field = `mapping.${column}`
    if (!columns.includes(column)) return [invalid(field, 'is not a column of the file')]
    return targets.indexOf(target) < index ? [invalid(field, `is the second column that is mapped to ${target}`)] : []
  })
}

/** A line of an invoice, and the name of one, cannot be the same everywhere. */
function defaultProblems(defaults: ImportOptions['defaults'], mapping: ImportOptions['mapping']): readonly Problem[] {
  const problems = Object.keys(defaults).flatMap((target) => {
    const isPossible =
      importTarget(target) !== undefined && ![REFERENCE, 'invoiceNumber'].includes(target) && !isLineTarget(target)
    return isPossible ? [] : [invalid(`defaults.${target}`, 'must be a field of the invoice or customField.<id>')]
  })
  const isEmpty = Object.keys(mapping).length === 0
  return isEmpty ? [...problems, invalid('mapping', 'must map at least one column')] : problems
}
