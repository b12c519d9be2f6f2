// pure
import type { Invoice, PayerQuestions } from '../../../invoicing/pure.ts'
import { COUNTRY_CODES } from './countries.ts'
import type { FormValues } from './form-fields.ts'

type Known = {
  readonly invoice: Pick<Invoice, 'terms'>
  readonly organization: { readonly contact: { readonly address?: { readonly country?: string } } }
}

/** Values that the page shows anyway, or that most payers would choose. The payer may change them. */
export function prefilledValues({ invoice, organization }: Known, questions: PayerQuestions): FormValues {
  const { name, firstName, lastName, email } = invoice.terms.customer
  const fullName = name ?? [firstName, lastName].filter((part) => part !== undefined).join(' ')
  const country = organization.contact.address?.country ?? ''
  return {
    ...(questions.isEmailAsked && email !== undefined ? { email } : {}),
    ...(questions.isShippingAsked && fullName !== '' ? { shipName: fullName } : {}),
    ...(questions.isShippingAsked && COUNTRY_CODES.includes(country) ? { country } : {}),
  }
}
