// pure
import { hasNoValue, invalid, isObject, type Problem } from '../../kernel/reading/reading.ts'
import type { FieldTable, RequestField } from './field-table.ts'
import { type ReadValues, readField } from './read-field.ts'

/** A table of fields as a tree, so that a body is gone through once, object by object. */
export type FieldTree<Table extends FieldTable> = {
  readonly table: Table
  readonly root: Branch
}
type Branch = {
  readonly path: string
  readonly leaves: { readonly key: string; readonly name: string; readonly field: RequestField }[]
  readonly branches: Map<string, Branch>
  /** Names that are known: of leaves, of branches, and of what is ignored. */
  readonly known: Set<string>
}

/** Gathers what reading finds: one problem a field, the first one. */
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

export function report({ problems }: Findings, problem: Problem): void {
  if (!isBelowProblem(problems, problem.field)) problems.set(problem.field, problem)
}

/** Whoever sent a list for an object is not told of all the fields that it lacks. */
function isBelowProblem(problems: ReadonlyMap<string, unknown>, field: string): boolean {
  if (problems.size === 0) return false
  if (problems.has(WHOLE_BODY)) return true
  for (let end = field.length; end > 0; end = field.lastIndexOf('.', end - 1)) {
    if (problems.has(field.slice(0, end))) return true
  }
  return false
}

/** Paths that are ignored are known all the same; a field below one of them is not read. */
export function fieldTree<Table extends FieldTable>(
  table: Table,
  ignoredPaths: readonly string[] = [],
): FieldTree<Table> {
  const root = branch('')
  const isIgnored = (path: string): boolean =>
    ignoredPaths.some((ignored) => path === ignored || path.startsWith(`${ignored}.`))
  for (const [name, field] of Object.entries(table)) {
    if (isIgnored(field.path)) continue
    const { parent, key } = placeOf(root, field.path)
    parent.leaves.push({ key, name, field })
  }
  for (const path of ignoredPaths) placeOf(root, path)
  return { table, root }
}

/** Reads every field of the table; what is no value, or no good one, is undefined. */
export function readFields<Table extends FieldTable>(
  body: unknown,
  { tree, prefix = '', findings }: ReadTask<Table>,
): ReadValues<Table> {
  const values: Record<string, unknown> = {}
  readBranch(body, { branch: tree.root, prefix, findings, values })
  return values as ReadValues<Table>
}

type ReadTask<Table extends FieldTable> = {
  readonly tree: FieldTree<Table>
  /** What stands before the path of every field, as `orderInformation.lineItems[0].`. */
  readonly prefix?: string
  readonly findings: Findings
}

type BranchTask = {
  readonly branch: Branch
  readonly prefix: string
  readonly findings: Findings
  readonly values: Record<string, unknown>
}

function readBranch(raw: unknown, task: BranchTask): void {
  const { branch, prefix, findings, values } = task
  if (hasNoValue(raw)) return
  if (!isObject(raw)) {
    const field = `${prefix}${branch.path}`.replace(/\.$/, '')
    report(findings, invalid(field === '' ? WHOLE_BODY : field, 'must be an object'))
    return
  }
  for (const { key, name, field } of branch.leaves) {
    const value = raw[key]
    if (hasNoValue(value)) continue
    const reading = readField(value, field)
    if ('value' in reading) values[name] = reading.value
    else report(findings, invalid(`${prefix}${field.path}`, reading.sentence))
  }
  for (const [key, inner] of branch.branches) readBranch(raw[key], { ...task, branch: inner })
  noteUnknown(raw, task)
}

function noteUnknown(raw: object, { branch, prefix, findings }: BranchTask): void {
  const place = branch.path === '' ? prefix : `${prefix}${branch.path}.`
  const room = UNKNOWN_MAX - findings.unknownFields.length
  const names = unknownNames(raw, branch.known).slice(0, room)
  findings.unknownFields.push(...names.map((name) => `${place}${name}`))
}

/** The names are the sender's and go back to it: whole characters, and not too many of either. */
function unknownNames(raw: object, known: ReadonlySet<string>): readonly string[] {
  const names: string[] = []
  for (const key of Object.keys(raw)) {
    if (known.has(key)) continue
    names.push(key.slice(0, UNKNOWN_NAME_LENGTH_MAX).toWellFormed())
    if (names.length === UNKNOWN_MAX) break
  }
  return names
}

function placeOf(root: Branch, path: string): { parent: Branch; key: string } {
  const keys = path.split('.')
  const key = keys.pop() ?? path
  let parent = root
  for (const step of keys) {
    const inner = parent.branches.get(step) ?? branch(parent.path === '' ? step : `${parent.path}.${step}`)
    parent.branches.set(step, inner)
    parent.known.add(step)
    parent = inner
  }
  parent.known.add(key)
  return { parent, key }
}

function branch(path: string): Branch {
  return { path, leaves: [], branches: new Map(), known: new Set() }
}
