// pure
import type { CustomFieldDefinition, CustomFieldValue } from '../custom-fields/custom-field.ts'
import type { InvoiceTerms } from '../rules/invoice.ts'

/**
 * Default texts of fields that the payer cannot change and that have no value from the merchant: nothing else would
 * fill them in. An amount-only invoice has no custom fields.
 */
export function defaultValues(
  { lines, customFieldValues }: Pick<InvoiceTerms, 'lines' | 'customFieldValues'>,
  definitions: readonly CustomFieldDefinition[],
): readonly CustomFieldValue[] {
  if (lines.length === 0) return []
  const given = new Set(customFieldValues.map(({ definitionId }) => definitionId))
  return definitions.flatMap((definition) => {
    const { definitionId, deletedAt, textDefaultValue: value } = definition
    const isFilled = given.has(definitionId) || deletedAt !== undefined || canPayerChange(definition)
    return isFilled || value === undefined ? [] : [{ definitionId, value }]
  })
}

export function canPayerChange({ isCustomerVisible, isReadOnly }: CustomFieldDefinition): boolean {
  return isCustomerVisible && !isReadOnly
}
