import type { CustomFieldDefinition } from '../../../src/invoicing/custom-fields/custom-field.ts'

/** A text field without limits of its own. */
export function aCustomField(given: Partial<CustomFieldDefinition> = {}): CustomFieldDefinition {
  const definitionId = given.definitionId ?? 1
  return {
    organizationId: 'shop',
    definitionId,
    referenceType: 'Invoice',
    fieldType: 'Text',
    label: `Field ${definitionId}`,
    isCustomerVisible: false,
    isReadOnly: false,
    textMinLength: undefined,
    textMaxLength: undefined,
    textDefaultValue: undefined,
    possibleValues: undefined,
    dataIndex: definitionId,
    createdAt: Temporal.Instant.from('2026-03-01T00:00:00Z'),
    deletedAt: undefined,
    ...given,
  }
}
