// pure
import { scaleBand, scaleLinear } from 'd3-scale'
import { area, curveStepAfter } from 'd3-shape'

export type ColumnValues = {
  /** One column each. */
  readonly values: readonly number[]
  /** A step for each column, behind it: what it is compared with. */
  readonly compared?: readonly number[]
  /** Whether there is nothing between whole numbers. */
  readonly areCounts?: boolean
}
type Size = {
  readonly width: number
  readonly height: number
  /** The values of the axis, which have a gutter of their own. */
  readonly tickText: (value: number) => string
}

export type ColumnsLayout = {
  readonly plot: { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number }
  readonly columns: readonly {
    readonly x: number
    readonly y: number
    readonly width: number
    readonly height: number
  }[]
  /** The middles of the columns. */
  readonly middles: readonly number[]
  /** The path of the compared steps, filled down to zero. */
  readonly steps: string
  readonly ticks: readonly { readonly text: string; readonly y: number }[]
  /** The column under a place of the pointer. */
  readonly columnAt: (x: number) => number
}

/** Room for the days below, and for half a line of the highest value. */
const MARGIN = { right: 4, top: 10, bottom: 24 }
/** Of a character of the axis; some scripts are wider than their digits. */
const CHARACTER_WIDTH = 8
const GUTTER_GAP = 8
const TICKS = 3
const HEIGHT_MIN = 2
/** A name below a column takes as many pixels, with the room around it. */
const NAME_WIDTH = 108

/** Columns from zero, with the steps that they are compared with. */
export function layOutColumns(
  { values, compared = [], areCounts = false }: ColumnValues,
  { width, height, tickText }: Size,
): ColumnsLayout {
  const [top, bottom] = [MARGIN.top, height - MARGIN.bottom]
  const most = Math.max(0, ...values, ...compared)
  const y = scaleLinear([0, most === 0 ? 1 : most], [bottom, top]).nice(TICKS)
  const marks = most === 0 ? [] : y.ticks(TICKS).filter((value) => !areCounts || Number.isInteger(value))
  const ticks = marks.map((value) => ({ text: tickText(value), y: y(value) }))
  const gutter = Math.max(0, ...ticks.map(({ text }) => text.length * CHARACTER_WIDTH + GUTTER_GAP))
  const plot = { left: gutter, right: width - MARGIN.right, top, bottom }
  const band = scaleBand<number>(
    values.map((_, index) => index),
    [plot.left, plot.right],
  ).padding(0.25)
  const xOf = (index: number): number => band(index) ?? plot.left
  const ends = [...compared.map((value, index) => [edgeOf(index), y(value)] as const)]
  const last = ends.at(-1)
  const steps = area(
    ([x]: readonly [number, number]) => x,
    bottom,
    ([, edge]) => edge,
  ).curve(curveStepAfter)
  function edgeOf(index: number): number {
    return xOf(index) - (band.step() - band.bandwidth()) / 2
  }
  return {
    plot,
    columns: values.map((value, index) => {
      const columnHeight = value > 0 ? Math.max(HEIGHT_MIN, plot.bottom - y(value)) : 0
      return { x: xOf(index), y: plot.bottom - columnHeight, width: band.bandwidth(), height: columnHeight }
    }),
    middles: values.map((_, index) => xOf(index) + band.bandwidth() / 2),
    steps: (last === undefined ? null : steps([...ends, [edgeOf(ends.length - 1) + band.step(), last[1]]])) ?? '',
    ticks,
    columnAt: (x) => {
      const index = Math.floor((x - edgeOf(0)) / band.step())
      return Math.min(values.length - 1, Math.max(0, index))
    },
  }
}

/** The columns whose names are written, evenly spread from the first to the last. */
export function namedColumns(count: number, width: number): readonly number[] {
  const named = Math.max(2, Math.min(count, Math.floor(width / NAME_WIDTH)))
  if (count < 2) return count === 1 ? [0] : []
  return [...new Set(Array.from({ length: named }, (_, place) => Math.round((place * (count - 1)) / (named - 1))))]
}
