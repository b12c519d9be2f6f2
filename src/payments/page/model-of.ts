// pure
import {
  type CustomFieldDefinition,
  choicesOf,
  effectiveSettings,
  INVOICE_WORDS,
  type Invoice,
  type InvoiceSettings,
  invoiceView,
  owedOn,
  payableOf,
} from '../../invoicing/pure.ts'
import { dateText, type Language, moneyText } from '../../kernel/language.ts'
import type { Money } from '../../kernel/money.ts'
import type { Processor } from '../processors/port.ts'
import type { CustomInput, FormTerms, PageAssets, PageModel } from './page-model.ts'
import { PAGE_WORDS } from './words/all-words.ts'

/** What is loaded of an invoice, its merchant and its payments. */
export type PageFacts = {
  readonly invoice: Invoice
  readonly definitions: readonly CustomFieldDefinition[]
  readonly settings: InvoiceSettings
  readonly organization: Parameters<typeof invoiceView>[0]['merchant']
  readonly payments: readonly {
    readonly status: string
    readonly receivedAt: Temporal.Instant
    readonly amount: Money
  }[]
}

type Surroundings = {
  readonly language: Language
  readonly path: string
  readonly query: string
  readonly assets: PageAssets
  readonly isSandbox: boolean
  readonly isPreview: boolean
}

export function pageModel(loaded: PageFacts, around: Surroundings): PageModel {
  const { invoice, settings, definitions, organization, payments } = loaded
  const { language } = around
  return {
    ...around,
    words: PAGE_WORDS[language],
    invoiceWords: INVOICE_WORDS[language],
    view: invoiceView({ invoice, settings, definitions, merchant: organization, language }),
    hasLogo: settings.logo !== undefined,
    payments: payments
      .filter(({ status }) => status === 'COMPLETED')
      .map(({ receivedAt, amount }) => ({
        date: dateText(receivedAt.toZonedDateTimeISO(organization.timeZone).toPlainDate(), language),
        amount: moneyText(amount, language),
      })),
  }
}

export function formTerms(loaded: PageFacts, { capabilities }: Pick<Processor, 'capabilities'>): FormTerms {
  const { invoice, settings, organization } = loaded
  const { methods, hasCardFields, hostedMethods } = capabilities()
  const { email = false, phoneNumber = false, shipTo = false } = effectiveSettings(settings, organization)
  return {
    payable: payableOf(owedOn(invoice)),
    methods: methods.filter((method) => method !== 'card' || hasCardFields || hostedMethods.includes('card')),
    hasCardFields,
    needsEmail: email,
    needsPhone: phoneNumber || invoice.terms.isPhoneRequested,
    needsShipping: shipTo || invoice.terms.isShippingRequested,
    canSaveCard: hasCardFields,
    customInputs: customInputs(loaded),
  }
}

/** Fields that the payer sees and may change; an amount-only invoice has none. */
function customInputs({ invoice, definitions }: PageFacts): readonly CustomInput[] {
  if (invoice.terms.lines.length === 0) return []
  const given = new Map(invoice.terms.customFieldValues.map(({ definitionId, value }) => [definitionId, value]))
  return definitions
    .filter(
      ({ isCustomerVisible, isReadOnly, deletedAt }) => isCustomerVisible && !isReadOnly && deletedAt === undefined,
    )
    .map(({ definitionId, label, fieldType, possibleValues, textMinLength, textMaxLength, textDefaultValue }) => ({
      definitionId,
      label,
      choices: fieldType === 'Select' ? choicesOf(possibleValues) : [],
      lengthMin: textMinLength,
      lengthMax: textMaxLength,
      initial: given.get(definitionId) ?? textDefaultValue ?? '',
    }))
}
