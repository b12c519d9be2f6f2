// pure
import { scaleLinear } from 'd3-scale'

export type BarPart = { readonly key: string; readonly magnitude: number }
export type BarSegment = { readonly key: string; readonly x: number; readonly width: number }

/** A part that is there is seen, however small it is. */
const WIDTH_MIN = 4
const GAP = 2

/** The segments of one bar, side by side with gaps; parts without a magnitude have none. */
export function layOutBar(parts: readonly BarPart[], width: number): readonly BarSegment[] {
  const shown = parts.filter(({ magnitude }) => magnitude > 0)
  const total = shown.reduce((sum, { magnitude }) => sum + magnitude, 0)
  const free = Math.max(0, width - GAP * (shown.length - 1) - WIDTH_MIN * shown.length)
  const share = scaleLinear([0, total], [0, free])
  let x = 0
  return shown.map(({ key, magnitude }) => {
    const segment = { key, x, width: WIDTH_MIN + share(magnitude) }
    x += segment.width + GAP
    return segment
  })
}
