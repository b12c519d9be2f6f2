import { describe, expect, test } from 'vitest'
import { ContentRefusal, invalid, missing } from '../../../../../src/kernel/reading/reading.ts'
import { blankForm, type InvoiceBody } from './editor-form.ts'
import { refusedFields } from './refused-fields.ts'
import { savedWarnings } from './saved-warnings.ts'

const EMAIL = 'customerInformation.email'
const NAME = 'customerInformation.name'
const DESCRIPTION = 'invoiceInformation.description'
const PHONE = 'processingInformation.requestPhone'

/** As a request gets it. */
function refusalOf(...problems: ConstructorParameters<typeof ContentRefusal>[0]) {
  const { message, details } = new ContentRefusal(problems)
  return { message, fields: details.map(({ field, reason }) => ({ field, reason })) }
}

describe('a refusal of the service', () => {
  test('is a problem at each field that the editor shows, with the code of its rule', () => {
    const refusal = refusalOf(
      ...[invalid(EMAIL, { code: 'email' }), invalid(PHONE, 'must be true or false'), missing(DESCRIPTION)],
      invalid(NAME, { code: 'tooLong', max: 100 }),
    )

    expect(refusedFields(refusal, blankForm())).toEqual([
      { path: 'email', problem: { code: 'noEmail' } },
      { path: 'description', problem: { code: 'required' } },
      { path: 'name', problem: { code: 'tooLong', count: '100' } },
    ])
  })

  test('keeps the sentence of a rule that has no words', () => {
    const [found] = refusedFields(refusalOf(invalid(NAME, 'must not contain a card number')), blankForm())

    expect(found).toEqual({ path: 'name', problem: { code: 'refused', sentence: 'must not contain a card number' } })
  })

  test('stays at its fields if it names more problems than sentences', () => {
    const many = Array.from({ length: 40 }, () => invalid(NAME, { code: 'plainText' }))
    const found = refusedFields(refusalOf(...many, invalid(EMAIL, { code: 'email' })), blankForm())

    expect(found.at(-1)).toEqual({ path: 'email', problem: { code: 'refused', sentence: '' } })
  })
})

describe('a warning about the saved invoice', () => {
  const warned = (field: string, reason: string, form = blankForm()) => {
    const body = { warnings: [{ field, reason, message: 'Because.' }] } as unknown as InvoiceBody
    return savedWarnings({ body, form })
  }

  test('has the field that it is about, unless the editor does not show that', () => {
    const minimum = 'orderInformation.amountDetails.minimumPartialAmount'

    expect(warned(EMAIL, 'EMAIL_REFUSED')).toMatchObject([{ path: 'email', reason: 'EMAIL_REFUSED' }])
    expect(warned('invoiceInformation.expirationDate', 'LINK_EXPIRED')).toMatchObject([{ path: undefined }])
    expect(warned(minimum, 'NO_EFFECT')).toMatchObject([{ path: undefined }])
    expect(warned(minimum, 'MINIMUM_ABOVE_TOTAL', blankForm({ isPartialAllowed: true }))).toMatchObject([
      { path: 'minimum' },
    ])
  })

  test('about the total is left to the totals', () => {
    expect(warned('orderInformation.amountDetails.totalAmount', 'AMOUNTS_DIFFER')).toEqual([])
  })
})
