import type { AskedField, PayerQuestions } from '../../../src/invoicing/pure.ts'
import { at } from './invoices.ts'

export const NO_QUESTIONS: PayerQuestions = {
  ...{ isEmailAsked: false, isPhoneAsked: false, isShippingAsked: false, isAuthenticated: false, customFields: [] },
}

/** A text field that the payer may fill in. */
export function anAskedField(given: Partial<AskedField> = {}): AskedField {
  return {
    ...{ organizationId: 'shop', definitionId: 1, referenceType: 'Invoice', fieldType: 'Text', label: 'Order' },
    ...{ isCustomerVisible: true, isReadOnly: false, textMinLength: undefined, textMaxLength: undefined },
    ...{ textDefaultValue: undefined, possibleValues: undefined, dataIndex: 7, deletedAt: undefined },
    ...{ createdAt: at('2026-03-01T00:00:00Z'), canAnswer: true, value: undefined },
    ...given,
  }
}
