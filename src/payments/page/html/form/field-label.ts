// pure
import { addressFormat } from '../../form/address-format.ts'
import type { FieldName } from '../../form/form-fields.ts'
import type { FormModel } from '../../page-model.ts'
import type { PageWords } from '../../words/page-words.ts'

const WORD_OF = {
  amount: 'amount',
  method: 'payWith',
  cardNumber: 'cardNumber',
  cardExpiry: 'expiry',
  cardCode: 'securityCode',
  cardName: 'nameOnCard',
  accountHolder: 'accountHolder',
  routingNumber: 'routingNumber',
  accountNumber: 'accountNumber',
  email: 'email',
  phone: 'phone',
  shipName: 'fullName',
  street: 'street',
  streetMore: 'streetMore',
  town: 'town',
  country: 'country',
} as const

/** The name of a field; parts of an address are called as in its country. */
export function fieldLabel(
  name: FieldName,
  words: PageWords,
  { questions, values }: Pick<FormModel, 'questions' | 'values'>,
): string {
  if (name in WORD_OF) return words[WORD_OF[name as keyof typeof WORD_OF]]
  if (name === 'postalCode') return words.addressParts[addressFormat(values.country).postalName]
  if (name === 'region') return words.addressParts[addressFormat(values.country).regionName]
  return questions.customFields.find(({ definitionId }) => name === `custom-${definitionId}`)?.label ?? ''
}
