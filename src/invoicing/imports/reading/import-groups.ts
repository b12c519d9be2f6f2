// pure
import { isLineTarget, REFERENCE } from './import-fields.ts'
import type { ImportOptions } from './import-options.ts'

/** A row of the file. */
export type ImportRow = {
  /** Its place among the rows: 1 is the first after the header. */
  readonly ordinal: number
  /** The line of the file at which it begins. */
  readonly line: number
  readonly cells: readonly string[]
}

/** The columns of a file as they are mapped. */
export type MappedColumns = {
  readonly columns: readonly string[]
  /** Of each column; undefined for one that is ignored. */
  readonly targets: readonly (string | undefined)[]
  readonly hasLines: boolean
}

/** The rows of one invoice, one after the other in the file. */
export type ImportGroup = {
  readonly rows: readonly [ImportRow, ...ImportRow[]]
  readonly reference: GroupReference
}

/** Recognizes an invoice when its file is imported again. */
type GroupReference = {
  /** Equal keys are the same invoice; those made from contents may occur several times. */
  readonly key: string
  readonly isContent: boolean
  /** The column that it is from; undefined if it is the content. */
  readonly target: string | undefined
  /** All mapped cells of the rows. */
  readonly content: string
}

export function mappedColumns({ mapping }: Pick<ImportOptions, 'mapping'>, columns: readonly string[]): MappedColumns {
  const targets = columns.map((column) => (Object.hasOwn(mapping, column) ? mapping[column] : undefined))
  return { columns, targets, hasLines: targets.some((target) => target !== undefined && isLineTarget(target)) }
}

/** The cell of a row that is mapped to the target; empty if there is none. */
export function cellOf({ cells }: ImportRow, { targets }: MappedColumns, target: string): string {
  const index = targets.indexOf(target)
  return index < 0 ? '' : (cells[index] ?? '').trim()
}

/** Collects consecutive rows of one reference, which are the lines of one invoice. */
export class GroupingRows {
  readonly #columns: MappedColumns
  #rows: [ImportRow, ...ImportRow[]] | undefined
  #name: string | undefined

  constructor(columns: MappedColumns) {
    this.#columns = columns
  }

  /** Adds a row and returns the invoice that ended before it. */
  add(row: ImportRow): ImportGroup | undefined {
    const name = nameOf(row, this.#columns)
    if (this.#rows !== undefined && this.#columns.hasLines && name !== undefined && name === this.#name) {
      this.#rows.push(row)
      return undefined
    }
    const ended = this.end()
    this.#rows = [row]
    this.#name = name
    return ended
  }

  /** The last invoice. */
  end(): ImportGroup | undefined {
    const rows = this.#rows
    this.#rows = undefined
    return rows && { rows, reference: referenceOf(rows, this.#columns) }
  }
}

/** The reference of a row, or else its invoice number; undefined if it has neither. */
function nameOf(row: ImportRow, columns: MappedColumns): string | undefined {
  const target = namingTarget(columns)
  const cell = target === undefined ? '' : cellOf(row, columns, target)
  return cell === '' ? undefined : `${target} ${cell}`
}

export function namingTarget({ targets }: MappedColumns): string | undefined {
  return [REFERENCE, 'invoiceNumber'].find((target) => targets.includes(target))
}

function referenceOf(rows: ImportGroup['rows'], columns: MappedColumns): GroupReference {
  const name = nameOf(rows[0], columns)
  const content = JSON.stringify(rows.map((row) => contentOf(row, columns)))
  return name === undefined
    ? { key: `content ${content}`, isContent: true, target: undefined, content }
    : { key: name, isContent: false, target: namingTarget(columns), content }
}

/** In the order of the targets: two files with the same columns in another order have the same content. */
function contentOf({ cells }: ImportRow, { targets }: MappedColumns): readonly (readonly [string, string])[] {
  return targets
    .flatMap((target, index): (readonly [string, string])[] =>
      target === undefined ? [] : [[target, (cells[index] ?? '').trim()]],
    )
    .filter(([, cell]) => cell !== '')
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
}
