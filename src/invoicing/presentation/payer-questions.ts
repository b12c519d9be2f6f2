// pure
import type { CustomFieldDefinition } from '../custom-fields/custom-field.ts'
import type { Invoice } from '../rules/invoice.ts'
import type { SettingValues } from '../settings/settings-fields.ts'
import { canPayerChange, defaultValues } from './default-values.ts'

/** A custom field as a payer sees it. */
export type AskedField = CustomFieldDefinition & {
  /** Whether the payer can change it; others are filled in by the merchant. */
  readonly canAnswer: boolean
  /** The merchant's value, by default or in this invoice. */
  readonly value: string | undefined
}

/** The questions that the merchant's settings and the invoice ask a payer. */
export type PayerQuestions = {
  readonly isEmailAsked: boolean
  readonly isPhoneAsked: boolean
  readonly isShippingAsked: boolean
  /** Whether the payer is authenticated (3-D Secure). */
  readonly isAuthenticated: boolean
  /** None in an amount-only invoice. */
  readonly customFields: readonly AskedField[]
}

export function payerQuestions(
  { terms }: Pick<Invoice, 'terms'>,
  {
    settings,
    definitions,
  }: { readonly settings: SettingValues; readonly definitions: readonly CustomFieldDefinition[] },
): PayerQuestions {
  return {
    isEmailAsked: settings.email === true,
    isPhoneAsked: settings.phoneNumber === true || terms.isPhoneRequested,
    isShippingAsked: settings.shipTo === true || terms.isShippingRequested,
    isAuthenticated: settings.payerAuthentication === 'enable',
    customFields: terms.lines.length === 0 ? [] : askedFields(terms, definitions),
  }
}

function askedFields(terms: Invoice['terms'], definitions: readonly CustomFieldDefinition[]): readonly AskedField[] {
  const given = [...terms.customFieldValues, ...defaultValues(terms, definitions)]
  const values = new Map(given.map(({ definitionId, value }) => [definitionId, value]))
  return definitions
    .filter(({ deletedAt }) => deletedAt === undefined)
    .map((definition) => ({
      ...definition,
      canAnswer: canPayerChange(definition),
      value: values.get(definition.definitionId),
    }))
}
