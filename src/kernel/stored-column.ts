/** The type of a column of the record store; `nullable` columns distinguish an absent value from zero. */
export type ColumnType =
  | 'text'
  | 'repetitive-text'
  | 'hash'
  | 'flag'
  | 'version'
  | 'instant'
  | 'nullable-instant'
  | 'nullable-date'
  | 'nullable-integer'
  | 'nullable-amount'
  | 'nullable-decimal'
  | 'text-map'
  | 'integer-map'
  | 'decimal-map'
  | 'instant-map'

export type Column = { readonly name: string; readonly type: ColumnType }

/** Stored decimals of an amount of money; no currency has more. */
export const AMOUNT_SCALE = 4
/** Stored decimals of rates and other numbers. */
export const DECIMAL_SCALE = 8
/** Digits of a decimal column, and of a decimal in a map. */
export const DECIMAL_DIGITS = { column: 18, map: 38 } as const
