// pure
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
