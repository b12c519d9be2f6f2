import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { readInvoice } from '../../../../../src/invoicing/invoices/read-invoice.ts'
import { differenceFromTotal } from '../../../../../src/invoicing/rules/totals.ts'
import { formatDecimal } from '../../../../../src/kernel/decimal.ts'
import { LANGUAGES, type Language } from '../../../../../src/kernel/language.ts'
import { formatMoney } from '../../../../../src/kernel/money.ts'
import { readExactJson } from '../../../api/exact-json.ts'
import { bodyFromForm, generatedSku } from './body-from-form.ts'
import { daysAfter, dueDateOf } from './due-dates.ts'
import { BLANK_LINE, blankForm, type EditorForm, type InvoiceBody, type LineForm } from './editor-form.ts'
import { formPlaceOf } from './field-places.ts'
import { copyOf, formFromBody } from './form-from-body.ts'
import { keptText, newerOf, readKept } from './kept-edit.ts'
import { changesOf, mergedForm } from './merge-forms.ts'
import { missingFields } from './missing-fields.ts'
import { isCells, rowsBeyond, withPasted } from './pasted-lines.ts'
import { readForm } from './read-form.ts'
import { readAmountText, readPartText, readPriceText, readQuantityText } from './typed-texts.ts'

const TODAY = Temporal.PlainDate.from('2026-03-01')
const READ = { validation: 'strict', today: TODAY } as const
const aLine = (given: Partial<LineForm> = {}): LineForm => ({ ...BLANK_LINE, item: 'Widget', price: '10', ...given })
const aForm = (given: Partial<EditorForm> = {}): EditorForm =>
  blankForm({
    ...{ name: 'Tanya Lee', email: 'tanya@example.com', dueDate: '2026-04-01', currency: 'USD' },
    ...{ lines: [aLine()], ...given },
  })

/** With every field that a response can have, and values in all of them. */
const FULL = {
  id: 'A1',
  status: 'DRAFT',
  submitTimeUtc: '2026-03-01T10:00:00Z',
  clientReferenceInformation: { partner: { developerId: 'D', solutionId: 'S' } },
  customerInformation: {
    ...{ name: 'Tanya Lee', firstName: 'Tanya', lastName: 'Lee', email: 'tanya@example.com' },
    ...{ merchantCustomerId: 'C-9', company: { name: 'Lee Ltd' } },
  },
  processingInformation: { requestPhone: true, requestShipping: true },
  invoiceInformation: {
    ...{ invoiceNumber: 'A1', transactionReferenceNumber: 'R7', description: 'Two\nlines', dueDate: '2026-04-01' },
    ...{ expirationDate: '2026-09-01', allowPartialPayments: true, paymentLink: 'https://example.com/pay' },
    ...{ deliveryMode: 'Email', deliveryLanguage: 'de-DE', customLabels: [{ key: 'invoice', value: 'Bill' }] },
  },
  orderInformation: {
    amountDetails: {
      ...{ totalAmount: '1253.94', currency: 'USD', balanceAmount: '1253.94', subAmount: '1234.50' },
      ...{ discountAmount: '5.00', discountPercent: '0', minimumPartialAmount: '10.00' },
      ...{
        taxDetails: { type: 'VAT', amount: '0.00', rate: '1.5' },
        freight: { amount: '5.00', taxable: true, taxRate: '20' },
      },
    },
    lineItems: [
      ...[{ productSku: 'W', productName: 'Widget', unitPrice: '1.234', quantity: 1000, totalAmount: '1234.00' }],
      ...[{ productSku: 'Z', productName: 'Nut', unitPrice: '0.50', quantity: 1, taxRate: '0', totalAmount: '0.50' }],
    ],
  },
  merchantDefinedFieldValuesWithDefinition: [{ definitionId: 4, label: 'Table', value: '12' }],
} as unknown as InvoiceBody

