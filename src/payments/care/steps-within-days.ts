// pure
import { zoneOffsets } from '../../kernel/time/zone-offsets.ts'

/** A step of an instant is `floor((instantMs + offsetMs) / ms)`. */
export type Steps = { readonly ms: number; readonly offsetMs: number }

const DAY_MS = 86_400_000

/**
 * Equal steps of time, as long as can be, of which each is within one day of the zone and one offset of its clocks: days, or
 * mostly hours where clocks change within the span. Sums by step are few, and so few rows need the calendar of the zone.
 */
export function stepsWithinDays(timeZone: string, span: { readonly fromMs: number; readonly toMs: number }): Steps {
  const [first, ...changes] = zoneOffsets(timeZone, span)
  const offsetMs = first?.offsetMs ?? 0
  const borders = changes.flatMap((change) => [change.fromMs + offsetMs, change.offsetMs - offsetMs])
  return { ms: borders.reduce(commonDivisor, DAY_MS), offsetMs }
}

function commonDivisor(a: number, b: number): number {
  return b === 0 ? a : commonDivisor(Math.abs(b), a % Math.abs(b))
}
