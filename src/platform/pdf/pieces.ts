import type { Canvas, Point, Tag } from './canvas.ts'
import type { PdfText } from './pdf-content.ts'

/** Something that is drawn on one page. */
export type Piece = {
  readonly height: number
  readonly draw: (at: Point) => void
  /** Left out at the top of a page. */
  readonly isSpace?: boolean
  /** Drawn again above this piece if a page begins with it. */
  readonly again?: Piece
  /** Whether it stays on the page of the next piece. */
  readonly isKeptWithNext?: boolean
}

/** A piece for each line; without a parent, it has no meaning of its own. */
export function textPieces(canvas: Canvas, text: PdfText, width: number, parent?: Tag): readonly Piece[] {
  const tag = text.link === undefined ? parent : canvas.tag('Link', parent)
  const height = canvas.lineHeightOf(text)
  return canvas.lines(text, width).map((line) => ({
    height,
    draw: ({ x, y }) => {
      const at = { x: text.align === 'end' ? x + width - line.width : x, y }
      canvas.within(tag, () => canvas.drawLine(line, text, at))
      if (text.link !== undefined && tag !== undefined)
        canvas.link(tag, text.link, { ...at, width: line.width, height })
    },
  }))
}

/** Stacks pieces into one that is not split. */
export function stacked(pieces: readonly Piece[]): Piece {
  return {
    height: pieces.reduce((sum, { height }) => sum + height, 0),
    draw: ({ x, y }) => {
      let top = y
      for (const piece of pieces) {
        piece.draw({ x, y: top })
        top += piece.height
      }
    },
  }
}
