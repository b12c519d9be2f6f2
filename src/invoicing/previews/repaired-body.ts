// pure
import { isObject, type Problem } from '../../kernel/reading/reading.ts'

/** Values for required fields that are not typed yet, by path; the index of a line is left out. */
export type Placeholders = Readonly<Record<string, unknown>>

export type RepairedBody = {
  readonly body: unknown
  /** Problems that neither a placeholder nor leaving the value out repairs. */
  readonly remaining: readonly Problem[]
}

/**
 * The body of an unfinished invoice as far as it can be shown: a value with a problem is left out, and a required field
 * without a value has a placeholder. The body itself is not changed.
 */
export function repairedBody(body: unknown, problems: readonly Problem[], placeholders: Placeholders): RepairedBody {
  const copy: unknown = structuredClone(isObject(body) ? body : {})
  const [wrong, missing] = [problems.filter(isWrong), problems.filter((problem) => !isWrong(problem))]
  const unfilled = missing.filter(({ field }) => {
    const placeholder = placeholders[withoutIndexes(field)]
    return placeholder === undefined || !setAt(copy, keysOf(field), placeholder)
  })
  // Problems come in the order of lists, and a removed entry moves those after it.
  const unremoved = wrong.toReversed().filter(({ field }) => !removeAt(copy, keysOf(field)))
  return { body: copy, remaining: [...unfilled, ...unremoved] }
}

function isWrong({ reason }: Problem): boolean {
  return reason === 'INVALID_DATA'
}

/** `orderInformation.lineItems[2].productSku`: four keys, of which one is an index. */
function keysOf(path: string): readonly (string | number)[] {
  return path.split(/[.[\]]+/).flatMap((key) => (key === '' ? [] : /^\d+$/.test(key) ? Number(key) : key))
}

function withoutIndexes(path: string): string {
  return path.replaceAll(/\[\d+\]/g, '')
}

function removeAt(root: unknown, keys: readonly (string | number)[]): boolean {
  const parent = parentAt(root, keys)
  const key = keys.at(-1)
  if (parent === undefined || key === undefined || !Object.hasOwn(parent, key)) return false
  if (Array.isArray(parent)) parent.splice(Number(key), 1)
  else delete (parent as Record<string, unknown>)[key]
  return true
}

function setAt(root: unknown, keys: readonly (string | number)[], value: unknown): boolean {
  let place = root
  for (const key of keys.slice(0, -1)) {
    if (!isContainer(place)) return false
    const members = place as Record<string | number, unknown>
    if (!isContainer(members[key])) members[key] = {}
    place = members[key]
  }
  const last = keys.at(-1)
  if (!isContainer(place) || last === undefined) return false
  ;(place as Record<string | number, unknown>)[last] = value
  return true
}

function parentAt(root: unknown, keys: readonly (string | number)[]): object | undefined {
  let place = root
  for (const key of keys.slice(0, -1)) {
    place = isContainer(place) ? (place as Record<string | number, unknown>)[key] : undefined
  }
  return isContainer(place) ? place : undefined
}

function isContainer(value: unknown): value is object {
  return isObject(value) || Array.isArray(value)
}
