// pure
import type { Field } from '../../catalogue/field.ts'
import { AppError } from '../../kernel/errors.ts'
import {
  entriesOf,
  inEnglish,
  invalid,
  isObject,
  members,
  type Reader,
  refused,
  together,
  withDefault,
} from '../../kernel/reading/reading.ts'

type Cell = string | number | boolean

/** How the columns of a CSV file become records: the content of a mapping file. */
export type ColumnMapping = {
  /** The envelope member or field that a column holds; null: the column is ignored. */
  readonly columns: Readonly<Record<string, string | null>>
  /** Values of every record. */
  readonly constants: Readonly<Record<string, Cell>>
  /** Values of records whose cell is empty or whose file has no such column. */
  readonly defaults: Readonly<Record<string, Cell>>
}

const ENVELOPE_NAMES: ReadonlySet<string> = new Set(['recordId', 'version', 'merchantId', 'occurredAt', 'deleted'])
const REQUIRED_NAMES = ['recordId', 'merchantId', 'occurredAt']

const columnTarget: Reader<string | null> = (raw, field) =>
  raw === null || typeof raw === 'string' ? { value: raw } : refused(field, 'must be the name of a field or null')
const cell: Reader<Cell> = (raw, field) =>
  typeof raw === 'string' || typeof raw === 'number' || typeof raw === 'boolean'
    ? { value: raw }
    : refused(field, 'must be a string, a number or a boolean')

const PARTS = {
  columns: withDefault(entriesOf(columnTarget), {}),
  constants: withDefault(entriesOf(cell), {}),
  defaults: withDefault(entriesOf(cell), {}),
}

const onlyKnownParts: Reader<undefined> = (raw, field) => {
  const names = isObject(raw) ? Object.keys(raw) : []
  const problems = names
    .filter((name) => !Object.hasOwn(PARTS, name))
    .map((name) => invalid(`${field}.${name}`, `is unknown; use ${Object.keys(PARTS).join(', ')}`))
  return problems.length > 0 ? { problems } : { value: undefined }
}

const columnMapping = together({ known: onlyKnownParts, mapping: members(PARTS) })

/** Reads the content of a mapping file, and refuses it with all of its problems. */
export function readMapping(input: unknown): ColumnMapping {
  const read = columnMapping(input, 'mapping')
  if ('value' in read) return read.value.mapping
  throw new AppError('invalid', 'INVALID_DATA', `Invalid column mapping: ${inEnglish(read.problems)}.`)
}

/** The envelope member or field that a column holds. */
type Target = { readonly name: string; readonly isTime: boolean }

export type MappedColumns = {
  /** Of each column; undefined for an ignored one. */
  readonly targets: readonly (Target | undefined)[]
  readonly constants: ColumnMapping['constants']
  readonly defaults: ColumnMapping['defaults']
}

/** Finds the target of each column, and refuses a header and mapping that cannot make records, with all problems. */
export function mapColumns(
  header: readonly string[],
  mapping: ColumnMapping,
  fieldNamed: (name: string) => Field | undefined,
): MappedColumns {
  const { columns, constants, defaults } = mapping
  const isKnown = (name: string): boolean => ENVELOPE_NAMES.has(name) || fieldNamed(name) !== undefined
  const names = header.map((column) =>
    Object.hasOwn(columns, column) ? (columns[column] ?? undefined) : column.trim(),
  )
  const named = names.filter((name) => name !== undefined)
  const added = Object.keys({ ...constants, ...defaults })
  const problems = [
    ...header.flatMap((column, index) => {
      const name = names[index]
      return name === undefined || isKnown(name) ? [] : [unknownColumn(column, name)]
    }),
    ...Object.keys(columns)
      .filter((column) => !header.includes(column))
      .map((column) => `the header has no column "${column}"`),
    ...added.filter((name) => !isKnown(name)).map((name) => `"${name}" is not a field of this kind`),
    ...repeated([...named, ...Object.keys(constants)]).map((name) => `${name} is given twice`),
    ...REQUIRED_NAMES.filter((name) => ![...named, ...added].includes(name)).map((name) => `no column is ${name}`),
  ]
  if (problems.length > 0) {
    throw new AppError('invalid', 'INVALID_DATA', `The file cannot be imported: ${problems.join('; ')}.`)
  }
  const targets = names.map((name): Target | undefined => {
    if (name === undefined) return undefined
    return { name, isTime: name === 'occurredAt' || fieldNamed(name)?.type.kind === 'instant' }
  })
  return { targets, constants, defaults }
}

function unknownColumn(column: string, name: string): string {
  return column === name
    ? `the column "${column}" is not a field of this kind; map it to one, or to null`
    : `"${name}", to which the column "${column}" is mapped, is not a field of this kind`
}

function repeated(names: readonly string[]): readonly string[] {
  return [...new Set(names.filter((name, index) => names.indexOf(name) < index))]
}

/** Makes a record, as a client would send it, from the cells of a row. */
export function recordOfRow(
  row: readonly string[],
  { targets, constants, defaults }: MappedColumns,
  timeOf: (text: string) => string,
): Readonly<Record<string, unknown>> {
  const values: Record<string, Cell> = { ...defaults, ...constants }
  for (const [index, target] of targets.entries()) {
    const cell = row[index] ?? ''
    if (target === undefined || cell === '') continue
    values[target.name] = target.isTime ? timeOf(cell) : cell
  }
  const fields: Record<string, Cell> = {}
  const record: Record<string, unknown> = { fields }
  for (const [name, value] of Object.entries(values)) {
    if (ENVELOPE_NAMES.has(name)) record[name] = envelopeValue(name, value)
    else fields[name] = value
  }
  return record
}

/** CSV has only strings; one that is not a number or a boolean is left for the record reader to reject. */
function envelopeValue(name: string, value: Cell): Cell {
  if (name === 'version' && typeof value === 'string') {
    return /^\d{1,15}$/.test(value) ? Number(value) : value
  }
  if (name === 'deleted' && typeof value === 'string') {
    const [isTrue, isFalse] = [/^(?:true|1)$/i.test(value), /^(?:false|0)$/i.test(value)]
    return isTrue || isFalse ? isTrue : value
  }
  return value
}

const LOCAL_TIME = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?)?$/

/** Adds the zone's offset to times that have none; a local time that occurs twice is the first of the two. */
export function inTimeZone(timeZone: string): (text: string) => string {
  return (text) => {
    if (!LOCAL_TIME.test(text)) return text
    try {
      const local = Temporal.PlainDateTime.from(text.replace(' ', 'T').replace(',', '.'))
      return local.toZonedDateTime(timeZone).toInstant().toString()
    } catch (error) {
      // A date that does not exist: the record reader reports it.
      if (error instanceof RangeError) return text
      throw error
    }
  }
}
