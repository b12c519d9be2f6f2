// pure
import { parseInstant } from '../../kernel/time-text.ts'
import {
  type ContentProblem,
  hasNoValue,
  invalid,
  missing,
  type Outcome,
  refuseContent,
} from './content-problem.ts'

/** What a parameter's text means. */
export type Parse<T> = (text: string) => Outcome<T>

/** Reads the parameters of a request one by one, and tells all that is wrong with them at the end. */
export class QueryReader {
  readonly #query: Readonly<Record<string, unknown>>
  readonly #problems: ContentProblem[] = []

  constructor(query: unknown) {
    this.#query = (query ?? {}) as Readonly<Record<string, unknown>>
  }

  get isFlawless(): boolean {
    return this.#problems.length === 0
  }

  optional<T>(name: string, parse: Parse<T>): T | undefined {
    const given = this.#query[name]
    if (hasNoValue(given)) return undefined
    const outcome = typeof given === 'string' ? parse(given) : { sentence: 'must be given once' }
    if ('value' in outcome) return outcome.value
    this.refuse(name, outcome.sentence)
    return undefined
  }

  /** `none` stands for what cannot be read; nobody gets to see it. */
  required<T>(name: string, parse: Parse<T>, none: T): T {
    if (hasNoValue(this.#query[name])) this.#problems.push(missing(name))
    return this.optional(name, parse) ?? none
  }

  /** Two that are given together or not at all. */
  together(one: string, other: string): void {
    const [given, lacking] = hasNoValue(this.#query[one]) ? [other, one] : [one, other]
    if (hasNoValue(this.#query[given]) || !hasNoValue(this.#query[lacking])) return
    this.#problems.push({ ...missing(lacking), sentence: `is required together with ${given}` })
  }

  refuse(name: string, sentence: string): void {
    this.#problems.push(invalid(name, sentence))
  }

  /** Refuses the request for every problem that was found. */
  end(): void {
    refuseContent(this.#problems)
  }
}

/** Blanks around it are no part of it. */
export function trimmed<T>(parse: Parse<T>): Parse<T> {
  return (text) => parse(text.trim())
}

/** An instant, in words for who has sent something else. */
const AN_INSTANT = 'must be a time with its offset such as 2026-03-09T10:00:00Z'

export function instantOf(text: string): Outcome<Temporal.Instant> {
  const value = parseInstant(withPlus(text))
  return value === undefined ? { sentence: AN_INSTANT } : { value }
}

/** An offset's plus sign that was not percent-encoded arrives as a blank. */
export function withPlus(text: string): string {
  return text.replace(/ (?=\d\d:?\d\d$)/, '+')
}

/** In any letter case. */
export function oneOf<T extends string>(known: readonly T[]): Parse<T> {
  return trimmed((text) => {
    const value = known.find((one) => one.toLowerCase() === text.toLowerCase())
    return value === undefined ? { sentence: `must be one of ${known.join(', ')}` } : { value }
  })
}

export function wholeNumber(min: number, max: number): Parse<number> {
  return trimmed((text) => {
    const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN
    return value >= min && value <= max
      ? { value }
      : { sentence: `must be a whole number from ${min} to ${max}` }
  })
}

export function nameUpTo(lengthMax: number): Parse<string> {
  return (text) => {
    const isPlain = text.isWellFormed() && !/\p{Cc}/u.test(text)
    return isPlain && text.length <= lengthMax
      ? { value: text }
      : { sentence: `must be a text of 1 to ${lengthMax} characters` }
  }
}
