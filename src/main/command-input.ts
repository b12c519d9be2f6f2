import { type FieldProblem, refuseInvalid } from '../kernel/errors.ts'
import { addInUtc, parseDuration, parseInstant } from '../kernel/time-text.ts'
import type { Clock } from '../platform/clock.ts'

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
