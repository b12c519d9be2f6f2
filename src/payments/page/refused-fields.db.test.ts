import { beforeAll, describe, expect, test } from 'vitest'
import { startApp } from '../../../test/support/apps/app.ts'
import { aLineBody, anInvoiceBody } from '../../../test/support/data/invoices.ts'
import { anOrganization } from '../../../test/support/data/organizations.ts'
import { type Client, invoicingClients } from '../../../test/support/http/invoicing-clients.ts'
import { attemptKeyIn, CARD_VALUES, payers } from '../../../test/support/http/page-client.ts'
import { paymentClients } from '../../../test/support/http/payment-client.ts'
import { PAGE_WORDS } from './words/all-words.ts'

type Values = Readonly<Record<string, string>>
type Words = (typeof PAGE_WORDS)['en-US']

const app = await startApp({
  environment: { QUITTANCE_PAGE_RATE_LIMIT: '0' },
  with: [invoicingClients, paymentClients, payers],
})
const { payer } = app
const owner = await anOrganization(app, 'shop')
const shop: Client = app.clientOf(owner)
const payments = app.paymentsOf(owner)
let path: string
let invoiceNumber: string
beforeAll(async () => {
  const asked = { email: true, phoneNumber: true, shipTo: true }
  expect((await shop.call('PUT', '/invoiceSettings', { invoiceSettingsInformation: asked })).status).toBe(200)
  const visible = { customerVisible: true, readOnly: false }
  for (const field of [
    { fieldType: 'text', label: 'Order', textMinLength: 3, textMaxLength: 20 },
    { fieldType: 'select', label: 'Size', possibleValues: 'S,M' },
  ]) {
    expect((await shop.call('POST', '/Invoice/merchantDefinedFields', { ...field, ...visible })).status).toBe(200)
  }
  const { body } = await shop.create(
    anInvoiceBody({
      invoiceInformation: { sendImmediately: true, allowPartialPayments: true },
      orderInformation: {
        amountDetails: { totalAmount: '100.00', currency: 'USD', minimumPartialAmount: '10.00' },
        lineItems: [aLineBody({ quantity: 1, unitPrice: '100.00', totalAmount: '100.00' })],
      },
    }),
  )
  invoiceNumber = body.id
  path = await payer.pathOf(invoiceNumber)
})

const RIGHT: Values = {
  ...{ ...CARD_VALUES, email: 'ada@example.com', phone: '+1 555 0100', 'custom-1': 'PO-9', 'custom-2': 'M' },
  ...{ shipName: 'Ada Lovelace', street: '1 Main St', town: 'Arlington', region: 'VA' },
  ...{ postalCode: '22202', country: 'US' },
}
const BANK = { method: 'bankDebit', accountHolder: 'Ada', routingNumber: '110000000', accountNumber: '000123456789' }
/** A form that is refused uses up nothing, so that its key can be sent again. */
const KEY = 'a'.repeat(22)
const CARD_IN_TEXT = 'it is 4111 1111 1111 1111'
const LONG = 'x'.repeat(5_000)

const missing =
  (name: 'cardName' | 'town' | 'zip' | 'state' | 'country') =>
  ({ problems }: Words) =>
    problems.missing[name]
const choice = ({ problems }: Words) => problems.choice
const personal = ({ problems }: Words) => problems.personal
const email = ({ problems }: Words) => problems.email
const phone = ({ problems }: Words) => problems.phone
const cardNumber = ({ problems }: Words) => problems.cardNumber
const expiry = ({ problems }: Words) => problems.expiry
const securityCode = ({ problems }: Words) => problems.securityCode
const routingNumber = ({ problems }: Words) => problems.routingNumber
const accountNumber = ({ problems }: Words) => problems.accountNumber
const tooLong =
  (count: number) =>
  ({ problems }: Words) =>
    problems.tooLong({ count })

type Says = (words: Words) => string

