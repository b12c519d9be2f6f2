export const FIELD_TYPES = ['Text', 'Select'] as const
export type FieldType = (typeof FIELD_TYPES)[number]

/** A field that a merchant adds to its invoices. */
export type CustomFieldDefinition = {
  readonly organizationId: string
  /** Counted from 1 in each organization, never used again. */
  readonly definitionId: number
  readonly referenceType: 'Invoice'
  readonly fieldType: FieldType
  readonly label: string
  readonly isCustomerVisible: boolean
  readonly isReadOnly: boolean
  readonly textMinLength: number | undefined
  readonly textMaxLength: number | undefined
  readonly textDefaultValue: string | undefined
  /** Of a select field: the choices, separated as the merchant sent them. */
  readonly possibleValues: string | undefined
  readonly dataIndex: number | undefined
  readonly createdAt: Temporal.Instant
  /** A deleted one takes no new values and stays for the invoices that have one. */
  readonly deletedAt: Temporal.Instant | undefined
}
