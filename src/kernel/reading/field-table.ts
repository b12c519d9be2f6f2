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

/** The rows of a table, by the kind of the field. */
export const text = limited('text')
export const email = limited('email')
export const amount = limited('amount')
export const decimal = limited('decimal')

function limited<Kind extends 'text' | 'email' | 'amount' | 'decimal'>(kind: Kind) {
  return (path: string, lengthMax: number, about: string) => ({ kind, path, lengthMax, about })
}

export function integer(path: string, min: number, max: number, about: string) {
  return { kind: 'integer', path, min, max, about } as const
}

export function flag(path: string, about: string) {
  return { kind: 'boolean', path, about } as const
}

export function choice<const Choice extends string>(path: string, choices: readonly Choice[], about: string) {
  return { kind: 'choice', path, choices, about } as const
}
