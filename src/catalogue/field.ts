/** Codes and their meanings. */
export type CodeList = Readonly<Record<string, string>>

export type FieldType =
  | { readonly kind: 'text'; readonly lengthMax: number }
  /** A code that is not in the list is stored with a warning, since processors add new ones. */
  | {
      readonly kind: 'code'
      readonly lengthMax: number
      readonly codes: CodeList
      /** The code of records without a value. */
      readonly defaultCode?: string
    }
  /** `currencyField` is the wire name of the field with its currency. */
  | {
      readonly kind: 'amount'
      readonly currencyField: string | undefined
      /** The fewest decimals that are printed; undefined: those of its currency. */
      readonly decimalsMin: number | undefined
    }
  /** A decimal number that is not an amount of money, such as a rate, a percentage or a coordinate. */
  | {
      readonly kind: 'decimal'
      /** The fewest decimals that are printed. */
      readonly decimalsMin?: number
      /** The most decimals that are accepted, if fewer than the column has. */
      readonly decimalsMax?: number
    }
  | { readonly kind: 'integer' }
  /** A calendar date, independent of time zones. */
  | { readonly kind: 'date' }
  /** `isAlwaysUtc`: printed in UTC whatever the report's time zone. */
  | { readonly kind: 'instant'; readonly isAlwaysUtc: boolean }

/** Which part of a value is stored. */
export type Masking =
  /** The first six and the last four digits of a card number. */
  | 'card-number'
  /** The last four characters. */
  | 'last-four'

/** Whether a report can be filtered by one value or by several. */
export type FilterType = 'SINGLE' | 'MULTI'

export type Field = {
  /** `Group.Field`, as reports are ordered and records are sent. */
  readonly wireName: string
  readonly group: string
  readonly name: string
  /** Stable: new fields are added at the end of their group. */
  readonly id: number
  readonly type: FieldType
  readonly description: string
  /** Column name under fieldNameConvention SOAPI. */
  readonly soapiName: string
  /** Column name under fieldNameConvention SCMP. */
  readonly scmpName: string
  readonly masking: Masking | undefined
  readonly filterType: FilterType | undefined
  /** Other names of the field, with and without a group. */
  readonly aliases: readonly string[]
  /** Whether it is about a person, and is blanked when the person is erased. */
  readonly isPersonal: boolean
  /** How it identifies a person; an erasure finds records by it. */
  readonly identifies: 'email' | 'phone' | 'customer' | undefined
  /** Whether many records share few different values. */
  readonly isRepetitive: boolean
  /** Whether it is seldom filled and has no column of its own in any table. */
  readonly isRare: boolean
  /** The column's name in record tables; rare fields have none. */
  readonly column: string
}

/**
 * A value as its column stores it: texts as they are, amounts and decimals in units of their scale, instants in
 * milliseconds and dates in days since 1970.
 */
export type FieldValue = string | number | bigint

export type FieldGroup = {
  /** Unique, and its place among all groups. */
  readonly number: number
  readonly name: string
  readonly description: string
  readonly fields: readonly Field[]
}
