// pure
import type { Money } from '../../../kernel/money.ts'
import type { Fault } from '../../../kernel/reading/fault.ts'
import { hasNoValue, type Problem, type Read } from '../../../kernel/reading/reading.ts'
import { type Parse, readOf } from '../../../kernel/reading/text-readers.ts'
import type { FieldName, FormValues } from './form-fields.ts'

/** A problem of a field of the form; `problem-words.ts` has the words for each. */
export type FormFault =
  | Fault
  /** It contains digits like a card or identity number. */
  | { readonly code: 'personal' }
  | { readonly code: 'phone' }
  | { readonly code: 'cardNumber' }
  | { readonly code: 'expiry' }
  | { readonly code: 'expired' }
  | { readonly code: 'securityCode' }
  | { readonly code: 'routingNumber' }
  | { readonly code: 'accountNumber' }
  | { readonly code: 'amount'; readonly currency: string }
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

/** Reads a field that must be filled in. */
export function requiredField<T>(values: FormValues, field: FieldName, parse: FormParse<T>): FormRead<T> {
  const text = values[field]
  return hasNoValue(text) ? wrong(field, { code: 'required' }) : readOf(parse(text), field)
}

/** Reads a field that may stay empty. */
export function optionalField<T>(values: FormValues, field: FieldName, parse: FormParse<T>): FormRead<T | undefined> {
  return hasNoValue(values[field]) ? { value: undefined } : requiredField(values, field, parse)
}
