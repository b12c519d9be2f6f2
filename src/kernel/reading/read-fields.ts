// pure

import { fieldReader, type ReadValues } from './field-reader.ts'
import type { FieldTable } from './field-table.ts'
import { hasNoValue, invalid, isObject, optional, type Problem, type Reader } from './reading.ts'

/** A table of fields, prepared for reading: the objects that they are in, outer ones first. */
export type FieldSet<Table extends FieldTable> = readonly KnownObject[] & { readonly of?: Table }

type KnownObject = {
  /** Empty for the body, or the list's entry, itself. */
  readonly path: string
  readonly fields: { readonly name: string; readonly key: string; readonly reader: Reader<unknown> }[]
  /** The names of its fields and objects, and of ignored members. */
  readonly known: Set<string>
}

/** Collects what reading finds, with one problem for each field. */
export type Findings = {
  readonly problems: Map<string, Problem>
  readonly unknownFields: string[]
}

const WHOLE_BODY = 'body'
const UNKNOWN_MAX = 50
const UNKNOWN_NAME_LENGTH_MAX = 100

export function newFindings(): Findings {
  return { problems: new Map(), unknownFields: [] }
}

/** Adds problems, except those of fields that have one already, or that are inside an object that has one. */
export function report({ problems }: Pick<Findings, 'problems'>, ...found: readonly Problem[]): void {
  for (const problem of found) {
    if (!isCovered(problems, problem.field)) problems.set(problem.field, problem)
  }
}

function isCovered(problems: ReadonlyMap<string, unknown>, field: string): boolean {
  if (problems.size === 0) return false
  if (problems.has(WHOLE_BODY)) return true
  for (let end = field.length; end > 0; end = field.lastIndexOf('.', end - 1)) {
    if (problems.has(field.slice(0, end))) return true
  }
  return false
}

/** Ignored paths are known, but neither they nor fields below them are read. */
export function fieldSet<Table extends FieldTable>(
  table: Table,
  ignoredPaths: readonly string[] = [],
): FieldSet<Table> {
  const isIgnored = (path: string): boolean =>
    ignoredPaths.some((ignored) => path === ignored || path.startsWith(`${ignored}.`))
  const objects = new Map<string, KnownObject>()
  const objectAt = (path: string): KnownObject => {
    const object = objects.get(path) ?? { path, fields: [], known: new Set() }
    objects.set(path, object)
    return object
  }
  const place = (path: string): { readonly parent: KnownObject; readonly key: string } => {
    const keys = path.split('.')
    for (const [index, key] of keys.entries()) objectAt(keys.slice(0, index).join('.')).known.add(key)
    return { parent: objectAt(keys.slice(0, -1).join('.')), key: keys.at(-1) ?? path }
  }
  for (const [name, field] of Object.entries(table)) {
    if (isIgnored(field.path)) continue
    const { parent, key } = place(field.path)
    parent.fields.push({ name, key, reader: optional(fieldReader(field)) })
  }
  for (const path of ignoredPaths) place(path)
  return [...objects.values()]
}

type ReadTask<Table extends FieldTable> = {
  readonly set: FieldSet<Table>
  /** Comes before the path of every field, for example `orderInformation.lineItems[0].`. */
  readonly prefix?: string
  readonly findings: Findings
}

/** Reads every field of the table; a field that is missing or has a problem is undefined. */
export function readFields<Table extends FieldTable>(
  body: unknown,
  { set, prefix = '', findings }: ReadTask<Table>,
): ReadValues<Table> {
  const values: Record<string, unknown> = {}
  const placeOf = (path: string): string => (path === '' ? prefix : `${prefix}${path}.`)
  for (const object of set) {
    Object.assign(values, readObject(valueAt(body, object.path), { object, place: placeOf(object.path), findings }))
  }
  for (const { path, known } of set.toReversed()) {
    noteUnknown(findings, valueAt(body, path), { known, place: placeOf(path) })
  }
  return values as ReadValues<Table>
}

function readObject(
  raw: unknown,
  { object, place, findings }: { readonly object: KnownObject; readonly place: string; readonly findings: Findings },
): Readonly<Record<string, unknown>> {
  if (hasNoValue(raw)) return {}
  if (!isObject(raw)) {
    report(findings, invalid(place === '' ? WHOLE_BODY : place.slice(0, -1), 'must be an object'))
    return {}
  }
  const values: Record<string, unknown> = {}
  for (const { name, key, reader } of object.fields) {
    const read = reader(raw[key], `${place}${key}`)
    if ('value' in read) values[name] = read.value
    else report(findings, ...read.problems)
  }
  return values
}

/** The value at a path without lists; undefined if there is none. */
export function valueAt(body: unknown, path: string): unknown {
  if (path === '') return body
  let value = body
  for (const key of path.split('.')) value = isObject(value) ? value[key] : undefined
  return value
}

/** The names are the sender's and are sent back: they are cut, well formed, and bounded in number. */
function noteUnknown(
  { unknownFields }: Findings,
  raw: unknown,
  { known, place }: { readonly known: ReadonlySet<string>; readonly place: string },
): void {
  if (!isObject(raw)) return
  for (const key of Object.keys(raw)) {
    if (unknownFields.length === UNKNOWN_MAX) return
    if (known.has(key)) continue
    unknownFields.push(`${place}${key.slice(0, UNKNOWN_NAME_LENGTH_MAX).toWellFormed()}`)
  }
}
