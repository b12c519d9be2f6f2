// pure
import type { Fault } from '../../kernel/reading/fault.ts'
import { invalid, type Problem } from '../../kernel/reading/reading.ts'

export type CustomFieldValue = { readonly definitionId: number; readonly value: string }

export const FIELD_TYPES = ['Text', 'Select'] as const
export type FieldType = (typeof FIELD_TYPES)[number]

/** The merchant's definition of a field that it adds to its invoices. */
export type CustomFieldTerms = {
  readonly fieldType: FieldType
  readonly label: string
  /** Whether the payer sees it. */
  readonly isCustomerVisible: boolean
  /** Whether the payer sees it but cannot change it. */
  readonly isReadOnly: boolean
  readonly textMinLength: number | undefined
  readonly textMaxLength: number | undefined
  readonly textDefaultValue: string | undefined
  /** Of a select field: the comma-separated choices. */
  readonly possibleValues: string | undefined
  /** Which of the numbered merchant data fields of a transaction carries the value. */
  readonly dataIndex: number | undefined
}

/** A field that a merchant adds to its invoices. */
export type CustomFieldDefinition = CustomFieldTerms & {
  readonly organizationId: string
  /** Counts from 1 in each organization; never reused. */
  readonly definitionId: number
  readonly referenceType: 'Invoice'
  readonly createdAt: Temporal.Instant
  /** A deleted field accepts no new values, but stays for invoices that have one. */
  readonly deletedAt: Temporal.Instant | undefined
}

/** Active fields of one organization. */
export const CUSTOM_FIELDS_MAX = 50
export const DATA_INDEX_MAX = 100
/** Lengths are counted in code points. */
export const VALUE_LENGTH_MAX = 255
export const LABEL_LENGTH_MAX = 100
export const POSSIBLE_VALUES_LENGTH_MAX = 2000
export const CHOICES_MAX = 100

/** The choices of a select field. */
export function choicesOf(possibleValues: string | undefined): readonly string[] {
  const choices = (possibleValues ?? '').split(',').map((choice) => choice.trim())
  return choices.filter((choice) => choice !== '')
}

/**
 * The problems of an invoice's custom field values, according to their definitions: the active
 * ones, and deleted ones of which the invoice already has a value.
 */
export function customFieldProblems(
  values: readonly CustomFieldValue[],
  definitions: readonly CustomFieldDefinition[],
): readonly Problem[] {
  const known = new Map(definitions.map((definition) => [definition.definitionId, definition]))
  const seen = new Set<number>()
  return values.flatMap(({ definitionId, value }, index) => {
    const field = `merchantDefinedFieldValues[${index}]`
    const definition = known.get(definitionId)
    if (definition === undefined) return [invalid(`${field}.definitionId`, 'is unknown')]
    if (seen.has(definitionId)) {
      return [invalid(`${field}.definitionId`, 'already has a value')]
    }
    seen.add(definitionId)
    const fault = valueFault(value, definition)
    return fault === undefined ? [] : [invalid(`${field}.value`, fault)]
  })
}

/** Whether a payer who can answer must: a text that needs at least one character cannot stay empty. */
export function isAnswerRequired({
  fieldType,
  textMinLength = 0,
}: Pick<CustomFieldTerms, 'fieldType' | 'textMinLength'>): boolean {
  return fieldType === 'Text' && textMinLength > 0
}

/** Returns the value's problem; undefined if it fits. An empty value of a merchant's fits: a payer may fill it in. */
export function valueFault(
  value: string,
  {
    fieldType,
    textMinLength = 0,
    textMaxLength = VALUE_LENGTH_MAX,
    possibleValues,
  }: Pick<CustomFieldTerms, 'fieldType' | 'textMinLength' | 'textMaxLength' | 'possibleValues'>,
): Fault | undefined {
  if (value.trim() === '') return undefined
  if (fieldType === 'Select') {
    const choices = choicesOf(possibleValues)
    return choices.includes(value.trim()) ? undefined : { code: 'choice' }
  }
  const length = lengthOf(value)
  if (length < textMinLength) return { code: 'tooShort', min: textMinLength }
  return length > textMaxLength ? { code: 'tooLong', max: textMaxLength } : undefined
}

export function lengthOf(text: string): number {
  return Array.from(text).length
}
