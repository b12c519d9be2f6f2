import { Buffer } from 'node:buffer'
import PdfDocument from 'pdfkit'
import { breakLines, type Line, type MeasuredRun, measuredLine, shortenedLine } from './break-lines.ts'
import { isComplex, type Weight } from './font-list.ts'
import type { Fonts, RunFeatures } from './fonts.ts'
import type { Hyphenation, MissingPatterns } from './hyphenation.ts'
import type { PdfContent, PdfText } from './pdf-content.ts'

export const MARGIN = 48
const TEXT_SIZE = 9
const TEXT_COLOR = '#1a1d21'
const CODE_COLOR = '#000000'
const RULE_COLOR = '#d9dce1'
const RULE_WIDTH = 0.75
/** Stroke of a font that has no semibold, in parts of the size. */
const SEMIBOLD_STROKE = 0.02

export type Point = { readonly x: number; readonly y: number }
type Box = Point & { readonly width: number; readonly height: number }
/** An element of the tagged structure, which screen readers read. */
export type Tag = PDFKit.PDFStructureElement

type RunStyle = { readonly size: number; readonly color: string; readonly isSemibold: boolean }
type FullStyle = { size: number; weight: Weight; color: string; language: string; lineHeight: number }

/** The fonts and hyphenation that documents share. */
type TypeSetting = { readonly fonts: Fonts; readonly hyphenation: Hyphenation }

/** Draws on the pages of one document. */
export class Canvas {
  readonly pageWidth: number
  readonly pageHeight: number
  readonly #document: PDFKit.PDFDocument
  readonly #fonts: Fonts
  readonly #hyphenation: Hyphenation
  readonly #language: string
  readonly #tagTypes = new WeakMap<Tag, string>()
  readonly #missingPatterns: MissingPatterns = new Set()
  readonly #images = new Map<Uint8Array, OpenImage>()

