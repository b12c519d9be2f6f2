// pure
import type { Money } from '../../../kernel/money.ts'
import type { Fault } from '../../../kernel/reading/fault.ts'
import { hasNoValue, type Problem, type Read } from '../../../kernel/reading/reading.ts'
import { type Parse, readOf } from '../../../kernel/reading/text-readers.ts'
import type { PostalName, RegionName } from './address-format.ts'
import type { FieldName, FormValues } from './form-fields.ts'

/** A field that a payer must fill in, whatever the country. */
type RequiredName =
  | ('method' | 'cardNumber' | 'cardExpiry' | 'cardCode' | 'cardName')
  | ('accountHolder' | 'routingNumber' | 'accountNumber')
  | ('email' | 'phone' | 'shipName' | 'street' | 'town' | 'country')

/** Each field that was left empty has its own sentence; parts of an address go by the name that the country has. */
export type MissingName = RequiredName | PostalName | RegionName

/** A problem of a field of the form; `problem-words.ts` has the words for each. */
export type FormFault =
  | Fault
  | { readonly code: 'missing'; readonly of: MissingName }
  /** It contains digits like a card or identity number. */
  | { readonly code: 'personal' }
  | { readonly code: 'phone' }
  | { readonly code: 'cardNumber' }
  | { readonly code: 'expiry' }
  | { readonly code: 'expired' }
  | { readonly code: 'securityCode' }
  | { readonly code: 'routingNumber' }
  | { readonly code: 'accountNumber' }
  /** Empty, or not an amount. */
  | { readonly code: 'amount' | 'wrongAmount'; readonly currency: string }
  /** The payer has to write the amount so that it has one meaning. */
  | { readonly code: 'unclearAmount'; readonly meaning: Money; readonly otherMeaning: Money | undefined }
  | { readonly code: 'tooManyDecimals' }
  | { readonly code: 'belowMinimum'; readonly least: Money }
  | { readonly code: 'aboveBalance'; readonly most: Money }
  | { readonly code: 'amountChanged' }
  /** The amount leaves too little for a further part. Sent again with the amount confirmed, it is paid. */
  | { readonly code: 'smallRest'; readonly rest: Money; readonly toConfirm: string }

export type FormProblem = Problem<FormFault>
export type FormRead<T> = Read<T, FormProblem>
export type FormParse<T> = Parse<T, FormFault>

export function wrong(field: FieldName, fault: FormFault): { readonly problems: readonly FormProblem[] } {
  return { problems: [{ field, reason: 'INVALID_DATA', ...fault }] }
}

export function missing(field: FieldName, of: MissingName): { readonly problems: readonly FormProblem[] } {
  return wrong(field, { code: 'missing', of })
}

/** Reads a field that must be filled in. */
export function requiredField<T>(values: FormValues, field: RequiredName, parse: FormParse<T>): FormRead<T> {
  return requiredPart(values, { field, of: field }, parse)
}

/** The same for a part of an address, which countries call differently. */
export function requiredPart<T>(
  values: FormValues,
  { field, of }: { readonly field: FieldName; readonly of: MissingName },
  parse: FormParse<T>,
): FormRead<T> {
  const text = values[field]
  return hasNoValue(text) ? missing(field, of) : readOf(parse(text), field)
}

/** Reads a field that may stay empty. */
export function optionalField<T>(values: FormValues, field: FieldName, parse: FormParse<T>): FormRead<T | undefined> {
  const text = values[field]
  return hasNoValue(text) ? { value: undefined } : readOf(parse(text), field)
}
