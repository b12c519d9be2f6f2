// pure
import type { FieldName } from '../form/form-fields.ts'
import type { FormTerms } from '../page-model.ts'
import type { PageWords } from '../words/page-words.ts'

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
  region: 'region',
  postalCode: 'postalCode',
  country: 'country',
} as const

/** The name of a field in the list of problems. */
export function fieldLabel(name: FieldName, words: PageWords, { questions }: Pick<FormTerms, 'questions'>): string {
  if (name in WORD_OF) return words[WORD_OF[name as keyof typeof WORD_OF]]
  return questions.customFields.find(({ definitionId }) => name === `custom-${definitionId}`)?.label ?? ''
}
