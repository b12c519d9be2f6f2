// pure
export type DeliveryMode = 'email' | 'none'

/** How a field is read; lengths of texts are in characters, of numbers in characters as they were sent. */
export type FieldKind =
  | {
      readonly kind: 'text'
      readonly lengthMax: number
      readonly isMultiline?: true
      readonly form?: { readonly pattern: RegExp; readonly sentence: string }
    }
  | { readonly kind: 'email'; readonly lengthMax: number }
  /** In the invoice's currency, with no more decimals than it has. */
  | { readonly kind: 'amount'; readonly lengthMax: number }
  /** A price or a rate in percent: its decimals are its own. */
  | { readonly kind: 'decimal'; readonly lengthMax: number; readonly decimalsMax?: number }
  | { readonly kind: 'integer'; readonly min: number; readonly max: number }
  | { readonly kind: 'definitionId' }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'date' }
  | { readonly kind: 'expirationDate' }
  | { readonly kind: 'currency' }
  | { readonly kind: 'deliveryMode' }

/** `path` counts from the body, or from the list's entry; what only a create has, an update ignores. */
export type RequestField = FieldKind & {
  readonly path: string
  readonly about: string
  readonly isCreateOnly?: true
}
export type FieldTable = Readonly<Record<string, RequestField>>