describe('a saved invoice', () => {
  test.each(LANGUAGES)('that nobody touched is sent as it was read, in %s', (language) => {
    const saved = { body: FULL, form: formFromBody(FULL, language) }

    const read = readForm(saved.form, saved)
    const body = bodyFromForm(saved.form, read, { saved })

    const { status: _, submitTimeUtc: __, merchantDefinedFieldValuesWithDefinition: ___, ...kept } = FULL
    expect(read.problems).toEqual([])
    expect(body).toEqual({ ...kept, merchantDefinedFieldValues: [{ definitionId: 4, value: '12' }] })
    expect(readInvoice(body, { ...READ, operation: 'update' }).problems).toEqual([])
  })

  test('keeps every field that the editor does not show, whatever is changed', () => {
    const saved = { body: FULL, form: formFromBody(FULL, 'en-US') }
    const form = { ...saved.form, name: 'Ada', description: '', dueDate: '2026-05-01', tax: '2%', freight: '7' }

    const { terms } = readInvoice(bodyFromForm(form, readForm(form, saved), { saved }), {
      ...READ,
      operation: 'update',
    })

    expect(terms).toMatchObject({
      ...{ customer: { name: 'Ada', firstName: 'Tanya', lastName: 'Lee', merchantCustomerId: 'C-9' } },
      ...{
        isPhoneRequested: true,
        isShippingRequested: true,
        transactionReferenceNumber: 'R7',
        description: undefined,
      },
    })
    expect(terms?.expiresOn?.toString()).toBe('2026-09-01')
    expect(terms?.amounts.freight).toMatchObject({ isTaxable: true, taxRate: { units: 20n, scale: 0 } })
    expect(terms && differenceFromTotal(terms)).toBeUndefined()
  })

  test('keeps a total that its parts do not add up to until an amount is changed', () => {
    const body = structuredClone(FULL) as { orderInformation: { amountDetails: { totalAmount: string } } }
    body.orderInformation.amountDetails.totalAmount = '1200.00'
    const saved = { body: body as unknown as InvoiceBody, form: formFromBody(body as unknown as InvoiceBody, 'en-US') }
    const renamed = { ...saved.form, name: 'Ada' }
    const cheaper = { ...saved.form, freight: '4' }

    expect(formatMoney(readForm(renamed, saved).totals.total)).toBe('1200.00')
    expect(formatMoney(readForm(cheaper, saved).totals.total)).toBe('1252.74')
  })

  test('has its due date unchanged after five savings, west and east of everything', () => {
    const dates = ['Pacific/Pago_Pago', 'Pacific/Kiritimati'].map((name) => {
      vi.stubEnv('TZ', name)
      let body = FULL
      for (let saving = 0; saving < 5; saving += 1) {
        const saved = { body, form: formFromBody(body, 'en-US') }
        body = bodyFromForm(saved.form, readForm(saved.form, saved), { saved }) as unknown as InvoiceBody
      }
      return [body.invoiceInformation.dueDate, dueDateOf('endOfMonth', '2026-02-01'), daysAfter('2026-12-31', 14)]
    })
    vi.unstubAllEnvs()

    expect(dates).toEqual([
      ['2026-04-01', '2026-02-28', '2027-01-14'],
      ['2026-04-01', '2026-02-28', '2027-01-14'],
    ])
  })

  test('is copied as a new invoice with the same texts', () => {
    const form = copyOf(formFromBody(FULL, 'en-US'), { dueDate: '2026-06-01' })

    const { problems, terms } = readInvoice(bodyFromForm(form, readForm(form)), { ...READ, operation: 'create' })

    expect(problems).toEqual([])
    expect(terms?.lines.map(({ productSku }) => productSku)).toEqual(['W', 'Z'])
  })
})

