import { Canvas, MARGIN } from './canvas.ts'
import type { Fonts } from './fonts.ts'
import { layOut } from './lay-out.ts'
import type { PdfContent, PdfText } from './pdf-content.ts'
import { type Piece, stacked } from './pieces.ts'

const BAND_PADDING = 28
/** From the bottom of the page to the end of the content. */
const FOOTER_HEIGHT = 72
/** From the bottom of the page to the line of the footer. */
const FOOTER_BASE = 34
const FOOTER_SIZE = 8
const FOOTER_COLOR = '#5c636d'
const FOOTER_GAP = 24

/** Draws a document. The same content gives the same bytes. */
export async function renderPdf(fonts: Fonts, content: PdfContent): Promise<Uint8Array> {
  const canvas = new Canvas(fonts, content)
  const root = canvas.tag('Document')
  const width = canvas.pageWidth - 2 * MARGIN
  const top = drawBand(canvas, content, () => layOut(canvas, content.band?.blocks ?? [], width, root))
  flow(canvas, layOut(canvas, content.blocks, width, root), top)
  canvas.onEveryPage((place) => drawFooter(canvas, content, place))
  root.end()
  return canvas.bytes()
}

/** Returns where the content begins. */
function drawBand(canvas: Canvas, { band }: PdfContent, pieces: () => readonly Piece[]): number {
  if (band === undefined) return MARGIN
  const piece = stacked(pieces())
  const height = piece.height + 2 * BAND_PADDING
  canvas.fill({ x: 0, y: 0, width: canvas.pageWidth, height }, band.fill)
  piece.draw({ x: MARGIN, y: BAND_PADDING })
  return height + BAND_PADDING
}

/** Draws pieces one below the other, and adds pages as they are needed. */
function flow(canvas: Canvas, pieces: readonly Piece[], start: number): void {
  const bottom = canvas.pageHeight - FOOTER_HEIGHT
  let y = start
  for (const piece of pieces) {
    const isFull = y > MARGIN && y + piece.height > bottom
    if (isFull && !piece.isSpace) canvas.addPage()
    const drawn = isFull ? atTop(piece) : piece
    const top = isFull && !piece.isSpace ? MARGIN : y
    drawn.draw({ x: MARGIN, y: top })
    y = top + drawn.height
  }
}

/** The piece as it begins a page. */
function atTop(piece: Piece): Piece {
  if (piece.isSpace) return { ...piece, height: 0 }
  return piece.again === undefined ? piece : stacked([piece.again, piece])
}

function drawFooter(
  canvas: Canvas,
  { footer }: PdfContent,
  { page, pages }: { readonly page: number; readonly pages: number },
): void {
  const styled = (text: string): PdfText => ({
    text: text.replaceAll('{page}', String(page)).replaceAll('{pages}', String(pages)),
    size: FOOTER_SIZE,
    color: FOOTER_COLOR,
  })
  const [start, end] = [styled(footer.start), styled(footer.end)]
  const right = canvas.pageWidth - MARGIN
  const endWidth = canvas.widthOf(end)
  const y = canvas.pageHeight - FOOTER_BASE - canvas.lineHeightOf(start)
  canvas.rule({ x: MARGIN, y: y - 10 }, right - MARGIN)
  canvas.within(undefined, () => {
    // One line: the rest of a long name is left out.
    const [line] = canvas.lines(start, right - MARGIN - endWidth - FOOTER_GAP)
    if (line !== undefined) canvas.drawLine(line, start, { x: MARGIN, y })
    const [endLine] = canvas.lines(end, endWidth + 1)
    if (endLine !== undefined) canvas.drawLine(endLine, end, { x: right - endWidth, y })
  })
}
