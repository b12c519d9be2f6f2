// pure

import { type ColumnValues, layOutColumns, namedColumns } from './columns-layout.ts'
import type { BarSegment } from './stacked-bar-layout.ts'

// Charts as files: on white paper, with all words and numbers in them, as the page is not around them any more.

const FONT = 'system-ui, sans-serif'
const TEXT = '#14181e'
const QUIET = '#636b77'
const LINE = '#dfe2e6'
const STEPS = '#c3c8cf'
const COLUMN = '#1f5fd6'
const FILE_WIDTH = 960
const EDGE = 24
/** The width between the edges. */
export const DRAWN_WIDTH = FILE_WIDTH - 2 * EDGE
const COLUMNS_HEIGHT = 320
const LINE_HEIGHT = 24

type Head = { readonly title: string; readonly lines: readonly string[] }

export type BarFile = Head & {
  readonly segments: readonly BarSegment[]
  /** Of each part, in the order of the segments. */
  readonly labels: readonly { readonly key: string; readonly label: string; readonly value: string }[]
  readonly colorOf: (key: string) => string
}

/** One bar, and a line with color, name and amount for each part. */
export function barSvg({ title, lines, segments, labels, colorOf }: BarFile): string {
  const top = headHeight(lines)
  const bars = segments.map(
    ({ key, x, width }) =>
      `<rect x="${round(EDGE + x)}" y="${top}" width="${round(width)}" height="32" fill="${colorOf(key)}"/>`,
  )
  const rows = labels.map(({ key, label, value }, index) => {
    const y = top + 32 + LINE_HEIGHT * (index + 1.5)
    return `<rect x="${EDGE}" y="${y - 11}" width="12" height="12" rx="3" fill="${colorOf(key)}"/>${write(EDGE + 24, y, label)}${write(FILE_WIDTH - EDGE, y, value, { anchor: 'end' })}`
  })
  const height = top + 32 + LINE_HEIGHT * (labels.length + 1) + EDGE
  return svg({ title, lines, height }, [...bars, ...rows])
}

export type ColumnsFile = Head &
  ColumnValues & {
    readonly tickText: (value: number) => string
    /** The short name of a column, below it; some are written. */
    readonly nameOf: (index: number) => string
  }

/** Columns with their axis, and the steps that they are compared with. */
export function columnsSvg({ title, lines, tickText, nameOf, ...values }: ColumnsFile): string {
  const top = headHeight(lines)
  const layout = layOutColumns(values, { width: DRAWN_WIDTH, height: COLUMNS_HEIGHT, tickText })
  const { plot, columns, middles, steps, ticks } = layout
  const axis = ticks.map(
    ({ text, y }) =>
      `<line x1="${plot.left}" x2="${plot.right}" y1="${round(y)}" y2="${round(y)}" stroke="${LINE}"/>${write(plot.left - 8, y + 5, text, { anchor: 'end', color: QUIET })}`,
  )
  const bars = columns
    .filter((column) => column.height > 0)
    .map(
      ({ x, y, width, height: size }) =>
        `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(size)}" fill="${COLUMN}"/>`,
    )
  const below = namedColumns(columns.length, DRAWN_WIDTH).map((index) =>
    write(middles[index] ?? 0, plot.bottom + 18, nameOf(index), { anchor: 'middle', color: QUIET }),
  )
  const compared = `<path d="${steps}" fill="${STEPS}"/>`
  const drawn = `<g transform="translate(${EDGE} ${top})">${[...axis, compared, ...bars, ...below].join('')}</g>`
  return svg({ title, lines, height: top + COLUMNS_HEIGHT + EDGE }, [drawn])
}

function headHeight(lines: readonly string[]): number {
  return EDGE + 28 + LINE_HEIGHT * lines.length + 8
}

function svg({ title, lines, height }: Head & { readonly height: number }, content: readonly string[]): string {
  const head = [
    write(EDGE, EDGE + 20, title, { size: 20, weight: 600 }),
    ...lines.map((text, index) => write(EDGE, EDGE + 20 + LINE_HEIGHT * (index + 1), text, { color: QUIET })),
  ]
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${FILE_WIDTH} ${height}" width="${FILE_WIDTH}" height="${height}" font-family="${FONT}"><title>${escaped(title)}</title><rect width="100%" height="100%" fill="#ffffff"/>${[...head, ...content].join('')}</svg>\n`
}

type Look = {
  readonly anchor?: 'middle' | 'end'
  readonly color?: string
  readonly size?: number
  readonly weight?: number
}

function write(x: number, y: number, text: string, { anchor, color = TEXT, size = 14, weight }: Look = {}): string {
  const more = `${anchor === undefined ? '' : ` text-anchor="${anchor}"`}${weight === undefined ? '' : ` font-weight="${weight}"`}`
  return `<text x="${round(x)}" y="${round(y)}" font-size="${size}" fill="${color}"${more}>${escaped(text)}</text>`
}

function round(x: number): number {
  return Math.round(x * 100) / 100
}

/** Names and amounts may contain anything; characters that XML does not have are left out. */
function escaped(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