const CURRENCIES = ['USD', 'EUR', 'JPY', 'KWD', 'CLF'] as const
const anAmount = fc.integer({ min: 0, max: 99_999_999 })
/** Texts as people write amounts, with the decimals that the currency has. */
const amountText = (decimals: number) =>
  fc.tuple(anAmount, fc.constantFrom('.', ',')).map(([minor, sign]) => {
    const text = formatDecimal({ units: BigInt(minor), scale: decimals }, decimals)
    return (decimals === 3 ? `${text}0` : text).replace('.', sign)
  })
const rateText = fc.tuple(fc.integer({ min: 1, max: 9_999 }), fc.constantFrom('.', ',')).map(([rate, sign]) => {
  return `${formatDecimal({ units: BigInt(rate), scale: 2 }).replace('.', sign)}%`
})
const someForm = fc.constantFrom(...CURRENCIES).chain((currency) => {
  const decimals = { USD: 2, EUR: 2, JPY: 0, KWD: 3, CLF: 4 }[currency]
  const price = fc
    .integer({ min: 0, max: 99_999 })
    .map((units) => `${Math.floor(units / 1000)}.${String(units % 1000).padStart(3, '0')}4`)
  const smallPart = fc.oneof(fc.constant(''), rateText)
  const line = fc.record({
    ...{ item: fc.constantFrom('Widget', '品目', ''), sku: fc.constantFrom('', 'W-1') },
    ...{
      quantity: fc.constantFrom('', '1', '3', '12', '1000'),
      price: fc.oneof(price, fc.constant('250.05'.slice(0, decimals === 0 ? 3 : 6))),
    },
    ...{ discount: smallPart, tax: fc.oneof(smallPart, amountText(decimals)), from: fc.constant('') },
  })
  return fc.record({
    currency: fc.constant(currency),
    lines: fc.array(line, { minLength: 1, maxLength: 8 }),
    level: fc.constantFrom('total', 'lines', 'both' as const),
    discount: smallPart,
    tax: fc.oneof(smallPart, amountText(decimals)),
    freight: fc.oneof(fc.constant(''), amountText(decimals)),
    isPartialAllowed: fc.boolean(),
  })
})

