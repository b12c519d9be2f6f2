import { Canvas, MARGIN, type Tag } from './canvas.ts'
import type { Fonts } from './fonts.ts'
import { Hyphenation } from './hyphenation.ts'
import { layOut } from './lay-out.ts'
import type { PdfContent, PdfText } from './pdf-content.ts'
import { type Piece, stacked } from './pieces.ts'

const BAND_HEIGHT = 5
const NOTICE_SIZE = 8.5
const NOTICE_HEIGHT = 20
/** From the bottom of the page to the end of the content. */
const FOOTER_HEIGHT = 72
/** From the bottom of the page to the line of the footer. */
const FOOTER_BASE = 34
const FOOTER_SIZE = 8
const FOOTER_COLOR = '#5c636d'
const FOOTER_GAP = 24

const hyphenation = new Hyphenation()

/** Draws a document. The same content gives the same bytes. */
export async function renderPdf(fonts: Fonts, content: PdfContent): Promise<Uint8Array> {
  const canvas = drawn(fonts, content)
  // Hyphenation is loaded for the first document that needs it, since most have no word that is wider than its column.
  const isComplete = !(await canvas.loadMissingPatterns())
  return isComplete ? canvas.bytes() : drawn(fonts, content).bytes()
}

function drawn(fonts: Fonts, content: PdfContent): Canvas {
  const canvas = new Canvas({ fonts, hyphenation }, content)
  const root = canvas.tag('Document')
  const width = canvas.pageWidth - 2 * MARGIN
  const noticeTag = content.notice === undefined ? undefined : canvas.tag('P', root)
  flow(canvas, layOut(canvas, content.blocks, width, root))
  canvas.onEveryPage((place) => {
    // Readers hear the notice once, so its repetitions are drawn without a tag.
    drawNotice(canvas, content, place.page === 1 ? noticeTag : undefined)
    drawBand(canvas, content)
    drawFooter(canvas, content, place)
  })
  root.end()
  return canvas
}

function drawBand(canvas: Canvas, { band, notice }: PdfContent): void {
  if (band === undefined) return
  const y = notice === undefined ? 0 : NOTICE_HEIGHT
  canvas.fill({ x: 0, y, width: canvas.pageWidth, height: BAND_HEIGHT }, band.fill)
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
function flow(canvas: Canvas, pieces: readonly Piece[]): void {
  const bottom = canvas.pageHeight - FOOTER_HEIGHT
  const room = bottom - MARGIN
  let y = MARGIN
  for (const [index, piece] of pieces.entries()) {
    const kept = keptHeight(pieces, index)
    // Pieces that stay together but do not fit on any page are drawn where there is room.
    const needed = kept <= room ? kept : piece.height
    const isFull = y > MARGIN && y + needed > bottom
    if (isFull && !piece.isSpace) canvas.addPage()
    const drawn = isFull ? atTop(piece) : piece
    const top = isFull && !piece.isSpace ? MARGIN : y
    drawn.draw({ x: MARGIN, y: top })
    y = top + drawn.height
  }
}

/** The height of a piece and those that must be on its page. */
function keptHeight(pieces: readonly Piece[], first: number): number {
  let height = 0
  for (const { height: each, isKeptWithNext = false, isSpace = false } of pieces.slice(first)) {
    height += each
    if (!isKeptWithNext && !isSpace) break
  }
  return height
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
  const styled = (text: string): PdfText => ({ text, size: FOOTER_SIZE, color: FOOTER_COLOR })
  const end = styled(footer.end.replaceAll('{page}', String(page)).replaceAll('{pages}', String(pages)))
  const id = styled(footer.id === undefined ? '' : ` · ${footer.id}`)
  const name = styled(footer.name)
  const right = canvas.pageWidth - MARGIN
  const [endWidth, idWidth] = [canvas.widthOf(end), canvas.widthOf(id)]
  const nameLine = canvas.shortened(name, right - MARGIN - endWidth - FOOTER_GAP - idWidth)
  const y = canvas.pageHeight - FOOTER_BASE - canvas.lineHeightOf(name)
  canvas.rule({ x: MARGIN, y: y - 10 }, right - MARGIN)
  canvas.within(undefined, () => {
    canvas.drawLine(nameLine, name, { x: MARGIN, y })
    canvas.drawLine(canvas.oneLine(id), id, { x: MARGIN + nameLine.width, y })
    canvas.drawLine(canvas.oneLine(end), end, { x: right - endWidth, y })
  })
}
