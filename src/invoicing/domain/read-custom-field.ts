import { type ContentProblem, invalid, missing } from './content-problem.ts'
import {
  CHOICES_MAX,
  type CustomFieldTerms,
  choicesOf,
  DATA_INDEX_MAX,
  FIELD_TYPES,
  type FieldType,
  LABEL_LENGTH_MAX,
  lengthOf,
  POSSIBLE_VALUES_LENGTH_MAX,
  VALUE_LENGTH_MAX,
  valueProblem,
} from './custom-field.ts'
import { type PersonalDataFinding, personalDataFindings } from './personal-data.ts'
import { personalDataProblem } from './personal-data-refused.ts'
import { isObject, unknownNames } from './read-fields.ts'

/** What was read; the terms count where there are no problems only. */
export type ReadCustomField = {
  readonly problems: readonly ContentProblem[]
  /** Also in problems. */
  readonly findings: readonly PersonalDataFinding[]
  readonly terms: CustomFieldTerms
}

type Reading = {
  readonly body: Readonly<Record<string, unknown>>
  readonly problems: ContentProblem[]
}

const FIELDS = [
  'fieldType',
  'label',
  'customerVisible',
  'readOnly',
  'textMinLength',
  'textMaxLength',
  'textDefaultValue',
  'possibleValues',
  'merchantDefinedDataIndex',
] as const
type FieldName = (typeof FIELDS)[number]

/** What answers carry or clients add of themselves: known, and of no effect here. */
const IGNORED_FIELDS = [
  'id',
  'merchantId',
  'referenceType',
  'organizationId',
  'clientReferenceInformation',
]
const KNOWN_FIELDS: ReadonlySet<string> = new Set([...FIELDS, ...IGNORED_FIELDS])
/** Which fields belong to the other type, and mean nothing in this one. */
const FOREIGN_FIELDS: Readonly<Record<FieldType, readonly FieldName[]>> = {
  Text: ['possibleValues'],
  Select: ['textMinLength', 'textMaxLength', 'textDefaultValue'],
}

/** Reads a definition and names everything that is wrong with it. */
export function readCustomField(body: unknown = {}): ReadCustomField {
  const reading: Reading = { body: isObject(body) ? body : {}, problems: [] }
  const { problems } = reading
  if (!isObject(body) && body !== null) problems.push(invalid('body', 'must be a JSON object'))
  for (const name of unknownNames(reading.body, KNOWN_FIELDS)) {
    problems.push(invalid(name, 'is no field of a definition'))
  }
  const fieldType = readFieldType(reading)
  const terms = {
    fieldType: fieldType ?? 'Text',
    label: readText(reading, 'label', LABEL_LENGTH_MAX) ?? '',
    isCustomerVisible: readBoolean(reading, 'customerVisible'),
    isReadOnly: readBoolean(reading, 'readOnly'),
    textMinLength: readInteger(reading, 'textMinLength', { min: 0, max: VALUE_LENGTH_MAX }),
    textMaxLength: readInteger(reading, 'textMaxLength', { min: 1, max: VALUE_LENGTH_MAX }),
    textDefaultValue: readText(reading, 'textDefaultValue', VALUE_LENGTH_MAX),
    possibleValues: readPossibleValues(reading),
    dataIndex: readInteger(reading, 'merchantDefinedDataIndex', { min: 1, max: DATA_INDEX_MAX }),
  }
  if (!has(reading, 'label')) problems.push(missing('label'))
  if (fieldType !== undefined) problems.push(...typeProblems(reading, fieldType))
  if (problems.length === 0) problems.push(...textProblems(terms))
  const findings = personalDataFindings({
    label: terms.label,
    textDefaultValue: terms.textDefaultValue,
    possibleValues: terms.possibleValues,
  })
  return { problems: [...problems, ...findings.map(personalDataProblem)], findings, terms }
}

function typeProblems(reading: Reading, fieldType: FieldType): readonly ContentProblem[] {
  const foreign = FOREIGN_FIELDS[fieldType].filter((name) => has(reading, name))
  const problems = foreign.map((name) => invalid(name, `does not belong to a ${fieldType} field`))
  const needsChoices = fieldType === 'Select' && !has(reading, 'possibleValues')
  return needsChoices
    ? [...problems, missing('possibleValues', 'is required in a Select field')]
    : problems
}

