/** What a value may be written as, and what each writing means. */
export type CodeList = Readonly<Record<string, string>>

export type FieldType =
  | { readonly kind: 'text'; readonly lengthMax: number }
  /** A code that is not in the list is kept and warned of: processors invent new ones. */
  | {
      readonly kind: 'code'
      readonly lengthMax: number
      readonly codes: CodeList
      /** What is meant where nothing is said. */
      readonly defaultCode?: string
    }
  /** `currencyField` is the wire name of the field that says in which currency. */
  | {
      readonly kind: 'amount'
      readonly currencyField: string | undefined
      /** Printed with at least so many decimals; undefined: with those of its currency. */
      readonly decimalsMin: number | undefined
    }
  /** A number with decimals that is no money: rates, percentages, coordinates. */
  | {
      readonly kind: 'decimal'
      /** Printed with at least so many decimals. */
      readonly decimalsMin?: number
      /** Where no more are taken than so many; else as many as the column holds. */
      readonly decimalsMax?: number
    }
  | { readonly kind: 'integer' }
  /** A calendar date: no zone moves it. */
  | { readonly kind: 'date' }
  /** `isAlwaysUtc`: printed in UTC whatever the report's time zone. */
  | { readonly kind: 'instant'; readonly isAlwaysUtc: boolean }

/** How much of a value is kept; the rest is never stored. */
export type Masking =
  /** The first six and the last four digits of a card number. */
  | 'card-number'
  /** The last four characters. */
  | 'last-four'

/** One value or several may be asked for. */
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
  /** Other names by which it is known, with and without a group. */
  readonly aliases: readonly string[]
  /** Says something about a person, and is blanked when that person's data are erased. */
  readonly isPersonal: boolean
  /** Tells who the person is: an erasure finds records by it. */
  readonly identifies: 'email' | 'phone' | 'customer' | undefined
  /** Few different values among many records. */
  readonly isRepetitive: boolean
  /** Seldom filled: it has no column of its own in any table. */
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
  readonly name: string
  readonly description: string
  readonly fields: readonly Field[]
}