  constructor({ fonts, hyphenation }: TypeSetting, { title, author, language, createdAtMs, page }: PdfContent) {
    const CreationDate = new Date(createdAtMs)
    this.#fonts = fonts
    this.#hyphenation = hyphenation
    this.#language = language
    this.#document = new PdfDocument({
      size: page,
      margin: 0,
      bufferPages: true,
      pdfVersion: '1.7',
      lang: language,
      tagged: true,
      displayTitle: true,
      // Otherwise pdfkit loads a font that is not embedded.
      font: null as unknown as string,
      info: { Title: title, Author: author, Creator: 'Quittance', Producer: 'Quittance', CreationDate },
    })
    this.pageWidth = this.#document.page.width
    this.pageHeight = this.#document.page.height
  }

  addPage(): void {
    this.#document.addPage()
  }

  /** Draws something on each of the pages. */
  onEveryPage(draw: (place: { readonly page: number; readonly pages: number }) => void): void {
    const { count } = this.#document.bufferedPageRange()
    for (let index = 0; index < count; index += 1) {
      this.#document.switchToPage(index)
      draw({ page: index + 1, pages: count })
    }
  }

  /** A new element of the structure, last in its parent; without a parent, at the root. */
  tag(type: string, parent?: Tag, options: { readonly scope?: 'Column'; readonly alt?: string } = {}): Tag {
    const tag = this.#document.struct(type, options as object)
    this.#tagTypes.set(tag, type)
    if (parent === undefined) this.#document.addStructure(tag)
    else parent.add(tag)
    return tag
  }

  /**
   * Drawings of `draw` are content of the element. Without an element, they have no meaning of their own or repeat
   * other content.
   */
  within(tag: Tag | undefined, draw: () => void): void {
    if (tag === undefined) this.#document.markContent('Artifact', { type: 'Layout' })
    else tag.add(this.#document.markStructureContent(this.#tagTypes.get(tag) ?? 'P'))
    draw()
    this.#document.endMarkedContent()
  }

  /** The lines of a text in a column. */
  lines(text: PdfText, width: number): readonly Line[] {
    const hyphenated = (word: string): readonly string[] =>
      this.#hyphenation.partsOf(word, this.#language, this.#missingPatterns)
    return breakLines(this.#fonts, text.text, { ...this.#styleOf(text), hyphenated }, width)
  }

  /** Loads patterns that a word needed; false if none was missing. */
  async loadMissingPatterns(): Promise<boolean> {
    if (this.#missingPatterns.size === 0) return false
    await this.#hyphenation.load(this.#missingPatterns)
    return true
  }

  /** The text as one line, however wide. */
  oneLine(text: PdfText): Line {
    return measuredLine(this.#fonts, text.text, this.#styleOf(text))
  }

  /** The text as one line that fits; an ellipsis replaces its end if need be. */
  shortened(text: PdfText, width: number): Line {
    return shortenedLine(this.#fonts, text.text, this.#styleOf(text), width)
  }

  widthOf(text: PdfText): number {
    return this.oneLine(text).width
  }

  /** The width below which a word of the text would be cut. */
  wordWidthOf(text: PdfText): number {
    return Math.max(0, ...text.text.split(/\s+/).map((word) => this.widthOf({ ...text, text: word })))
  }

  sizeOf({ size = TEXT_SIZE }: Pick<PdfText, 'size'>): number {
    return size
  }

  lineHeightOf(text: PdfText): number {
    return this.#styleOf(text).lineHeight
  }

  /** `y` is the top of the line. */
  drawLine(line: Line, text: PdfText, { x, y }: Point): void {
    const { size, color, lineHeight, weight } = this.#styleOf(text)
    // Capitals are centered in the line.
    const baseline = y + lineHeight / 2 + size * 0.36
    this.#document.fillColor(color)
    let left = x
    for (const run of line.runs) {
      this.#drawRun(run, { x: left, y: baseline }, { size, color, isSemibold: weight === 'semibold' })
      left += run.width
    }
    if (text.line !== undefined) this.#drawTextLine(text.line, { x, y: baseline }, { width: line.width, size, color })
  }

  #drawTextLine(
    place: NonNullable<PdfText['line']>,
    { x, y }: Point,
    { width, size, color }: { readonly width: number; readonly size: number; readonly color: string },
  ): void {
    const [offset, thickness] = place === 'under' ? [0.14, 0.05] : [-0.3, 0.06]
    const top = y + size * offset
    this.#document.lineWidth(size * thickness).strokeColor(color)
    this.#document
      .moveTo(x, top)
      .lineTo(x + width, top)
      .stroke()
  }

  #drawRun(
    { font, text, direction, actual }: MeasuredRun,
    { x, y }: Point,
    { size, color, isSemibold }: RunStyle,
  ): void {
    const isStroked = isSemibold && font.name !== 'NotoSans-SemiBold'
    if (isStroked) this.#document.strokeColor(color).lineWidth(size * SEMIBOLD_STROKE)
    // The text to copy or to read aloud, where glyphs alone do not tell.
    const read = actual ?? (isComplex(font.name) ? text : undefined)
    if (read !== undefined) this.#document.markContent('Span', { actual: read } as object)
    const features: RunFeatures = { direction }
    this.#document.font(font.source as unknown as string, size).text(text, x, y, {
      lineBreak: false,
      baseline: 'alphabetic',
      features: features as never,
      ...(isStroked ? { stroke: true, fill: true } : {}),
    })
    if (read !== undefined) this.#document.endMarkedContent()
  }

  link(tag: Tag, url: string, { x, y, width, height }: Box): void {
    this.#document.link(x, y, width, height, url, { structParent: tag } as object)
  }

  rule({ x, y }: Point, width: number): void {
    this.within(undefined, () => {
      this.#document.lineWidth(RULE_WIDTH).strokeColor(RULE_COLOR)
      this.#document
        .moveTo(x, y)
        .lineTo(x + width, y)
        .stroke()
    })
  }

  fill({ x, y, width, height }: Box, color: string): void {
    this.within(undefined, () => this.#document.rect(x, y, width, height).fill(color))
  }

  /** The size at which an image fits. */
  imageSize(bytes: Uint8Array, widthMax: number, heightMax: number): { width: number; height: number } {
    const { width, height } = this.#openImage(bytes)
    const scale = Math.min(widthMax / width, heightMax / height)
    return { width: width * scale, height: height * scale }
  }

  /** Dark squares, joined to strips where they touch: hairlines between them would confuse scanners. */
  modules(rows: readonly (readonly boolean[])[], { x, y, width }: Omit<Box, 'height'>): void {
    const size = width / rows.length
    for (const [row, cells] of rows.entries()) {
      for (const { start, end } of darkStrips(cells)) {
        this.#document.rect(x + start * size, y + row * size, (end - start) * size, size)
      }
    }
    this.#document.fill(CODE_COLOR)
  }

  image(bytes: Uint8Array, { x, y, width, height }: Box): void {
    this.#document.image(this.#openImage(bytes) as never, x, y, { width, height })
  }

  /** The finished document. */
  async bytes(): Promise<Uint8Array> {
    const chunks: Buffer[] = []
    this.#document.on('data', (chunk: Buffer) => chunks.push(chunk))
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#document.on('end', resolve)
    this.#document.on('error', reject)
    this.#document.end()
    await promise
    return Buffer.concat(chunks)
  }

  /** An image that is opened twice would be embedded twice. */
  #openImage(bytes: Uint8Array): OpenImage {
    const document = this.#document as unknown as { openImage(source: Buffer): OpenImage }
    return this.#images.getOrInsertComputed(bytes, () => document.openImage(Buffer.from(bytes)))
  }

  #styleOf({ size = TEXT_SIZE, weight = 'regular', color = TEXT_COLOR }: PdfText): FullStyle {
    const lineHeight = size * (size > 12 ? 1.25 : 1.45)
    return { size, weight, color, language: this.#language, lineHeight }
  }
}

function darkStrips(cells: readonly boolean[]): readonly { readonly start: number; readonly end: number }[] {
  return cells.flatMap((isDark, start) => {
    if (!isDark || cells[start - 1] === true) return []
    const light = cells.indexOf(false, start)
    return [{ start, end: light < 0 ? cells.length : light }]
  })
}

type OpenImage = { readonly width: number; readonly height: number }
