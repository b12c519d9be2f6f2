// pure

import { fieldReader, textOf } from '../../kernel/reading/field-reader.ts'
import { choice, type FieldTable, flag, integer, text } from '../../kernel/reading/field-table.ts'
import { type Findings, fieldSet, newFindings, readFields, report } from '../../kernel/reading/read-fields.ts'
import { hasNoValue, invalid, isObject, missing, type Problem } from '../../kernel/reading/reading.ts'
import { type PersonalDataFinding, personalDataFindings } from '../personal-data/personal-data.ts'
import { personalDataProblem } from '../personal-data/personal-data-refused.ts'
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
  valueFault,
} from './custom-field.ts'

/** The terms are valid only if there are no problems. */
export type ReadCustomField = {
  readonly problems: readonly Problem[]
  /** Also in problems. */
  readonly findings: readonly PersonalDataFinding[]
  readonly terms: CustomFieldTerms
  readonly unknownFields: readonly string[]
}

/** Every field of a definition except its choices, which can be a string or a list. */
const DEFINITION_FIELDS = {
  fieldType: choice('fieldType', FIELD_TYPES, 'A text that is typed, or a choice.'),
  label: text('label', LABEL_LENGTH_MAX, 'The label that the payer sees.'),
  isCustomerVisible: flag('customerVisible', 'Whether the payer sees it.'),
  isReadOnly: flag('readOnly', 'Whether the payer sees it but cannot change it.'),
  textMinLength: integer('textMinLength', 0, VALUE_LENGTH_MAX, 'Of a text, in characters.'),
  textMaxLength: integer('textMaxLength', 1, VALUE_LENGTH_MAX, 'Of a text, in characters.'),
  textDefaultValue: text('textDefaultValue', VALUE_LENGTH_MAX, 'The initial text.'),
  dataIndex: integer(
    'merchantDefinedDataIndex',
    1,
    DATA_INDEX_MAX,
    'Which of a transaction’s numbered merchant data fields carries the value.',
  ),
} as const satisfies FieldTable

const CHOICES_PATH = 'possibleValues'
const CHOICES = fieldReader({ kind: 'text', lengthMax: POSSIBLE_VALUES_LENGTH_MAX })
/** Fields that responses contain or clients always send: known, but without effect here. */
const IGNORED_FIELDS = ['id', 'merchantId', 'referenceType', 'warnings', 'organizationId', 'clientReferenceInformation']
const FIELDS = fieldSet(DEFINITION_FIELDS, [CHOICES_PATH, ...IGNORED_FIELDS])
/** Fields that belong to the other type. */
const FOREIGN_FIELDS: Readonly<Record<FieldType, readonly string[]>> = {
  Text: [CHOICES_PATH],
  Select: ['textMinLength', 'textMaxLength', 'textDefaultValue'],
}

type Sent = Readonly<Record<string, unknown>>

/** Reads a definition and names everything that is wrong with it. */
export function readCustomField(body: unknown): ReadCustomField {
  const findings = newFindings()
  const values = readFields(body, { set: FIELDS, findings })
  const sent: Sent = isObject(body) ? { ...body, [CHOICES_PATH]: sentChoices(body) } : {}
  const { fieldType = 'Text' } = values
  const terms = {
    fieldType,
    label: values.label?.trim() ?? '',
    isCustomerVisible: values.isCustomerVisible ?? false,
    isReadOnly: values.isReadOnly ?? false,
    textMinLength: values.textMinLength,
    textMaxLength: values.textMaxLength,
    textDefaultValue: values.textDefaultValue?.trim(),
    possibleValues: readChoices(sent[CHOICES_PATH], findings),
    dataIndex: values.dataIndex,
  }
  const absent = ['fieldType', 'label'].filter((name) => hasNoValue(sent[name]))
  report(findings, ...absent.map((name) => missing(name)))
  if (values.fieldType !== undefined) report(findings, ...typeProblems(sent, fieldType))
  if (findings.problems.size === 0) report(findings, ...textProblems(terms))
  return { ...withPersonalData(sent, findings), terms, unknownFields: findings.unknownFields }
}

/** Looks for personal data even in strings that are refused for another reason. */
function withPersonalData(sent: Sent, findings: Findings): Pick<ReadCustomField, 'problems' | 'findings'> {
  const personalData = personalDataFindings({
    label: textOf(sent['label']),
    textDefaultValue: textOf(sent['textDefaultValue']),
    possibleValues: textOf(sent[CHOICES_PATH]),
  })
  report(findings, ...personalData.map(personalDataProblem))
  return { problems: [...findings.problems.values()], findings: personalData }
}

function typeProblems(sent: Sent, fieldType: FieldType): readonly Problem[] {
  const foreign = FOREIGN_FIELDS[fieldType].filter((name) => !hasNoValue(sent[name]))
  const problems = foreign.map((name) => invalid(name, `is not supported for a ${fieldType} field`))
  const needsChoices = fieldType === 'Select' && hasNoValue(sent[CHOICES_PATH])
  return needsChoices ? [...problems, missing(CHOICES_PATH, 'is required for a Select field')] : problems
}

function textProblems(terms: CustomFieldTerms): readonly Problem[] {
  const { textMinLength = 0, textMaxLength = VALUE_LENGTH_MAX, textDefaultValue } = terms
  if (textMinLength > textMaxLength) {
    return [invalid('textMinLength', 'cannot exceed textMaxLength')]
  }
  if (textDefaultValue === undefined) return []
  const fault = valueFault(textDefaultValue, terms)
  return fault === undefined ? [] : [invalid('textDefaultValue', fault)]
}

/**
 * The choices as one string, even if they were sent as a list. A list whose values contain commas cannot be
 * joined: it is left as it is and refused.
 */
function sentChoices(sent: Sent): unknown {
  const choices = sent[CHOICES_PATH]
  if (!Array.isArray(choices)) return choices
  const isJoinable = choices.every(
    (value) => typeof value === 'number' || (typeof value === 'string' && !value.includes(',')),
  )
  return isJoinable ? choices.join(',') : choices
}

function readChoices(sent: unknown, findings: Findings): string | undefined {
  if (hasNoValue(sent)) return undefined
  const read = CHOICES(sent, CHOICES_PATH)
  if ('problems' in read) {
    report(findings, ...read.problems)
    return undefined
  }
  const text = String(read.value).trim()
  const sentence = choicesProblem(text)
  if (sentence !== undefined) report(findings, invalid(CHOICES_PATH, sentence))
  return text
}

function choicesProblem(text: string): string | undefined {
  const choices = choicesOf(text)
  const isTooLong = choices.some((choice) => lengthOf(choice) > VALUE_LENGTH_MAX)
  if (choices.length === 0 || choices.length > CHOICES_MAX || isTooLong) {
    return `must be 1 to ${CHOICES_MAX} comma-separated values of at most ${VALUE_LENGTH_MAX} characters each`
  }
  return new Set(choices).size < choices.length ? 'cannot contain the same value twice' : undefined
}