function textProblems(terms: CustomFieldTerms): readonly ContentProblem[] {
  const { textMinLength = 0, textMaxLength = VALUE_LENGTH_MAX, textDefaultValue } = terms
  if (textMinLength > textMaxLength) {
    return [invalid('textMinLength', 'must not be above textMaxLength')]
  }
  if (textDefaultValue === undefined) return []
  const sentence = valueProblem(textDefaultValue, terms)
  return sentence === undefined ? [] : [invalid('textDefaultValue', sentence)]
}

function readFieldType(reading: Reading): FieldType | undefined {
  if (!has(reading, 'fieldType')) {
    reading.problems.push(missing('fieldType'))
    return undefined
  }
  const wanted = plainOf(reading.body['fieldType']).toLowerCase()
  const found = FIELD_TYPES.find((type) => type.toLowerCase() === wanted)
  if (found === undefined) {
    reading.problems.push(invalid('fieldType', `must be one of ${FIELD_TYPES.join(', ')}`))
  }
  return found
}

function readText(reading: Reading, name: FieldName, lengthMax: number): string | undefined {
  if (!has(reading, name)) return undefined
  const sent = reading.body[name]
  const text = typeof sent === 'number' ? String(sent) : sent
  if (typeof text === 'string' && isPlainText(text) && lengthOf(text.trim()) <= lengthMax) {
    return text.trim()
  }
  const sentence = `must be a text of at most ${lengthMax} characters without control characters`
  reading.problems.push(invalid(name, sentence))
  // Whatever else is wrong with it, personal data in it is looked for.
  return typeof text === 'string' ? text : undefined
}

function readPossibleValues(reading: Reading): string | undefined {
  const name = 'possibleValues'
  const sent = reading.body[name]
  const listed = Array.isArray(sent) ? joined(sent) : sent
  const body = { ...reading.body, [name]: listed }
  const text = readText({ ...reading, body }, name, POSSIBLE_VALUES_LENGTH_MAX)
  if (text === undefined) return undefined
  const choices = choicesOf(text)
  const isTooLong = choices.some((choice) => lengthOf(choice) > VALUE_LENGTH_MAX)
  if (choices.length === 0 || choices.length > CHOICES_MAX || isTooLong) {
    const sentence = `must be 1 to ${CHOICES_MAX} texts of at most ${VALUE_LENGTH_MAX} characters with commas between them`
    reading.problems.push(invalid(name, sentence))
  } else if (new Set(choices).size < choices.length) {
    reading.problems.push(invalid(name, 'must not name the same value twice'))
  }
  return text
}

/** What cannot be joined without making two values of one is left as it is, and refused as no text. */
function joined(values: readonly unknown[]): unknown {
  const isJoinable = values.every(
    (value) => typeof value === 'number' || (typeof value === 'string' && !value.includes(',')),
  )
  return isJoinable ? values.join(',') : values
}

function readBoolean(reading: Reading, name: FieldName): boolean {
  if (!has(reading, name)) return false
  const wanted = plainOf(reading.body[name]).toLowerCase()
  if (wanted !== 'true' && wanted !== 'false') {
    reading.problems.push(invalid(name, 'must be true or false'))
  }
  return wanted === 'true'
}

function readInteger(
  reading: Reading,
  name: FieldName,
  { min, max }: { readonly min: number; readonly max: number },
): number | undefined {
  if (!has(reading, name)) return undefined
  const text = plainOf(reading.body[name])
  const value = /^\d{1,9}$/.test(text) ? Number(text) : -1
  if (value >= min && value <= max) return value
  reading.problems.push(invalid(name, `must be a whole number from ${min} to ${max}`))
  return undefined
}

/** Left out, null, empty and blank are all no value. */
function has({ body }: Reading, name: FieldName): boolean {
  const value = Object.hasOwn(body, name) ? body[name] : undefined
  if (Array.isArray(value)) return value.length > 0
  return (
    value !== undefined && value !== null && (typeof value === 'object' || plainOf(value) !== '')
  )
}

/** Lists and objects have no text: one that a client makes up may even have no way to become one. */
function plainOf(value: unknown): string {
  return typeof value === 'object' ? '' : String(value).trim()
}

function isPlainText(text: string): boolean {
  return text.isWellFormed() && !/\p{Cc}/u.test(text)
}
