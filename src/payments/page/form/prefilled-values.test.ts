import { expect, test } from 'vitest'
import { anInvoice } from '../../../../test/support/data/invoices.ts'
import { NO_QUESTIONS } from '../../../../test/support/data/payer-questions.ts'
import { prefilledValues } from './prefilled-values.ts'

const invoice = anInvoice({ terms: { customer: { name: 'Ada Lovelace', email: 'ada@example.com' } } })
const organization = { contact: { address: { country: 'DE' } } }
const ASKED = { ...NO_QUESTIONS, isEmailAsked: true, isShippingAsked: true }

test('the form knows mail, name and country where it asks for them', () => {
  expect(prefilledValues({ invoice, organization }, ASKED)).toEqual({
    ...{ email: 'ada@example.com', shipName: 'Ada Lovelace', country: 'DE' },
  })
  expect(prefilledValues({ invoice, organization }, NO_QUESTIONS)).toEqual({})
})

test('a name in two parts is one, and an unknown country is not chosen', () => {
  const split = anInvoice({
    terms: { customer: { name: undefined, firstName: 'Ada', lastName: 'King', email: undefined } },
  })
  expect(prefilledValues({ invoice: split, organization: { contact: {} } }, ASKED)).toEqual({ shipName: 'Ada King' })
  const elsewhere = { contact: { address: { country: 'XX' } } }
  expect(prefilledValues({ invoice: split, organization: elsewhere }, ASKED)).toEqual({ shipName: 'Ada King' })
})
