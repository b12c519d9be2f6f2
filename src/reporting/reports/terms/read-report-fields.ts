import type { Field } from '../../../catalogue/field.ts'
import { reportFieldFinder } from '../../../catalogue/find-field.ts'
import { fieldsOfDefinition, type ReportDefinition } from '../../../catalogue/report-definition.ts'
import { invalid, type Problem, type Read, type Reader, refused } from '../../../kernel/reading/reading.ts'
import { excerpt } from '../excerpt.ts'
import type { ReportTerms } from '../report.ts'

/** No field has a longer name. */
const NAME_LENGTH_MAX = 200
/** Finding a suggestion is costly. */
const SUGGESTIONS_MAX = 10

type RequestedFields = Pick<ReportTerms, 'fields' | 'fieldAliases'>

/** Reads field names in the requested order; each unknown or repeated name is a problem. */
export function reportFields(definition: ReportDefinition | undefined): Reader<RequestedFields> {
  return (raw, field) => {
    // The names cannot be checked against an unknown definition.
    if (definition === undefined) return { value: { fields: [], fieldAliases: {} } }
    const sentence = problemOfList(raw, definition)
    if (sentence !== undefined) return refused(field, sentence)
    return readNames(raw as readonly unknown[], field, definition)
  }
}

function readNames(names: readonly unknown[], field: string, definition: ReportDefinition): Read<RequestedFields> {
  const finder = reportFieldFinder(definition)
  const sentenceAbout = unknownNames(definition)
  const places = new Map<string, number>()
  const aliases: [string, string][] = []
  const problems: Problem[] = []
  for (const [index, name] of names.entries()) {
    const found = isName(name) ? finder.find(name) : undefined
    if (found === undefined) {
      problems.push(invalid(`${field}[${index}]`, sentenceAbout(name)))
      continue
    }
    const { wireName } = found
    const before = places.get(wireName)
    if (before !== undefined) {
      problems.push(invalid(`${field}[${index}]`, `(${name}) repeats ${field}[${before}]: both are ${wireName}`))
      continue
    }
    places.set(wireName, index)
    if (isAlias(found, name)) aliases.push([wireName, name])
  }
  if (problems.length > 0) return { problems }
  return { value: { fields: [...places.keys()], fieldAliases: Object.fromEntries(aliases) } }
}

/** Whether the name is exactly one of the aliases; a bare name or one in another letter case stands for the wire name. */
function isAlias({ aliases }: Field, name: unknown): name is string {
  return isName(name) && name.includes('.') && aliases.includes(name)
}

function isName(raw: unknown): raw is string {
  return typeof raw === 'string' && raw !== '' && raw.length <= NAME_LENGTH_MAX
}

/** Describes unknown names, with a suggestion for the first ones. */
function unknownNames(definition: ReportDefinition): (name: unknown) => string {
  let count = 0
  return (name) => {
    if (!isName(name)) return `must be a name of 1 to ${NAME_LENGTH_MAX} characters`
    count += 1
    const sentence =
      count <= SUGGESTIONS_MAX
        ? reportFieldFinder(definition).problemWith(name).sentence
        : `is not among the fields of ${definition.name}`
    return `(${excerpt(name)}) ${sentence}`
  }
}

function problemOfList(raw: unknown, definition: ReportDefinition): string | undefined {
  const countMax = fieldsOfDefinition(definition).length
  if (!Array.isArray(raw)) return 'must be a list of field names'
  if (raw.length === 0) return 'must name at least one field'
  if (raw.length <= countMax) return undefined
  return `must have at most ${countMax} fields: ${definition.name} has no more`
}
