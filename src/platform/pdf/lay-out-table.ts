import type { Canvas, Point, Tag } from './canvas.ts'
import type { PdfTable, PdfText } from './pdf-content.ts'
import { type Piece, stacked, textPieces } from './pieces.ts'

const COLUMN_GAP = 16
/** Columns that fit their cells leave this part of the table to the others. */
const REST_SHARE_MIN = 0.3
const HEADER_COLOR = '#5c636d'
const HEADER_SIZE = 8

type Cell = readonly PdfText[]

/** A piece for each row. The first row stays with the header. */
export function layOutTable(canvas: Canvas, table: PdfTable, width: number, parent: Tag): readonly Piece[] {
  const tag = canvas.tag('Table', parent)
  const widths = columnWidths(canvas, table, width)
  const rowOf = (cells: readonly Cell[], tags: readonly Tag[]): Piece => {
    return rowPiece(canvas, { table, cells, widths, tags, width })
  }
  const tagsOfRow = (type: 'TH' | 'TD'): readonly Tag[] => {
    const row = canvas.tag('TR', tag)
    return table.columns.map(() => canvas.tag(type, row, type === 'TH' ? { scope: 'Column' } : {}))
  }
  const hasHeader = table.columns.some(({ label }) => label !== '')
  const header = hasHeader ? [rowOf(headerCells(table), tagsOfRow('TH'))] : []
  const [first, ...others] = table.rows.map((cells) => rowOf(cells, tagsOfRow('TD')))
  if (first === undefined) return header
  // Readers hear the header once, so its repetitions are drawn without tags.
  const again = hasHeader ? { again: rowOf(headerCells(table), []) } : {}
  return [stacked([...header, first]), ...others.map((row) => ({ ...row, ...again }))]
}

function headerCells({ columns }: PdfTable): readonly Cell[] {
  return columns.map(({ label }) => [{ text: label, size: HEADER_SIZE, color: HEADER_COLOR }])
}

type RowInput = {
  readonly table: PdfTable
  readonly cells: readonly Cell[]
  readonly widths: readonly number[]
  /** Of each cell; none in a row that repeats another. */
  readonly tags: readonly Tag[]
  readonly width: number
}

function rowPiece(canvas: Canvas, { table, cells, widths, tags, width }: RowInput): Piece {
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
      left += (widths[index] ?? 0) + COLUMN_GAP
    }
    canvas.rule({ x, y: y + height }, width)
  }
  return { height, draw }
}

function columnWidths(canvas: Canvas, { columns, rows }: PdfTable, width: number): readonly number[] {
  const available = width - COLUMN_GAP * (columns.length - 1)
  const header = headerCells({ columns, rows, type: 'table', rowSpace: 0 })
  const natural = columns.map(({ width: kind }, index) => {
    if (kind === 'rest') return 0
    const cells = [header, ...rows].flatMap((row) => row[index] ?? [])
    // Rounded up: a text that just fits must not break.
    return Math.ceil(Math.max(0, ...cells.map((text) => canvas.widthOf(text))))
  })
  const sum = natural.reduce((total, each) => total + each, 0)
  const restCount = columns.filter(({ width: kind }) => kind === 'rest').length
  const fitMax = restCount === 0 ? available : available * (1 - REST_SHARE_MIN)
  const scale = Math.min(1, fitMax / sum)
  const rest = (available - sum * scale) / Math.max(1, restCount)
  return columns.map(({ width: kind }, index) => (kind === 'rest' ? rest : (natural[index] ?? 0) * scale))
}