describe('an invoice of the editor', () => {
  test('10,000 random ones add up for the service too', () => {
    fc.assert(
      fc.property(someForm, (given) => {
        const form = aForm(given as Partial<EditorForm>)
        const read = readForm(form)
        const body = JSON.parse(JSON.stringify(bodyFromForm(form, read, { sendImmediately: true })))
        const { terms, problems } = readInvoice(body, { ...READ, validation: 'lenient', operation: 'create' })
        const expected = missingFields(form, 'send').length === 0 || problems.length > 0
        expect(read.problems).toEqual([])
        expect(expected).toBe(true)
        if (terms === undefined) return
        expect(differenceFromTotal(terms)).toBeUndefined()
        expect(formatMoney(terms.amounts.total)).toBe(formatMoney(read.totals.total))
      }),
      { numRuns: 10_000 },
    )
  }, 120_000)

  test('names missing fields before the service does', () => {
    const empty = blankForm({ currency: 'USD' })
    const pathsOf = (form: EditorForm, intent: 'send' | 'publish' | 'draft' | 'update') =>
      missingFields(form, intent).map(({ path }) => path)

    expect(pathsOf(empty, 'send').toSorted()).toEqual(['dueDate', 'email', 'lines.0.item', 'name'])
    expect(pathsOf({ ...empty, kind: 'amount', delivery: 'None' }, 'publish').toSorted()).toEqual([
      ...['amount', 'description', 'dueDate'],
    ])
    expect(pathsOf(aForm({ email: 'tanya@' }), 'send')).toEqual(['email'])
    expect(pathsOf(aForm({ lines: [aLine(), BLANK_LINE, aLine({ price: '' })] }), 'send')).toEqual(['lines.2.price'])
    expect(pathsOf(aForm(), 'send')).toEqual([])
  })

  test('has discounts and taxes at one level, and what the other kind has stays only in the form', () => {
    const form = aForm({ level: 'lines', tax: '9%', discount: '1', lines: [aLine({ tax: '10%', discount: '50%' })] })

    expect(formatMoney(readForm(form).totals.total)).toBe('5.50')
    expect(formatMoney(readForm({ ...form, level: 'total' }).totals.total)).toBe('9.81')
    const amountOnly = readForm({ ...form, kind: 'amount', amount: '7' })
    expect(formatMoney(amountOnly.totals.total)).toBe('7.00')
    expect(bodyFromForm({ ...form, kind: 'amount', amount: '7' }, amountOnly)).not.toHaveProperty(
      'orderInformation.lineItems',
    )
  })

  test('is refused where a discount is more than what it applies to', () => {
    expect(readForm(aForm({ discount: '11' })).problems).toEqual([{ path: 'discount', problem: { code: 'negative' } }])
    const line = aForm({ level: 'lines', lines: [BLANK_LINE, aLine({ discount: '10.01' })] })
    expect(readForm(line).problems[0]).toEqual({ path: 'lines.1.discount', problem: { code: 'negative' } })
    expect(readForm(aForm({ discount: '101%' })).problems[0]?.problem.code).toBe('rateTooHigh')
  })

  test('generates article numbers that stay the same', () => {
    expect(generatedSku('Café crème, 0.5 l', 0)).toBe('CAFÉ-CRÈME-0-5-L')
    expect([generatedSku('品目', 1), generatedSku(' – ', 1)]).toEqual(['品目', 'ITEM-2'])
  })

  test('finds the field that the service names', () => {
    const custom = ['', 'A', '', 'B', 'C'].map((value, index) => ({ definitionId: String(index + 1), value }))
    const form = aForm({ lines: [BLANK_LINE, aLine()], custom })

    expect(formPlaceOf('orderInformation.lineItems[0].unitPrice', form)).toBe('lines.1.price')
    expect(formPlaceOf('customerInformation.email', form)).toBe('email')
    // Only fields with a value are sent.
    expect(formPlaceOf('merchantDefinedFieldValues[2].value', form)).toBe('custom.4.value')
    expect(formPlaceOf('processingInformation.requestPhone', form)).toBeUndefined()
  })
})

describe('two people', () => {
  const before = aForm({ description: 'Before', lines: [aLine({ from: '0' }), aLine({ from: '1', item: 'Nut' })] })

  test('keep what each of them changed, and what I typed wins where both did', () => {
    const mine = { ...before, name: 'Mine', dueDate: '2026-07-01' }
    const theirs = { ...before, description: 'Theirs', dueDate: '2026-06-01' }

    expect(mergedForm(mine, before, theirs)).toEqual({ ...mine, description: 'Theirs' })
    expect(changesOf(before, theirs)).toEqual(['description', 'dueDate'])
  })

  test('a line stands for the saved one only while that is the same', () => {
    const mine = { ...before, lines: before.lines.map((line) => ({ ...line, price: '7' })) }
    const theirs = { ...before, lines: [aLine({ from: '0' }), aLine({ from: '1', item: 'Bolt' })] }

    expect(mergedForm(mine, before, theirs).lines.map(({ from, item }) => [from, item])).toEqual([
      ['0', 'Widget'],
      ['', 'Nut'],
    ])
  })
})

describe('kept text', () => {
  const edit = { form: aForm({ name: 'Half a na' }), base: null, at: '2026-03-01T10:00:00Z' }

  test('is read as it was typed, and nothing else is taken for it', () => {
    expect(readKept(keptText(edit))).toEqual(edit)
    const others = [null, 'no json', '{}', '[]', JSON.stringify({ ...edit, form: { name: 1 } })]
    expect(others.map(readKept)).toEqual(others.map(() => undefined))
    const badLines = { ...edit, form: { ...edit.form, lines: [{ item: 1 }] } }
    expect(readKept(JSON.stringify(badLines))).toBeUndefined()
  })

  test('of two, the newer one counts', () => {
    const later = { ...edit, at: '2026-03-02T10:00:00Z' }

    expect([newerOf(edit, later), newerOf(undefined, edit), newerOf(edit, undefined)]).toEqual([later, edit, edit])
  })
})