/** A field, the value that a payer sends, and the problem that the page shows beside it. */
const HOSTILE: readonly (readonly [field: string, what: string, value: string, says: Says])[] = [
  ['amount', 'too long', LONG, (words) => words.problems.wrongAmount({ example: exampleIn(words) })],
  ['amount', 'negative', '-1', (words) => words.problems.wrongAmount({ example: exampleIn(words) })],
  ['amount', 'zero', '0', (words) => words.problems.belowMinimum({ amount: moneyIn(words, '10.00') })],
  [
    'amount',
    'above the balance',
    '9'.repeat(18),
    (words) => words.problems.aboveBalance({ amount: moneyIn(words, '100.00') }),
  ],
  ['method', 'not offered', 'cash', choice],
  ['method', 'the name of a prototype', '__proto__', choice],
  ['cardNumber', 'too long', LONG, cardNumber],
  ['cardNumber', 'a control character', '4242\u00004242', cardNumber],
  ['cardExpiry', 'too long', LONG, expiry],
  ['cardExpiry', 'a bidirectional override', '12/30\u202E', expiry],
  ['cardCode', 'too long', LONG, securityCode],
  ['cardName', 'too long', LONG, tooLong(100)],
  ['cardName', 'nothing but control characters', '\u0000\u0007\r\n', missing('cardName')],
  ['cardName', 'a card number in a text', CARD_IN_TEXT, personal],
  ['accountHolder', 'too long', LONG, tooLong(100)],
  ['accountHolder', 'an identity number', 'SSN 078-05-1120', personal],
  ['routingNumber', 'too long', LONG, routingNumber],
  ['accountNumber', 'a control character', '1\u00002', accountNumber],
  ['email', 'too long', LONG, email],
  ['email', 'a control character', 'a\u0000da@example.com', email],
  ['email', 'a name and an address', 'Ada <ada@example.com>', email],
  ['phone', 'too long', LONG, phone],
  ['phone', 'letters and a control character', '+1 555\u00070100 x', phone],
  ['shipName', 'too long', LONG, tooLong(100)],
  ['shipName', 'a card number in a text', CARD_IN_TEXT, personal],
  ['street', 'too long', LONG, tooLong(255)],
  ['street', 'a card number in a text', CARD_IN_TEXT, personal],
  ['streetMore', 'too long', LONG, tooLong(255)],
  ['streetMore', 'a card number in a text', CARD_IN_TEXT, personal],
  ['postalCode', 'too long', LONG, tooLong(20)],
  ['postalCode', 'empty', '', missing('zip')],
  ['town', 'too long', LONG, tooLong(100)],
  ['town', 'a control character', '\u0000', missing('town')],
  ['region', 'too long', LONG, tooLong(50)],
  ['region', 'empty', '', missing('state')],
  ['region', 'too many characters of two code units', '😀'.repeat(51), tooLong(50)],
  ['country', 'an unknown code', 'XX', choice],
  ['country', 'a name', 'Norway', choice],
  ['country', 'empty', '', missing('country')],
  ['country', 'too long', LONG, choice],
  ['custom-1', 'too long', LONG, tooLong(20)],
  ['custom-1', 'empty', '', ({ problems }) => problems.tooShort({ count: 3 })],
  ['custom-1', 'too short', 'ab', ({ problems }) => problems.tooShort({ count: 3 })],
  ['custom-1', 'a card number', '4111111111111111', personal],
  ['custom-2', 'not a choice', 'XL', choice],
  ['custom-2', 'a card number in a text', CARD_IN_TEXT, choice],
]

const LANGUAGES = ['en-US', 'de-DE'] as const

function languageOf(words: Words) {
  return LANGUAGES.find((language) => PAGE_WORDS[language] === words) ?? 'en-US'
}

function exampleIn(words: Words): string {
  return languageOf(words) === 'de-DE' ? '40,00' : '40.00'
}

function moneyIn(words: Words, amount: string): string {
  return languageOf(words) === 'de-DE' ? `${amount.replace('.', ',')}\u00A0$` : `$${amount}`
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

describe.each(LANGUAGES)('a field’s problem is shown beside it, and nothing is charged: %s', (language) => {
  const words = PAGE_WORDS[language]

  test.each(HOSTILE)('%s: %s', async (field, _, value, says) => {
    const also = field in BANK && field !== 'method' ? BANK : {}
    const entered = { attempt: KEY, ...RIGHT, ...also, language, [field]: value }

    const page = await payer.send(path, entered)
    const script = await payer.send(path, entered, { accept: 'application/json' })

    expect([page.status, script.status]).toEqual([422, 200])
    const place = field === 'method' ? `<a href="#method">${words.payWith}: ` : `id="${field}-problem">`
    expect(page.text).toContain(`${place}${escaped(says(words))}</`)
    expect(page.text.match(/<li><a href="#/g)).toHaveLength(1)
    expect(page.text).toContain(`<html lang="${language}">`)
    expect(attemptKeyIn(page.text)).toMatch(/^(?!a+$)[\w-]{16,}$/)
    expect(JSON.parse(script.text).problems).toEqual({ [field]: says(words) })
  })
})

test('a field that was sent twice counts once', async () => {
  const { text } = await payer.ask(path)
  const body = new URLSearchParams({ ...RIGHT, attempt: attemptKeyIn(text), shipName: 'Ada' })
  body.append('shipName', LONG)

  const response = await payer.ask(path, { method: 'POST', body })

  expect([response.status, response.text]).toEqual([422, expect.stringContaining('id="shipName-problem"')])
})

test('refused forms charge nothing, and a corrected form is paid', async () => {
  expect((await payments.list(invoiceNumber)).body.totalPayments).toBe(0)

  const paid = await payer.pay(path, RIGHT)

  expect(paid.status).toBe(303)
  expect((await payments.list(invoiceNumber)).body.payments).toMatchObject([{ amount: 100 }])
})
