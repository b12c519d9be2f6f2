import type { Canvas, Point, Tag } from './canvas.ts'
import type { PdfTable, PdfText } from './pdf-content.ts'
import { type Piece, stacked, textPieces } from './pieces.ts'

const COLUMN_GAP = 16
const NARROW_COLUMN_GAP = 10
/** Columns that fit their cells leave this part of the table to the others. */
const REST_SHARE_MIN = 0.3
const HEADER_COLOR = '#5c636d'
const HEADER_SIZE = 8
/** A longer word of a header is hyphenated if the table is crowded. */
const HEADER_WORD_WIDTH_MAX = 60
/** The text of a crowded table is not smaller than this part of the usual size. */
const TEXT_SCALE_MIN = 0.72

type Cell = readonly PdfText[]

/** A piece for each row. The first row stays with the header. */
export function layOutTable(canvas: Canvas, given: PdfTable, width: number, parent: Tag): readonly Piece[] {
  const tag = canvas.tag('Table', parent)
  const { table, header: headerRow, widths, gap } = fitted(canvas, given, width)
  const rowOf = (cells: readonly Cell[], tags: readonly Tag[]): Piece => {
    return rowPiece(canvas, { table, cells, widths, gap, tags, width })
  }
  const tagsOfRow = (type: 'TH' | 'TD'): readonly Tag[] => {
    const row = canvas.tag('TR', tag)
    return table.columns.map(() => canvas.tag(type, row, type === 'TH' ? { scope: 'Column' } : {}))
  }
  const hasHeader = table.columns.some(({ label }) => label !== '')
  const header = hasHeader ? [rowOf(headerRow, tagsOfRow('TH'))] : []
  const [first, ...others] = table.rows.map((cells) => rowOf(cells, tagsOfRow('TD')))
  if (first === undefined) return header
  // Readers hear the header once, so its repetitions are drawn without tags.
  const again = hasHeader ? { again: rowOf(headerRow, []) } : {}
  const rows = [stacked([...header, first]), ...others.map((row) => ({ ...row, ...again }))]
  const keptFrom = rows.length - (table.rowsKeptWithNext ?? 0)
  return rows.map((row, index) => ({ ...row, isKeptWithNext: index >= keptFrom }))
}

type RowInput = {
  readonly table: PdfTable
  readonly cells: readonly Cell[]
  readonly widths: readonly number[]
  readonly gap: number
  /** Of each cell; none in a row that repeats another. */
  readonly tags: readonly Tag[]
  readonly width: number
}

function rowPiece(canvas: Canvas, { table, cells, widths, gap, tags, width }: RowInput): Piece {
  const { rowSpace } = table
  const stacks = cells.map((cell, index) => {
    const { align } = table.columns[index] ?? { align: 'start' }
    const texts = cell.map((text) => ({ align, ...text }))
    return stacked(texts.flatMap((text) => textPieces(canvas, text, widths[index] ?? 0, tags[index])))
  })
  const height = Math.max(0, ...stacks.map((stack) => stack.height)) + 2 * rowSpace
  const draw = ({ x, y }: Point): void => {
    let left = x
    for (const [index, stack] of stacks.entries()) {
      stack.draw({ x: left, y: y + rowSpace })
      left += (widths[index] ?? 0) + gap
    }
    canvas.rule({ x, y: y + height }, width)
  }
  return { height, draw }
}

type FittedTable = {
  readonly table: PdfTable
  readonly header: readonly Cell[]
  readonly widths: readonly number[]
  readonly gap: number
}

type Attempt = {
  readonly gap: number
  readonly natural: readonly number[]
  readonly available: number
  readonly scale: number
}

/** A table that is too narrow gets headers of several lines, smaller gaps, hyphenated headers, and smaller text at last. */
function fitted(canvas: Canvas, table: PdfTable, width: number): FittedTable {
  const whole = (text: PdfText): number => canvas.widthOf(text)
  const words = (text: PdfText): number => canvas.wordWidthOf(text)
  const hyphenated = (text: PdfText): number => Math.min(canvas.wordWidthOf(text), HEADER_WORD_WIDTH_MAX)
  const attempt = (gap: number, labelWidth: (text: PdfText) => number): Attempt => {
    const natural = naturalWidths(canvas, table, labelWidth)
    const available = width - gap * (table.columns.length - 1)
    const hasRest = table.columns.some((column) => column.width === 'rest')
    const fitMax = hasRest ? available * (1 - REST_SHARE_MIN) : available
    return { gap, natural, available, scale: Math.min(1, fitMax / sumOf(natural)) }
  }
  let found = attempt(COLUMN_GAP, whole)
  if (found.scale < 1) found = attempt(COLUMN_GAP, words)
  if (found.scale < 1) found = attempt(NARROW_COLUMN_GAP, words)
  if (found.scale < 1) found = attempt(NARROW_COLUMN_GAP, hyphenated)
  const { gap, scale } = found
  const textScale = Math.max(TEXT_SCALE_MIN, scale)
  const header = headerCells(table).map((cell) => scaledCell(canvas, cell, textScale))
  return { table: scaled(canvas, table, textScale), header, gap, widths: columnWidths(table, found) }
}

/** The widths of columns that fit their cells; 0 for the others. */
function naturalWidths(canvas: Canvas, table: PdfTable, labelWidth: (text: PdfText) => number): readonly number[] {
  const header = headerCells(table)
  return table.columns.map(({ width: kind }, index) => {
    if (kind === 'rest') return 0
    const labels = (header[index] ?? []).map(labelWidth)
    const cells = table.rows.flatMap((row) => row[index] ?? []).map((text) => canvas.widthOf(text))
    // Rounded up: a text that just fits must not break.
    return Math.ceil(Math.max(0, ...labels, ...cells) + 0.01)
  })
}

function columnWidths({ columns }: PdfTable, { natural, available, scale }: Attempt): readonly number[] {
  const restCount = columns.filter(({ width: kind }) => kind === 'rest').length
  const rest = (available - sumOf(natural) * scale) / Math.max(1, restCount)
  return columns.map(({ width: kind }, index) => (kind === 'rest' ? rest : (natural[index] ?? 0) * scale))
}

function headerCells({ columns }: PdfTable): readonly Cell[] {
  return columns.map(({ label }) => [{ text: label, size: HEADER_SIZE, color: HEADER_COLOR }])
}

function scaled(canvas: Canvas, table: PdfTable, scale: number): PdfTable {
  if (scale === 1) return table
  return { ...table, rows: table.rows.map((row) => row.map((cell) => scaledCell(canvas, cell, scale))) }
}

function scaledCell(canvas: Canvas, cell: Cell, scale: number): Cell {
  return cell.map((text) => ({ ...text, size: canvas.sizeOf(text) * scale }))
}

function sumOf(widths: readonly number[]): number {
  return widths.reduce((sum, each) => sum + each, 0)
}
