// pure
/** How a field is read. Lengths count characters, those of numbers as they were sent. */
export type FieldKind =
  | {
      readonly kind: 'text'
      readonly lengthMax: number
      readonly isMultiline?: true
      readonly form?: { readonly pattern: RegExp; readonly sentence: string }
    }
  /** In any letter case; the value is written as here. */
  | { readonly kind: 'choice'; readonly choices: readonly string[] }
  | { readonly kind: 'email'; readonly lengthMax: number }
  /** In the invoice's currency, with no more decimals than it has. */
  | { readonly kind: 'amount'; readonly lengthMax: number }
  /** A price or a rate in percent: its decimals are its own. */
  | { readonly kind: 'decimal'; readonly lengthMax: number; readonly decimalsMax?: number }
  | { readonly kind: 'integer'; readonly min: number; readonly max: number }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'date' }
  | { readonly kind: 'expirationDate' }
  | { readonly kind: 'currency' }

/** `path` starts at the body, or at the entry of a list. An update ignores fields that only a create has. */
export type RequestField = FieldKind & {
  readonly path: string
  readonly about: string
  readonly isCreateOnly?: true
}
export type FieldTable = Readonly<Record<string, RequestField>>
