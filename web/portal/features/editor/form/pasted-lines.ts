// pure
import { BLANK_LINE, type LineForm } from './editor-form.ts'

export type Column = 'item' | 'sku' | 'quantity' | 'price' | 'discount' | 'tax'

/** Whether a pasted text is cells of a spreadsheet rather than a text of one field. */
export function isCells(text: string): boolean {
  return text.includes('\t') || /\n[^\n]/.test(text.trim())
}

type Target = {
  readonly row: number
  readonly column: Column
  readonly columns: readonly Column[]
  readonly rowsMax: number
}

/** The lines with the cells written from the given one to the right and down. Cells beyond the last column are dropped. */
export function withPasted(lines: readonly LineForm[], text: string, target: Target): readonly LineForm[] {
  const { row, column, columns, rowsMax } = target
  const first = columns.indexOf(column)
  const rows = cellsOf(text).slice(0, Math.max(0, rowsMax - row))
  const filled = rows.map((cells, offset): LineForm => {
    const line = lines[row + offset] ?? BLANK_LINE
    const texts = cells.flatMap((cell, index) => {
      const name = columns[first + index]
      return name === undefined ? [] : [[name, cell.trim()] as const]
    })
    return { ...line, ...Object.fromEntries(texts) }
  })
  return [...lines.slice(0, row), ...filled, ...lines.slice(row + filled.length)]
}

/** How many rows of the pasted text find no place. */
export function rowsBeyond(text: string, { row, rowsMax }: Pick<Target, 'row' | 'rowsMax'>): number {
  return Math.max(0, cellsOf(text).length - (rowsMax - row))
}

/** Spreadsheets put a cell with a line break or a tab into quotes, and double the quotes inside. */
function cellsOf(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [[]]
  const cell = /(?:"((?:[^"]|"")*)"|([^\t\n]*))(\t|\n|$)/gy
  const plain = text.replaceAll(/\r\n?/g, '\n').replace(/\n+$/, '')
  for (let match = cell.exec(plain); match !== null; match = cell.exec(plain)) {
    const [, quoted, bare, end] = match
    rows.at(-1)?.push(quoted === undefined ? (bare ?? '') : quoted.replaceAll('""', '"').replaceAll('\n', ' '))
    if (end === '\n') rows.push([])
    if (end === '' || cell.lastIndex > plain.length) break
  }
  return rows.filter((cells) => cells.some((text) => text.trim() !== ''))
}
