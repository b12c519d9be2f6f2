import Type from 'typebox'
import {
  CHOICES_MAX,
  DATA_INDEX_MAX,
  FIELD_TYPES,
  LABEL_LENGTH_MAX,
  POSSIBLE_VALUES_LENGTH_MAX,
  VALUE_LENGTH_MAX,
} from './custom-field.ts'

const FieldType = Type.Enum([...FIELD_TYPES], {
  description: 'Free text or a choice, in any letter case. Cannot be changed.',
})
const TextMinLength = Type.Integer({ minimum: 0, maximum: VALUE_LENGTH_MAX })
const TextMaxLength = Type.Integer({ minimum: 1, maximum: VALUE_LENGTH_MAX })
const DataIndex = Type.Integer({
  minimum: 1,
  maximum: DATA_INDEX_MAX,
  description: 'Which of a transaction’s numbered merchant data fields carries the value.',
})

export const CustomFieldRequest = Type.Object(
  {
    fieldType: FieldType,
    label: Type.String({ minLength: 1, maxLength: LABEL_LENGTH_MAX }),
    customerVisible: Type.Optional(Type.Boolean({ default: false })),
    readOnly: Type.Optional(
      Type.Boolean({ default: false, description: 'The payer sees the field but cannot change it.' }),
    ),
    textMinLength: Type.Optional(TextMinLength),
    textMaxLength: Type.Optional(TextMaxLength),
    textDefaultValue: Type.Optional(Type.String({ maxLength: VALUE_LENGTH_MAX })),
    possibleValues: Type.Optional(
      Type.Union(
        [Type.String({ maxLength: POSSIBLE_VALUES_LENGTH_MAX }), Type.Array(Type.String(), { maxItems: CHOICES_MAX })],
        { description: 'Comma-separated choices of a Select field; required there.' },
      ),
    ),
    merchantDefinedDataIndex: Type.Optional(DataIndex),
  },
  {
    description:
      'Lengths and the default value are for Text fields, possible values for Select fields. Without a data ' +
      'index, a new field gets the smallest free one and a changed field keeps its own.',
  },
)

export const CustomFields = Type.Array(
  Type.Object({
    id: Type.String({ description: 'The definitionId of the values of invoices.' }),
    fieldType: FieldType,
    label: Type.String(),
    customerVisible: Type.Boolean(),
    textMinLength: Type.Optional(TextMinLength),
    textMaxLength: Type.Optional(TextMaxLength),
    possibleValues: Type.Optional(Type.String()),
    textDefaultValue: Type.Optional(Type.String()),
    merchantId: Type.String(),
    referenceType: Type.Literal('Invoice'),
    readOnly: Type.Boolean(),
    merchantDefinedDataIndex: DataIndex,
    warnings: Type.Optional(
      Type.Array(Type.Object({ field: Type.String(), reason: Type.Literal('UNKNOWN_FIELD'), message: Type.String() }), {
        description: 'Of the field that the request created or changed: unknown members, which were ignored.',
      }),
    ),
  }),
  { description: 'All custom fields of the merchant, in order of creation.' },
)

export const ReferenceType = Type.Object({
  referenceType: Type.String({ description: '`Invoice`, in any letter case.' }),
})
export const DefinitionId = Type.Object({
  ...ReferenceType.properties,
  id: Type.String({ description: 'The id of a custom field.' }),
})
