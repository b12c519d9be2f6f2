import { fieldsOfDefinition, type ReportDefinition, reportFieldFinder } from '../records/index.ts'
import { hasNoValue, invalid, missing, type Problems, shown } from './domain/content-problem.ts'

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
  const names = listOfNames(raw, definition, problems)
  const finder = reportFieldFinder(definition)
  const places = new Map<string, number>()
  let suggestions = 0
  for (const [index, name] of names.entries()) {
    const place = `${FIELD}[${index}]`
    if (typeof name !== 'string' || name === '' || name.length > NAME_LENGTH_MAX) {
      problems.push(invalid(place, `must be a name of 1 to ${NAME_LENGTH_MAX} characters`))
      continue
    }
    const field = finder.find(name)
    if (field === undefined) {
      suggestions += 1
      const sentence =
        suggestions <= SUGGESTIONS_MAX
          ? finder.problemWith(name).sentence
          : `is not among the fields of ${definition.name}`
      problems.push(invalid(place, `(${shown(name)}) ${sentence}`))
      continue
    }
    const before = places.get(field.wireName)
    if (before === undefined) places.set(field.wireName, index)
    else {
      const sentence = `(${shown(name)}) asks for ${field.wireName} again, as ${FIELD}[${before}] does`
      problems.push(invalid(place, sentence))
    }
  }
  return [...places.keys()]
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
