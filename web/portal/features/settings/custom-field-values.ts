// pure
import { VALUE_LENGTH_MAX } from '../../../../src/invoicing/custom-fields/custom-field.ts'

export type CustomField = {
  readonly id: string
  readonly fieldType: 'Text' | 'Select'
  readonly label: string
  readonly customerVisible: boolean
  readonly readOnly: boolean
  readonly textMinLength?: number
  readonly textMaxLength?: number
  readonly textDefaultValue?: string
  readonly possibleValues?: string
  readonly merchantDefinedDataIndex?: number
}

/** Every field of a definition: those that are left out would get their defaults. */
export type CustomFieldBody = Readonly<Record<string, string | number | boolean | undefined>>

/** The typed texts of a custom field's form. */
export type FieldValues = {
  readonly fieldType: CustomField['fieldType']
  readonly label: string
  readonly textMinLength: string
  readonly textMaxLength: string
  readonly textDefaultValue: string
  readonly possibleValues: string
  readonly customerVisible: boolean
  readonly readOnly: boolean
}

export function fieldValuesOf(field: CustomField | undefined): FieldValues {
  return {
    fieldType: field?.fieldType ?? 'Text',
    label: field?.label ?? '',
    textMinLength: String(field?.textMinLength ?? ''),
    textMaxLength: String(field?.textMaxLength ?? ''),
    textDefaultValue: field?.textDefaultValue ?? '',
    possibleValues: field?.possibleValues ?? '',
    customerVisible: field?.customerVisible ?? true,
    readOnly: field?.readOnly ?? false,
  }
}

/** The reason why the API refuses a typed length; undefined if the length is not the reason. */
export function lengthProblem(
  name: string,
  { textMinLength, textMaxLength }: Pick<FieldValues, 'textMinLength' | 'textMaxLength'>,
): 'length' | 'minAboveMax' | undefined {
  if (name !== 'textMinLength' && name !== 'textMaxLength') return undefined
  const typed = (name === 'textMinLength' ? textMinLength : textMaxLength).trim()
  if (!/^\d+$/.test(typed) || Number(typed) > VALUE_LENGTH_MAX) return 'length'
  const max = textMaxLength.trim() === '' ? VALUE_LENGTH_MAX : Number(textMaxLength)
  return name === 'textMinLength' && Number(typed) > max ? 'minAboveMax' : undefined
}

/** The body for the API: fields of the other type and empty ones are left out, and fields without a control are kept. */
export function bodyOf(values: FieldValues, before: CustomField | undefined): CustomFieldBody {
  const { fieldType, textMinLength, textMaxLength, textDefaultValue, possibleValues, ...shared } = values
  const own = fieldType === 'Select' ? { possibleValues } : { textMinLength, textMaxLength, textDefaultValue }
  const given = Object.entries(own).filter(([, text]) => text.trim() !== '')
  return {
    ...{ fieldType, ...shared },
    ...Object.fromEntries(given),
    ...(before?.merchantDefinedDataIndex !== undefined && {
      merchantDefinedDataIndex: before.merchantDefinedDataIndex,
    }),
  }
}
