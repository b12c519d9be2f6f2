import { AppError } from '../errors.ts'
import { type Fault, type Sentence, sentenceOf } from './fault.ts'

/** A problem with a field. `reason` is its code for programs. */
export type Problem<F = Fault | Sentence> = {
  readonly field: string
  readonly reason: 'MISSING_FIELD' | 'INVALID_DATA'
} & F

/** The value, or all problems with it. */
export type Read<T, P = Problem> = { readonly value: T } | { readonly problems: readonly P[] }

/** Reads a raw value that its sender knows by the name of a field. */
export type Reader<T> = (raw: unknown, field: string) => Read<T>

type ValueOf<R> = R extends Reader<infer T> ? T : never
type Values<Shape> = { readonly [Name in keyof Shape]: ValueOf<Shape[Name]> }
type Shape = Readonly<Record<string, Reader<unknown>>>

export function invalid(field: string, fault: string | Fault): Problem {
  return { field, reason: 'INVALID_DATA', ...(typeof fault === 'string' ? { sentence: fault } : fault) }
}

export function missing(field: string, sentence?: string): Problem {
  return { field, reason: 'MISSING_FIELD', ...(sentence === undefined ? { code: 'required' } : { sentence }) }
}

export function refused(field: string, sentence: string): { readonly problems: readonly Problem[] } {
  return { problems: [invalid(field, sentence)] }
}

/** A value that is absent, null, empty or only spaces counts as no value. */
export function hasNoValue(raw: unknown): raw is undefined | null | '' {
  return raw === undefined || raw === null || (typeof raw === 'string' && !/\S/.test(raw))
}

export function isObject(raw: unknown): raw is Readonly<Record<string, unknown>> {
  return typeof raw === 'object' && raw !== null && !Array.isArray(raw)
}

export function required<T>(reader: Reader<T>): Reader<T> {
  return (raw, field) => (hasNoValue(raw) ? { problems: [missing(field)] } : reader(raw, field))
}

export function optional<T>(reader: Reader<T>): Reader<T | undefined> {
  return (raw, field) => (hasNoValue(raw) ? { value: undefined } : reader(raw, field))
}

export function withDefault<T>(reader: Reader<T>, usual: NoInfer<T>): Reader<T> {
  return (raw, field) => (hasNoValue(raw) ? { value: usual } : reader(raw, field))
}

/** A rule about several members of an object; it applies where all of them are valid. */
export type MemberRule<Values> = {
  readonly of: readonly (keyof Values)[]
  readonly check: (values: Values) => readonly Problem[]
}

/**
 * Reads the members of an object, each by its own reader. No object at all is one without members. Broken rules are
 * reported together with invalid members.
 */
export function members<S extends Shape>(shape: S, rules: readonly MemberRule<Values<S>>[] = []): Reader<Values<S>> {
  return (raw, field) => {
    if (!hasNoValue(raw) && !isObject(raw)) return refused(field, 'must be an object')
    const reads = Object.entries(shape).map(([name, reader]) => [name, member(name, reader)(raw, field)] as const)
    const valid = Object.fromEntries(reads.flatMap(([name, read]) => ('value' in read ? [[name, read.value]] : [])))
    const broken = rules
      .filter(({ of }) => of.every((name) => Object.hasOwn(valid, name)))
      .flatMap(({ check }) => check(valid as Values<S>))
    const problems = [...reads.flatMap(([, read]) => ('problems' in read ? read.problems : [])), ...broken]
    return problems.length > 0 ? { problems } : { value: valid as Values<S> }
  }
}

/** Reads one member of an object. */
export function member<T>(name: string, reader: Reader<T>): Reader<T> {
  return (raw, field) => {
    const value = isObject(raw) ? raw[name] : undefined
    return reader(value, field === '' ? name : `${field}.${name}`)
  }
}

/** Reads one value by several readers, such as a query by its time and by everything else. */
export function together<S extends Shape>(shape: S): Reader<Values<S>> {
  return (raw, field) => {
    const reads = Object.entries(shape).map(([name, reader]) => [name, reader(raw, field)])
    return combined(Object.fromEntries(reads)) as Read<Values<S>>
  }
}

