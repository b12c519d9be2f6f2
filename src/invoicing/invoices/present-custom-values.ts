import type { LoadedInvoice } from '../storage/loaded-invoice.ts'

/** The values of custom fields with their current definitions, in the order in which they were sent. */
export function presentCustomValues({
  invoice,
  definitions,
}: LoadedInvoice): readonly Readonly<Record<string, unknown>>[] {
  const known = new Map(definitions.map((definition) => [definition.definitionId, definition]))
  return invoice.terms.customFieldValues.flatMap(({ definitionId, value }, index) => {
    const definition = known.get(definitionId)
    if (definition === undefined) return []
    return [
      {
        mdfValueId: `${invoice.position}-${definitionId}`,
        referenceType: definition.referenceType,
        label: definition.label,
        fieldType: definition.fieldType,
        customerVisible: definition.isCustomerVisible,
        readOnly: definition.isReadOnly,
        textMinLength: definition.textMinLength,
        textMaxLength: definition.textMaxLength,
        textDefaultValue: definition.textDefaultValue,
        possibleValues: definition.possibleValues,
        value,
        position: index + 1,
        definitionId,
        merchantDefinedDataIndex: definition.dataIndex,
      },
    ]
  })
}
