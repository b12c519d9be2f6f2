import type { Db } from '../../platform/postgres/database.ts'
import { type CustomFieldDefinition, valueProblem } from '../custom-fields/custom-field.ts'
import { personalDataIn } from '../personal-data/personal-data.ts'
import { findSettingValues } from '../settings/settings-store.ts'
import { findInvoice } from '../storage/invoice-store.ts'
import { invoiceNotFound } from '../storage/lock-target.ts'

/** A custom field as a payer meets it. */
export type AskedField = CustomFieldDefinition & {
  /** Whether the payer can change it; others are filled in by the merchant. */
  readonly canAnswer: boolean
  /** What the merchant filled in. */
  readonly value: string | undefined
}

/** What the merchant's settings and the invoice ask of a payer. */
export type PayerQuestions = {
  readonly isEmailAsked: boolean
  readonly isPhoneAsked: boolean
  readonly isShippingAsked: boolean
  /** Whether the payer is authenticated (3-D Secure). */
  readonly isAuthenticated: boolean
  readonly customFields: readonly AskedField[]
}

const NO_HISTORY = { offset: 0, limit: 0 }

export async function loadPayerQuestions(
  db: Db,
  place: { readonly organizationId: string; readonly invoiceNumber: string },
): Promise<PayerQuestions> {
  const loaded = await findInvoice(db, place, NO_HISTORY)
  if (loaded === undefined) throw invoiceNotFound()
  const { terms } = loaded.invoice
  const settings = await findSettingValues(db, place.organizationId)
  const values = new Map(terms.customFieldValues.map(({ definitionId, value }) => [definitionId, value]))
  return {
    isEmailAsked: settings.email === true,
    isPhoneAsked: settings.phoneNumber === true || terms.isPhoneRequested === true,
    isShippingAsked: settings.shipTo === true || terms.isShippingRequested === true,
    isAuthenticated: settings.payerAuthentication === 'enable',
    customFields: loaded.definitions
      .filter(({ deletedAt }) => deletedAt === undefined)
      .map((definition) => ({
        ...definition,
        canAnswer: definition.isCustomerVisible && !definition.isReadOnly,
        value: values.get(definition.definitionId),
      })),
  }
}

/** What is wrong with a payer's answer. It is said politely and counts against nobody. */
export function answerProblem(answer: string, field: AskedField): string | undefined {
  return personalNumberProblem(answer) ?? valueProblem(answer, field)
}

/** Card and identity numbers are refused wherever payers type free text. */
export function personalNumberProblem(text: string): string | undefined {
  const looksLike = personalDataIn(text)
  return looksLike === undefined ? undefined : `must not contain what looks like a ${looksLike}; please leave it out`
}
