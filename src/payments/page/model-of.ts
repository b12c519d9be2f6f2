// pure
import {
  type CustomFieldDefinition,
  choicesOf,
  INVOICE_WORDS,
  type Invoice,
  invoiceView,
  owedOn,
  payableOf,
  payerQuestions,
  type ShownSettings,
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
  readonly settings: ShownSettings
  readonly organization: Parameters<typeof invoiceView>[0]['merchant']
  /** Completed ones. */
  readonly payments: readonly { readonly receivedAt: Temporal.Instant; readonly amount: Money }[]
}

/** How a page is shown. */
export type Surroundings = {
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
    hasLogo: settings.hasLogo,
    payments: payments.map(({ receivedAt, amount }) => ({
      date: dateText(receivedAt.toZonedDateTimeISO(organization.timeZone).toPlainDate(), language),
      amount: moneyText(amount, language),
    })),
  }
}

export function formTerms(loaded: PageFacts, { capabilities }: Pick<Processor, 'capabilities'>): FormTerms {
  const { invoice, settings, definitions } = loaded
  const { methods, hasCardFields, hostedMethods } = capabilities()
  const owed = owedOn(invoice)
  const asked = payerQuestions(invoice, { settings: settings.values, definitions })
  return {
    owed,
    payable: payableOf(owed),
    methods,
    hasCardFields,
    hostedMethods,
    needsEmail: asked.isEmailAsked,
    needsPhone: asked.isPhoneAsked,
    needsShipping: asked.isShippingAsked,
    canSaveCard: hasCardFields,
    customInputs: asked.customFields.filter(({ canAnswer }) => canAnswer).map(customInput),
  }
}

type AskedField = ReturnType<typeof payerQuestions>['customFields'][number]

function customInput(field: AskedField): CustomInput {
  const { definitionId, label, fieldType, possibleValues, textMinLength, textMaxLength, textDefaultValue, value } =
    field
  return {
    definitionId,
    label,
    choices: fieldType === 'Select' ? choicesOf(possibleValues) : [],
    lengthMin: textMinLength,
    lengthMax: textMaxLength,
    initial: value ?? textDefaultValue ?? '',
  }
}
