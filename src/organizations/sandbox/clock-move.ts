// pure
import { AppError, type FieldProblem } from '../../kernel/errors.ts'
import { addInUtc, parseDuration, parseInstant } from '../../kernel/time/time-text.ts'

/** A move of the sandbox clock. */
export type ClockMove =
  | { readonly set: Temporal.Instant }
  /** Forward or back; years, months and days follow the UTC calendar. */
  | { readonly advance: Temporal.Duration }

/** No schedule goes beyond these bounds, and every store and format can represent times between them. */
const EARLIEST = Temporal.Instant.from('2000-01-01T00:00:00Z')
const LATEST = Temporal.Instant.from('2200-01-01T00:00:00Z')

/** Reads exactly one of an instant to set and a duration to advance by. */
export function readClockMove({
  set,
  advance,
}: {
  readonly set?: string | undefined
  readonly advance?: string | undefined
}): ClockMove {
  if (set !== undefined && advance !== undefined) {
    throw refusal([
      { field: 'set', reason: 'cannot be combined with advance' },
      { field: 'advance', reason: 'cannot be combined with set' },
    ])
  }
  if (set !== undefined) {
    const instant = parseInstant(set)
    if (instant !== undefined) return { set: instant }
    throw refusal([{ field: 'set', reason: 'must be an instant such as 2026-03-09T10:00:00Z' }])
  }
  if (advance !== undefined) {
    const duration = parseDuration(advance)
    if (duration !== undefined) return { advance: duration }
    const reason = 'must be an ISO 8601 duration such as P1DT12H or -PT1H'
    throw refusal([{ field: 'advance', reason }])
  }
  throw refusal([
    { field: 'set', reason: 'is required without advance' },
    { field: 'advance', reason: 'is required without set' },
  ])
}

/** The time that a clock at `now` shows after the move. */
export function movedFrom(now: Temporal.Instant, move: ClockMove): Temporal.Instant {
  const moved = 'set' in move ? move.set : addInUtc(now, move.advance)
  if (moved !== undefined && isWithinBounds(moved)) return moved
  const field = 'set' in move ? 'set' : 'advance'
  throw refusal([{ field, reason: `must lead to a time from ${EARLIEST} to ${LATEST}` }])
}

function isWithinBounds(instant: Temporal.Instant): boolean {
  const { compare } = Temporal.Instant
  return compare(instant, EARLIEST) >= 0 && compare(instant, LATEST) <= 0
}

function refusal(problems: readonly FieldProblem[]): AppError {
  const sentence = problems.map(({ field, reason }) => `${field} ${reason}`).join('; ')
  return new AppError('invalid', 'INVALID_DATA', `The clock was not moved: ${sentence}.`, problems)
}