/** Reads a list, each of its entries by the same reader. */
export function listOf<T>(reader: Reader<T>): Reader<readonly T[]> {
  return (raw, field) => {
    if (!Array.isArray(raw)) return refused(field, 'must be a list')
    return all(raw.map((entry, index) => reader(entry, `${field}[${index}]`)))
  }
}

/** Combines the reads of a list into all values, or into the problems of all. */
export function all<T, P>(reads: readonly Read<T, P>[]): Read<readonly T[], P> {
  const problems = reads.flatMap((read) => ('problems' in read ? read.problems : []))
  if (problems.length > 0) return { problems }
  return { value: reads.flatMap((read) => ('value' in read ? [read.value] : [])) }
}

/** Reads an object with any names, each of its values by the same reader. */
export function entriesOf<T>(reader: Reader<T>): Reader<Readonly<Record<string, T>>> {
  return (raw, field) => {
    if (!isObject(raw)) return refused(field, 'must be an object')
    const reads = Object.entries(raw).map(([name, value]) => [name, reader(value, `${field}.${name}`)])
    return combined(Object.fromEntries(reads) as Readonly<Record<string, Read<T>>>)
  }
}

type Reads = Readonly<Record<string, Read<unknown, unknown>>>
type ReadValues<R extends Reads> = {
  readonly [Name in keyof R]: R[Name] extends Read<infer T, unknown> ? T : never
}
type ReadProblem<R> = R extends { readonly problems: readonly (infer P)[] } ? P : never

/** Combines reads into all values, or into the problems of all. */
export function combined<R extends Reads>(reads: R): Read<ReadValues<R>, ReadProblem<R[keyof R]>> {
  const entries = Object.entries(reads)
  const problems = entries.flatMap(([, read]) => ('problems' in read ? read.problems : []))
  if (problems.length > 0) return { problems: problems as ReadProblem<R[keyof R]>[] }
  const values = entries.map(([name, read]) => [name, 'value' in read ? read.value : undefined])
  return { value: Object.fromEntries(values) as ReadValues<R> }
}

export function converted<T, U>(reader: Reader<T>, convert: (value: T) => U): Reader<U> {
  return (raw, field) => {
    const read = reader(raw, field)
    return 'value' in read ? { value: convert(read.value) } : read
  }
}

/** Checks a value as a whole, once its parts are right. */
export function checked<T>(reader: Reader<T>, check: (value: T) => readonly Problem[]): Reader<T> {
  return (raw, field) => {
    const read = reader(raw, field)
    if ('problems' in read) return read
    const problems = check(read.value)
    return problems.length > 0 ? { problems } : read
  }
}

const SENTENCES_MAX = 10
/** An invoice of thirty lines can have some hundreds of problems. */
export const PROBLEMS_MAX = 1_000

/** All problems in one English sentence, for people. */
export function inEnglish(problems: readonly Problem[]): string {
  return problems.map((problem) => `${problem.field} ${sentenceOf(problem)}`).join('; ')
}

/** The text with a full stop, unless it ends as a question. */
export function asSentence(text: string): string {
  return text.endsWith('?') ? text : `${text}.`
}

/** Refuses content: the message names the first problems for people, the details name all of them for programs. */
export class ContentRefusal extends AppError {
  declare readonly details: readonly Problem<Sentence>[]

  constructor(problems: readonly Problem[]) {
    const more = problems.length - SENTENCES_MAX
    const rest = more > 0 ? `; and ${more} more` : ''
    const message = asSentence(`Field validation errors: ${inEnglish(problems.slice(0, SENTENCES_MAX))}${rest}`)
    super('invalid', 'VALIDATION_ERROR', message, problems.slice(0, PROBLEMS_MAX).map(written))
  }
}

function written(problem: Problem): Problem<Sentence> {
  const { field, reason } = problem
  return { field, reason, sentence: sentenceOf(problem) }
}

/** Returns the value, or throws a refusal that names every problem. */
export function valueOrThrow<T>(read: Read<T>): T {
  if ('value' in read) return read.value
  throw new ContentRefusal(read.problems)
}

/** Throws a refusal that names every problem; does nothing if there are none. */
export function refuseContent(problems: readonly Problem[]): void {
  if (problems.length > 0) throw new ContentRefusal(problems)
}
