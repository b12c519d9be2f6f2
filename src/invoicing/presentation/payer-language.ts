// pure
import type { Language } from '../../kernel/language.ts'
import type { Invoice } from '../rules/invoice.ts'
import type { InvoiceSettings } from '../settings/settings.ts'

type Settings = Pick<InvoiceSettings, 'values'>

/** The language of an invoice's mails, page and PDF, unless the payer chooses another. */
export function payerLanguage({ terms }: Pick<Invoice, 'terms'>, settings: Settings): Language {
  return terms.deliveryLanguage ?? merchantLanguage(settings)
}

/** The language of the settings: mails to the merchant are in it, whatever language the payer reads. */
export function merchantLanguage({ values }: Settings): Language {
  return values.deliveryLanguage ?? 'en-US'
}
