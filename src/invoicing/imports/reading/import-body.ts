// pure
import { formatMoney } from '../../../kernel/money.ts'
import { sentenceOf } from '../../../kernel/reading/fault.ts'
import type { FieldKind } from '../../../kernel/reading/field-table.ts'
import { PROBLEMS_MAX, type Problem } from '../../../kernel/reading/reading.ts'
import { readInvoice } from '../../invoices/read-invoice.ts'
import { CUSTOM_VALUES_PATH, INVOICE_FIELDS, LINES_PATH } from '../../rules/terms/invoice-fields.ts'
import { totalsOf } from '../../rules/totals.ts'
import { readCell } from './import-cells.ts'
import { customFieldTarget, importTarget, isLineTarget, lineTarget, REFERENCE } from './import-fields.ts'
import { cellOf, type ImportGroup, type ImportRow, type MappedColumns } from './import-groups.ts'
import type { ImportOptions } from './import-options.ts'
import { columnOf, type ImportProblem, problemAt, rowProblems } from './import-problem.ts'

export type Reading = {
  readonly options: ImportOptions
  readonly columns: MappedColumns
  /** Today in GMT. */
  readonly today: Temporal.PlainDate
}

/** The body of the request that creates the invoice, and where its fields are in the file. */
export type ImportBody = {
  readonly body: Json
  readonly problems: readonly ImportProblem[]
  /** Where a field of the body is in the file. */
  readonly placeOf: (field: string) => Pick<ImportProblem, 'line' | 'column' | 'field'>
}

type Json = { [name: string]: unknown }

/** Makes the request of the rows, with all problems of their cells. */
export function importBody(group: ImportGroup, reading: Reading): ImportBody {
  const problems: ImportProblem[] = [...rowProblems(group, reading)]
  const body: Json = {}
  const places = new Map<string, Place>()
  const cells = new CellReading(group, reading, problems)
  for (const target of invoiceTargets(reading)) {
    const place = importTarget(target)
    if (place?.of !== 'invoice') continue
    const value = cells.ofInvoice(target, place.field)
    places.set(place.field.path, { row: cells.rowOf(target), target })
    if (value !== undefined) put(body, place.field.path, value)
  }
  addCustomFields(body, { cells, reading, places })
  addLines(body, { cells, group, reading, places })
  addDelivery(body, reading.options)
  addTotals(body, reading)
  const placeOf: ImportBody['placeOf'] = (field) => {
    const { row, target } = places.get(field) ?? { row: group.rows[0], target: targetNamed(field) }
    return { line: row.line, column: columnOf(target, reading.columns), field: target }
  }
  return { body, problems: problems.slice(0, PROBLEMS_MAX), placeOf }
}

type Place = { readonly row: ImportRow; readonly target: string }

/** Problems of the request, at their place in the file. */
export function problemsInFile(problems: readonly Problem[], { placeOf }: Pick<ImportBody, 'placeOf'>) {
  return problems.map(
    (problem): ImportProblem => ({ ...placeOf(problem.field), reason: problem.reason, message: sentenceOf(problem) }),
  )
}

/** Also of fields that no column is mapped to, such as a currency that is missing. */
function targetNamed(path: string): string {
  const [name] = Object.entries(INVOICE_FIELDS).find(([, field]) => field.path === path) ?? []
  return name ?? path
}

function invoiceTargets({ columns, options }: Reading): readonly string[] {
  return [...new Set([...columns.targets.filter((target) => target !== undefined), ...Object.keys(options.defaults)])]
}

/** Reads the cells of one invoice, and notes those that cannot be read. */
class CellReading {
  readonly #group: ImportGroup
  readonly #reading: Reading
  readonly #problems: ImportProblem[]
  readonly #currency: string | undefined

  constructor(group: ImportGroup, reading: Reading, problems: ImportProblem[]) {
    this.#group = group
    this.#reading = reading
    this.#problems = problems
    const currency = this.textOf('currency').toUpperCase()
    this.#currency = currency === '' ? undefined : currency
  }

