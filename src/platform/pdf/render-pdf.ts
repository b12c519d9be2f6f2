import { Canvas, MARGIN, type Tag } from './canvas.ts'
import type { Fonts } from './fonts.ts'
import { layOut } from './lay-out.ts'
import type { PdfContent, PdfText } from './pdf-content.ts'
import { type Piece, stacked } from './pieces.ts'

const BAND_PADDING = 28
const NOTICE_SIZE = 8.5
const NOTICE_HEIGHT = 20
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
  const noticeTag = content.notice === undefined ? undefined : canvas.tag('P', root)
  const top = drawBand(canvas, content, () => layOut(canvas, content.band?.blocks ?? [], width, root))
  flow(canvas, layOut(canvas, content.blocks, width, root), top)
  canvas.onEveryPage((place) => {
    // Readers hear the notice once, so its repetitions are drawn without a tag.
    drawNotice(canvas, content, place.page === 1 ? noticeTag : undefined)
    drawFooter(canvas, content, place)
  })
  root.end()
  return canvas.bytes()
}

/** Returns where the content begins. */
function drawBand(canvas: Canvas, { band, notice }: PdfContent, pieces: () => readonly Piece[]): number {
  if (band === undefined) return MARGIN
  const piece = stacked(pieces())
  const top = notice === undefined ? 0 : NOTICE_HEIGHT
  const height = piece.height + 2 * BAND_PADDING
  canvas.fill({ x: 0, y: top, width: canvas.pageWidth, height }, band.fill)
  piece.draw({ x: MARGIN, y: top + BAND_PADDING })
  return top + height + BAND_PADDING
}

/** In the margin of the page, where nothing else is drawn. */
function drawNotice(canvas: Canvas, { notice }: PdfContent, tag: Tag | undefined): void {
  if (notice === undefined) return
  const text: PdfText = { text: notice.text, size: NOTICE_SIZE, weight: 'semibold', color: notice.color }
  canvas.fill({ x: 0, y: 0, width: canvas.pageWidth, height: NOTICE_HEIGHT }, notice.fill)
  const [line] = canvas.lines(text, canvas.pageWidth - 2 * MARGIN)
  if (line === undefined) return
  const at = { x: (canvas.pageWidth - line.width) / 2, y: (NOTICE_HEIGHT - canvas.lineHeightOf(text)) / 2 }
  canvas.within(tag, () => canvas.drawLine(line, text, at))
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
