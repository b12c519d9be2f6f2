// pure
import type { Field } from '../../catalogue/field.ts'
import { AppError } from '../../kernel/errors.ts'

type Cell = string | number | boolean

/** How the columns of a file become records: what a mapping file says. */
export type ColumnMapping = {
  /** The name in the envelope or of a field that a column stands for; null: it is left out. */
  readonly columns: Readonly<Record<string, string | null>>
  /** The same for every record. */
  readonly constants: Readonly<Record<string, Cell>>
  /** For records whose cell is empty, or that have no such column. */
  readonly defaults: Readonly<Record<string, Cell>>
}

export const NO_MAPPING: ColumnMapping = { columns: {}, constants: {}, defaults: {} }

const ENVELOPE_NAMES: ReadonlySet<string> = new Set([...['recordId', 'version', 'merchantId', 'occurredAt', 'deleted']])
const NEEDED_NAMES = ['recordId', 'merchantId', 'occurredAt']
const PARTS = ['columns', 'constants', 'defaults'] as const

/** Reads a mapping file, and refuses it for everything that is wrong with it. */
export function readMapping(input: unknown): ColumnMapping {
  const file = isObject(input) ? input : {}
  refuse('The mapping', [
    ...(isObject(input) ? [] : ['it must be an object']),
    ...Object.keys(file)
      .filter((name) => !PARTS.some((part) => part === name))
      .map((name) => `"${name}" is not known, there are ${PARTS.join(', ')}`),
    ...PARTS.flatMap((part) => partProblems(part, file[part] ?? {})),
  ])
  return { ...NO_MAPPING, ...file }
}

function partProblems(part: (typeof PARTS)[number], given: unknown): readonly string[] {
  if (!isObject(given)) return [`"${part}" must be an object`]
  const isRight = part === 'columns' ? isTarget : isCell
  const what = part === 'columns' ? 'the name of a field, or null' : 'a text, a number or a truth value'
  return Object.entries(given)
    .filter(([, value]) => !isRight(value))
    .map(([name]) => `"${name}" in ${part} must be ${what}`)
}

/** All at once, in one sentence. */
function refuse(thing: string, problems: readonly string[]): void {
  if (problems.length === 0) return
  throw new AppError('invalid', 'INVALID_DATA', `${thing} is refused: ${problems.join('; ')}.`)
}

/** What a column's cells are for. */
type Target = { readonly name: string; readonly isTime: boolean }

export type MappedColumns = {
  /** Of each column; undefined for one that is left out. */
  readonly targets: readonly (Target | undefined)[]
  readonly constants: ColumnMapping['constants']
  readonly defaults: ColumnMapping['defaults']
}

/** Finds out what each column stands for, and refuses a head line or mapping with which no record can be made. */
export function mappedColumns(
  head: readonly string[],
  mapping: ColumnMapping,
  fieldNamed: (name: string) => Field | undefined,
): MappedColumns {
  const { columns, constants, defaults } = mapping
  const isKnown = (name: string): boolean => ENVELOPE_NAMES.has(name) || fieldNamed(name) !== undefined
  const wanted = head.map((column) => (Object.hasOwn(columns, column) ? (columns[column] ?? undefined) : column.trim()))
  const given = wanted.filter((name) => name !== undefined)
  const added = Object.keys({ ...constants, ...defaults })
  refuse('The file', [
    ...head.flatMap((column, index) => {
      const name = wanted[index]
      return name === undefined || isKnown(name) ? [] : [unknownColumn(column, name)]
    }),
    ...Object.keys(columns)
      .filter((column) => !head.includes(column))
      .map((column) => `the head line has no column "${column}"`),
    ...added.filter((name) => !isKnown(name)).map((name) => `"${name}" is not a field of its kind`),
    ...repeated([...given, ...Object.keys(constants)]).map((name) => `${name} is given twice`),
    ...NEEDED_NAMES.filter((name) => ![...given, ...added].includes(name)).map((name) => `no column is ${name}`),
  ])
  const targets = wanted.map((name): Target | undefined => {
    if (name === undefined) return undefined
    return { name, isTime: name === 'occurredAt' || fieldNamed(name)?.type.kind === 'instant' }
  })
  return { targets, constants, defaults }
}

function unknownColumn(column: string, name: string): string {
  return column === name
    ? `the column "${column}" is not a field of its kind: map it to one, or to null`
    : `"${name}", to which the column "${column}" is mapped, is not a field of its kind`
}

function repeated(names: readonly string[]): readonly string[] {
  return [...new Set(names.filter((name, index) => names.indexOf(name) < index))]
}

/** One record of the cells of a row, as it would be sent. */
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

/** A file has texts only; what is no number or no truth value is left for the reader of records to refuse. */
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

/** Gives times without an offset the one of the zone; a time that happens twice there is the first of the two. */
export function inTimeZone(timeZone: string): (text: string) => string {
  return (text) => {
    if (!LOCAL_TIME.test(text)) return text
    try {
      const local = Temporal.PlainDateTime.from(text.replace(' ', 'T').replace(',', '.'))
      return local.toZonedDateTime(timeZone).toInstant().toString()
    } catch (error) {
      // A day that no month has: the reader of records says what is wrong with it.
      if (error instanceof RangeError) return text
      throw error
    }
  }
}

function isTarget(value: unknown): boolean {
  return value === null || typeof value === 'string'
}

function isCell(value: unknown): boolean {
  return ['string', 'number', 'boolean'].includes(typeof value)
}

function isObject(input: unknown): input is Readonly<Record<string, unknown>> {
  return typeof input === 'object' && input !== null && !Array.isArray(input)
}
