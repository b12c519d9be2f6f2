import { describe, expect, test } from 'vitest'
import { readCustomField } from '../../../src/invoicing/custom-fields/read-custom-field.ts'
import { invoiceView } from '../../../src/invoicing/presentation/invoice-view.ts'
import { readSettings } from '../../../src/invoicing/settings/read-settings.ts'
import { LANGUAGES } from '../../../src/kernel/language.ts'
import { HOSTILE_FIELDS, hostileFacts, hostileInvoice, hostileLogo, hostileMerchant } from './hostile.ts'
import { ARABIC_CUSTOMER, JAPANESE_CUSTOMER, LONG_WORD } from './hostile-words.ts'
import { pixelsOf } from './images.ts'
import { readOnCreate } from './invoice-request.ts'

describe('the API takes the hostile data', () => {
  test.each([
    [{}],
    [{ currency: 'JPY' }],
    [{ currency: 'KWD', taxes: 'total' as const }],
    [{ lines: 0, customer: ARABIC_CUSTOMER }],
    [{ lines: 5, isPartial: true, customer: JAPANESE_CUSTOMER }],
  ])('as an invoice: %j', (given) => {
    const { problems, unknownFields } = readOnCreate(hostileInvoice(given))

    expect([problems, unknownFields]).toEqual([[], []])
  })

  test('as settings and custom fields', () => {
    const { settings } = hostileMerchant({ hasOwnLabels: true })
    const read = readSettings({ invoiceSettingsInformation: settings }, { isSandbox: true })

    expect([read.problems, read.unknownFields]).toEqual([[], []])
    expect(HOSTILE_FIELDS.flatMap((field) => readCustomField(field).problems)).toEqual([])
  })
})

test('the total of 30 lines has 12 digits in every currency, and names are 55 letters long', () => {
  const totals = ['USD', 'JPY', 'KWD'].map(
    (currency) => hostileInvoice({ currency }).orderInformation.amountDetails.totalAmount,
  )

  expect(totals.map((total) => total.replace('.', '').length >= 12)).toEqual([true, true, true])
  expect([...LONG_WORD]).toHaveLength(55)
})

test.each(LANGUAGES)('%s: the view of the hostile invoice has all its parts', (language) => {
  const view = invoiceView(hostileFacts({ language }))

  expect(view.lines).toHaveLength(30)
  expect(view.customFields).toHaveLength(3)
  expect(view.seller.address.length).toBeGreaterThan(2)
})

test.each(['wide', 'tall', 'dark'] as const)('the %s logo is a picture that can be read', async (logo) => {
  expect((await pixelsOf(hostileLogo(logo))).length).toBeGreaterThan(0)
})
