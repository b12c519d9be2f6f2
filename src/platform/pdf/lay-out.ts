import type { Canvas, Point, Tag } from './canvas.ts'
import { layOutTable } from './lay-out-table.ts'
import type { PdfBlock } from './pdf-content.ts'
import { type Piece, stacked, textPieces } from './pieces.ts'
import { qrModules } from './qr-modules.ts'

const RULE_HEIGHT = 1

/** The pieces of blocks, from top to bottom in a column of a width. Their elements are added to `parent`. */
export function layOut(canvas: Canvas, blocks: readonly PdfBlock[], width: number, parent: Tag): readonly Piece[] {
  return blocks.flatMap((block) => LAY_OUT[block.type](canvas, block as never, width, parent))
}

type LayOut<Type extends PdfBlock['type']> = (
  canvas: Canvas,
  block: Extract<PdfBlock, { type: Type }>,
  width: number,
  parent: Tag,
) => readonly Piece[]

const LAY_OUT: { readonly [Type in PdfBlock['type']]: LayOut<Type> } = {
  space: (_, { height }) => [{ height, draw: () => {}, isSpace: true }],
  rule: (canvas, _, width) => [{ height: RULE_HEIGHT, draw: (at) => canvas.rule(at, width) }],
  text: (canvas, block, width, parent) => textPieces(canvas, block, width, canvas.tag(block.role ?? 'P', parent)),
  image: layOutImage,
  qrCode: layOutQrCode,
  columns: layOutColumns,
  table: (canvas, table, width, parent) => layOutTable(canvas, table, width, parent),
  together: (canvas, { blocks }, width, parent) => [stacked(layOut(canvas, blocks, width, parent))],
}

function layOutImage(
  canvas: Canvas,
  { bytes, alt, widthMax, heightMax }: Extract<PdfBlock, { type: 'image' }>,
  width: number,
  parent: Tag,
): readonly Piece[] {
  const size = canvas.imageSize(bytes, Math.min(widthMax, width), heightMax)
  const tag = canvas.tag('Figure', parent, { alt })
  const draw = (at: Point): void => canvas.within(tag, () => canvas.image(bytes, { ...at, ...size }))
  return [{ height: size.height, draw }]
}

function layOutQrCode(
  canvas: Canvas,
  { text, size, alt, link }: Extract<PdfBlock, { type: 'qrCode' }>,
  _: number,
  parent: Tag,
): readonly Piece[] {
  const linkTag = link === undefined ? undefined : canvas.tag('Link', parent)
  const tag = canvas.tag('Figure', linkTag ?? parent, { alt })
  const rows = qrModules(text)
  const draw = (at: Point): void => {
    canvas.within(tag, () => canvas.modules(rows, { ...at, width: size }))
    if (link !== undefined && linkTag !== undefined) canvas.link(linkTag, link, { ...at, width: size, height: size })
  }
  return [{ height: size, draw }]
}

function layOutColumns(
  canvas: Canvas,
  { columns, gap }: Extract<PdfBlock, { type: 'columns' }>,
  width: number,
  parent: Tag,
): readonly Piece[] {
  const shares = columns.reduce((sum, { width: own }) => sum + ('share' in own ? own.share : 0), 0)
  const fixed = columns.reduce((sum, { width: own }) => sum + ('points' in own ? own.points : 0), 0)
  const available = width - fixed - gap * (columns.length - 1)
  const tag = canvas.tag('Div', parent)
  const stacks = columns.map(({ width: own, blocks }) => {
    const columnWidth = 'points' in own ? own.points : (available * own.share) / shares
    return { width: columnWidth, piece: stacked(layOut(canvas, blocks, columnWidth, tag)) }
  })
  const draw = ({ x, y }: Point): void => {
    let left = x
    for (const { width: columnWidth, piece } of stacks) {
      piece.draw({ x: left, y })
      left += columnWidth + gap
    }
  }
  return [{ height: Math.max(...stacks.map(({ piece }) => piece.height)), draw }]
}