  /** The first row that says something about the invoice's field. */
  rowOf(target: string): ImportRow {
    const { rows } = this.#group
    return rows.find((row) => cellOf(row, this.#reading.columns, target) !== '') ?? rows[0]
  }

  textOf(target: string): string {
    const cell = cellOf(this.rowOf(target), this.#reading.columns, target)
    return cell === '' ? (this.#reading.options.defaults[target] ?? '') : cell
  }

  /** Undefined for an empty cell, or one with a problem. */
  ofInvoice(target: string, field: FieldKind): string | boolean | undefined {
    return this.#read(this.rowOf(target), { target, field, text: this.textOf(target) })
  }

  ofLine(row: ImportRow, target: string, field: FieldKind): string | boolean | undefined {
    return this.#read(row, { target, field, text: cellOf(row, this.#reading.columns, target) })
  }

  #read(row: ImportRow, { target, field, text }: { target: string; field: FieldKind; text: string }) {
    if (text === '') return undefined
    const read = readCell(text, field, { ...this.#reading.options, currency: this.#currency })
    if ('value' in read) return read.value
    this.#problems.push(problemAt(row, this.#reading.columns, target)('INVALID_DATA', read.sentence))
    return undefined
  }
}

type Adding = { readonly cells: CellReading; readonly reading: Reading; readonly places: Map<string, Place> }

function addCustomFields(body: Json, { cells, reading, places }: Adding): void {
  const values: { definitionId: number; value: string }[] = []
  for (const target of invoiceTargets(reading)) {
    const place = importTarget(target)
    const value = cells.textOf(target)
    if (place?.of !== 'customField' || value === '') continue
    const { definitionId } = place
    const own: Place = { row: cells.rowOf(target), target: customFieldTarget(definitionId) }
    const at = `${CUSTOM_VALUES_PATH}[${values.length}]`
    for (const path of [at, `${at}.definitionId`, `${at}.value`]) places.set(path, own)
    values.push({ definitionId, value })
  }
  if (values.length > 0) put(body, CUSTOM_VALUES_PATH, values)
}

/** A row with an empty cell for everything about a line is none. Article number and quantity have defaults. */
function addLines(
  body: Json,
  { cells, group, reading: { columns }, places }: Adding & { readonly group: ImportGroup },
): void {
  const targets = columns.targets.filter((target) => target !== undefined && isLineTarget(target)) as string[]
  const lines: Json[] = []
  for (const row of group.rows) {
    if (targets.every((target) => cellOf(row, columns, target) === '')) continue
    for (const name of [...USUAL_OF_LINE, ...targets.map(lineName)]) {
      places.set(`${LINES_PATH}[${lines.length}].${name}`, { row, target: lineTarget(name) })
    }
    lines.push({ productSku: String(lines.length + 1), quantity: '1', ...lineOf(row, targets, cells) })
  }
  if (lines.length === 0) return
  places.set(LINES_PATH, { row: group.rows[0], target: REFERENCE })
  put(body, LINES_PATH, lines)
}

/** A line needs them, whether a column has them or not. */
const USUAL_OF_LINE = ['productSku', 'productName', 'quantity', 'unitPrice', 'totalAmount']

function lineOf(row: ImportRow, targets: readonly string[], cells: CellReading): Json {
  const values = targets.flatMap((target) => {
    const place = importTarget(target)
    const value = place?.of === 'line' ? cells.ofLine(row, target, place.field) : undefined
    return value === undefined ? [] : [[lineName(target), value] as const]
  })
  return Object.fromEntries(values)
}

function lineName(target: string): string {
  return target.slice(lineTarget('').length)
}

function addDelivery(body: Json, { delivery }: ImportOptions): void {
  const { customerInformation } = body as { customerInformation?: { readonly email?: unknown } }
  const isMailed = delivery === 'send' || (delivery === 'draft' && customerInformation?.email !== undefined)
  put(body, INVOICE_FIELDS.deliveryMode.path, isMailed ? 'email' : 'none')
  put(body, INVOICE_FIELDS.sendImmediately.path, delivery !== 'draft')
}

/** Totals that the file leaves out are those of its lines, by the same arithmetic as everywhere. */
function addTotals(body: Json, { today }: Reading): void {
  const { orderInformation } = body as { orderInformation?: { lineItems?: Json[]; amountDetails?: Json } }
  const lines = orderInformation?.lineItems ?? []
  const isTotalGiven = orderInformation?.amountDetails?.['totalAmount'] !== undefined
  if (lines.length === 0 || (isTotalGiven && lines.every((line) => line['totalAmount'] !== undefined))) return
  const provisional = structuredClone(body)
  if (!isTotalGiven) put(provisional, INVOICE_FIELDS.totalAmount.path, '0')
  const { terms } = readInvoice(provisional, { operation: 'create', validation: 'lenient', today })
  if (terms === undefined) return
  for (const [index, line] of lines.entries()) {
    const total = terms.lines[index]?.totalAmount
    if (total !== undefined) line['totalAmount'] ??= formatMoney(total)
  }
  if (!isTotalGiven) put(body, INVOICE_FIELDS.totalAmount.path, formatMoney(totalsOf(terms).total))
}

function put(body: Json, path: string, value: unknown): void {
  const keys = path.split('.')
  const last = keys.pop() as string
  let place = body
  for (const key of keys) {
    place[key] ??= {}
    place = place[key] as Json
  }
  place[last] = value
}