describe('typed texts', () => {
  const textOf = (read: ReturnType<typeof readAmountText>) =>
    'value' in read ? read.value && formatMoney(read.value) : read.problem.code

  test.each<[Language, string, string, string]>([
    ['de-DE', '1.234,56', 'USD', '1234.56'],
    ['en-US', '1,234.56', 'USD', '1234.56'],
    ['fr-FR', '1 234,56', 'EUR', '1234.56'],
    ['ja-JP', '１，２３４', 'JPY', '1234'],
    ['ja-JP', '35', 'JPY', '35'],
    ['de-DE', '35', 'EUR', '35.00'],
    ['de-DE', '35,00', 'EUR', '35.00'],
    ['en-US', '1.234', 'KWD', 'ambiguous'],
    ['en-US', '1.2340', 'KWD', '1.234'],
    ['de-DE', '1.234', 'EUR', 'ambiguous'],
    ['en-US', '35.005', 'USD', 'ambiguous'],
    ['ja-JP', '1.234', 'JPY', '1234'],
    ['ja-JP', '12.5', 'JPY', 'tooManyDecimals'],
    ['en-US', 'ten', 'USD', 'notAnAmount'],
  ])('an amount in %s: %s %s is %s', (_, text, currency, expected) => {
    expect(textOf(readAmountText(text, currency))).toBe(expected)
  })

  test('prices have six decimals, quantities none, and rates are never thousands', () => {
    expect(readPriceText('0,123456', 'JPY')).toEqual({ value: { units: 123456n, scale: 6 } })
    expect(readPriceText('1.234', 'USD')).toMatchObject({ problem: { code: 'ambiguous', meanings: [{}, {}] } })
    expect([readQuantityText('1,000'), readQuantityText(''), readQuantityText('1.5')]).toEqual([
      { value: 1000 },
      { value: 1 },
      { problem: { code: 'notAQuantity' } },
    ])
    expect(readPartText('8.875 %', { currency: 'USD' })).toMatchObject({
      value: { percent: { units: 8875n, scale: 3 } },
    })
    expect(readPartText('７，５％', { currency: 'USD' })).toMatchObject({
      value: { percent: { units: 75n, scale: 1 } },
    })
  })
})

describe('cells of a spreadsheet', () => {
  const columns = ['item', 'sku', 'quantity', 'price'] as const

  test('fill lines from the cell in which they are pasted', () => {
    const text = 'Widget\tW-1\t2\t10.00\r\n"Nut ""M8""\nsteel"\t\t5\t0.20\t9\r\n'
    const lines = withPasted([aLine(), BLANK_LINE], text, { row: 1, column: 'item', columns, rowsMax: 30 })

    expect(isCells(text)).toBe(true)
    expect(lines.slice(1)).toEqual([
      { ...BLANK_LINE, item: 'Widget', sku: 'W-1', quantity: '2', price: '10.00' },
      { ...BLANK_LINE, item: 'Nut "M8" steel', sku: '', quantity: '5', price: '0.20' },
    ])
  })

  test('a column of prices fills prices, and nothing is dropped unseen', () => {
    const target = { row: 0, column: 'price', columns, rowsMax: 2 } as const

    expect(withPasted([aLine()], '1\n2\n3', target).map(({ price }) => price)).toEqual(['1', '2'])
    expect(rowsBeyond('1\n2\n3', target)).toBe(1)
    expect([isCells('one text'), isCells('12.50\n')]).toEqual([false, false])
  })
})

test('amounts of a response stay text', () => {
  expect(readExactJson('{"totalAmount":1253.940}')).toEqual({ totalAmount: '1253.940' })
})
