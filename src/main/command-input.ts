import { type FieldProblem, refuseInvalid } from '../kernel/errors.ts'
import { addInUtc, parseDuration, parseInstant } from '../kernel/time-text.ts'
import type { Clock } from '../platform/clock/clock.ts'

/** Reads options, and remembers every problem, so that all are named at once. */
export class CommandInput {
  readonly #problems: FieldProblem[] = []

  oneOf<const T extends string>(
    field: string,
    value: string | undefined,
    allowed: readonly T[],
  ): T | undefined {
    if (value === undefined) return undefined
    return (
      allowed.find((candidate) => candidate === value) ??
      this.#refuse(field, `must be one of ${allowed.join(', ')}, not "${value}"`)
    )
  }

  /** Values with commas between them. */
  someOf<const T extends string>(
    field: string,
    value: string | undefined,
    allowed: readonly T[],
  ): readonly T[] | undefined {
    const parts = value?.split(',').map((part) => part.trim())
    return parts?.flatMap((part) => this.oneOf(field, part, allowed) ?? [])
  }

  wholeNumber(
    field: string,
    value: string | undefined,
    { min, max }: { readonly min: number; readonly max: number },
  ): number | undefined {
    if (value === undefined) return undefined
    const number = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN
    if (number >= min && number <= max) return number
    return this.#refuse(field, `must be a whole number from ${min} to ${max}, not "${value}"`)
  }

  day(field: string, value: string | undefined): Temporal.PlainDate | undefined {
    if (value === undefined) return undefined
    try {
      if (/^\d{4}-\d\d-\d\d$/.test(value)) return Temporal.PlainDate.from(value)
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
    }
    return this.#refuse(field, `must be a day such as 2026-03-09, not "${value}"`)
  }

  /** A moment, or how far away it is. */
  moment(field: string, value: string | undefined, clock: Clock): Temporal.Instant | undefined {
    if (value === undefined) return undefined
    const duration = parseDuration(value)
    const moment = duration === undefined ? parseInstant(value) : addInUtc(clock.now(), duration)
    return (
      moment ??
      this.#refuse(
        field,
        'must be an instant such as 2027-01-01T00:00:00Z or a duration such as P90D',
      )
    )
  }

  /** Refuses those of the options that were given. */
  exclude(options: Readonly<Record<string, string | undefined>>, reason: string): void {
    for (const [field, value] of Object.entries(options)) {
      if (value !== undefined) this.#refuse(field, reason)
    }
  }

  /** Refuses the command where anything was wrong. */
  check(): void {
    refuseInvalid('The command', this.#problems)
  }

  #refuse(field: string, reason: string): undefined {
    this.#problems.push({ field, reason })
    return undefined
  }
}
