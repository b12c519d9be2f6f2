// pure
import { combined, hasNoValue } from '../../../kernel/reading/reading.ts'
import type { Source } from '../../port/port.ts'
import type { FieldName, FormValues } from './form-fields.ts'
import { type FormRead, missing, wrong } from './form-problem.ts'
import { digitsOf, readCard } from './read-card.ts'
import { readName } from './read-payer.ts'

/** Methods whose account is entered in a form; a wallet has its own. */
export type EnteredMethod = 'card' | 'bankDebit'

type EnteredSource = Extract<Source, { readonly method: EnteredMethod }>

/** The card or bank account that is charged. */
export function readSource(
  values: FormValues,
  { method, today }: { readonly method: EnteredMethod; readonly today: Temporal.PlainDate },
): FormRead<EnteredSource> {
  if (method === 'card') {
    const read = readCard(values, today)
    return 'problems' in read ? read : { value: { method, card: read.value } }
  }
  const read = readBankAccount(values)
  return 'problems' in read ? read : { value: { method, account: read.value } }
}

const DIGITS = { routingNumber: /^\d{9}$/, accountNumber: /^\d{4,17}$/ }

function readBankAccount(values: FormValues) {
  return combined({
    holder: readName(values, 'accountHolder'),
    routingNumber: readDigits(values, 'routingNumber'),
    accountNumber: readDigits(values, 'accountNumber'),
  })
}

function readDigits(values: FormValues, field: FieldName & keyof typeof DIGITS): FormRead<string> {
  const text = values[field]
  if (hasNoValue(text)) return missing(field, field)
  const digits = digitsOf(text)
  return DIGITS[field].test(digits) ? { value: digits } : wrong(field, { code: field })
}
