import { reportFieldFinder } from '../../catalogue/find-field.ts'
import { fieldsOfDefinition, type ReportDefinition } from '../../catalogue/report-definition.ts'
import { hasNoValue, invalid, missing } from '../../kernel/reading/reading.ts'
import { type Problems, shown } from './content-problem.ts'

const FIELD = 'reportFields'
/** No field is called anything longer. */
const NAME_LENGTH_MAX = 200
/** What may have been meant is costly to find out. */
const SUGGESTIONS_MAX = 10

/** Wire names in the order asked for; each name that means no field, or one twice, is a problem. */
export function readReportFields(
  raw: unknown,
  definition: ReportDefinition | undefined,
  problems: Problems,
): readonly string[] {
  if (hasNoValue(raw)) problems.push(missing(FIELD))
  // What the names of an unknown definition mean, nobody can say.
  if (hasNoValue(raw) || definition === undefined) return []
  const finder = reportFieldFinder(definition)
  const sentenceAbout = unknownNames(definition)
  const places = new Map<string, number>()
  for (const [index, name] of listOfNames(raw, definition, problems).entries()) {
    const field = isName(name) ? finder.find(name) : undefined
    const before = places.get(field?.wireName ?? '')
    if (field === undefined) problems.push(invalid(`${FIELD}[${index}]`, sentenceAbout(name)))
    else if (before === undefined) places.set(field.wireName, index)
    else {
      const sentence = `(${name}) asks for ${field.wireName} again, as ${FIELD}[${before}] does`
      problems.push(invalid(`${FIELD}[${index}]`, sentence))
    }
  }
  return [...places.keys()]
}

function isName(raw: unknown): raw is string {
  return typeof raw === 'string' && raw !== '' && raw.length <= NAME_LENGTH_MAX
}

/** What is said about a name that means no field; what may have been meant only about the first ones. */
function unknownNames(definition: ReportDefinition): (name: unknown) => string {
  let count = 0
  return (name) => {
    if (!isName(name)) return `must be a name of 1 to ${NAME_LENGTH_MAX} characters`
    count += 1
    const sentence =
      count <= SUGGESTIONS_MAX
        ? reportFieldFinder(definition).problemWith(name).sentence
        : `is not among the fields of ${definition.name}`
    return `(${shown(name)}) ${sentence}`
  }
}

function listOfNames(
  raw: unknown,
  definition: ReportDefinition,
  problems: Problems,
): readonly unknown[] {
  const countMax = fieldsOfDefinition(definition).length
  if (Array.isArray(raw) && raw.length > 0 && raw.length <= countMax) return raw
  const sentence = !Array.isArray(raw)
    ? 'must be a list of names'
    : raw.length === 0
      ? 'must name at least one field'
      : `must not name more than ${countMax} fields: ${definition.name} has no more`
  problems.push(invalid(FIELD, sentence))
  return []
}
