import { beforeAll, describe, expect, test } from 'vitest'
import { BASE_URL, startApp } from '../../../../../test/support/apps/app.ts'
import { aPayableInvoice } from '../../../../../test/support/data/payments.ts'
import { type Client, invoicingClients } from '../../../../../test/support/http/invoicing-clients.ts'
import { attemptKeyIn, CARD_VALUES, payers } from '../../../../../test/support/http/page-client.ts'

const app = await startApp({
  environment: { QUITTANCE_SANDBOX_HOSTED_METHODS: 'card, paypal,bankDebit' },
  with: [invoicingClients, payers],
})
const { payer } = app
let shop: Client
beforeAll(async () => {
  shop = await app.merchant('shop')
})

const { method: _, ...CARD } = CARD_VALUES

/** Sends the form of a new page, and follows it to the processor's page. */
async function leave(method: string, values = {}) {
  const id = await aPayableInvoice(shop, '100.00')
  const path = await payer.pathOf(id)
  const sent = await payer.pay(path, { method, ...values })
  const { text } = await payer.ask(sent.location)
  const [url = ''] = /(?<=<a class="button wide" href=")[^"]+/.exec(text) ?? []
  return { id, path, sent, text, url, checkout: url.replace(BASE_URL, '') }
}

/** Comes back from the processor's page as a browser does. */
async function comeBack(location: string) {
  const back = location.replace(BASE_URL, '')
  expect((await payer.ask(back)).text).toContain(`method="post" action="${back}"`)
  const { location: result } = await payer.send(back, {})
  return payer.ask(result)
}

const statusOf = async (id: string) => {
  const { body } = await shop.get(id)
  return [body.status, body.orderInformation.amountDetails.balanceAmount]
}

describe('a method of the processor’s own page', () => {
  test('has no fields on our page, and is reached through a page of ours', async () => {
    const page = await payer.ask(await payer.pathOf(await aPayableInvoice(shop, '100.00')))
    expect(page.text).toContain('You will complete the payment on the payment provider’s secure page.')
    expect(page.text).not.toMatch(/name="(cardNumber|accountNumber)"/)
    const { path, sent, text, url } = await leave('card')

    expect([sent.status, sent.location]).toEqual([303, `${path}/attempts/${sent.attempt}?lang=en-US`])
    expect(url).toMatch(`${BASE_URL}/sandbox/checkout/shop/`)
    expect(text).toContain(`http-equiv="refresh" content="1;url=${url}"`)
    expect(text).toContain('Taking you to the payment provider')
    expect(text).not.toContain('<iframe')
    expect(url).not.toContain(path)
  })

  test('is paid there, and the payer comes back to a receipt', async () => {
    const { id, checkout } = await leave('card', { amount: '40' })
    const page = await payer.ask(checkout)
    expect(page.status).toBe(200)
    expect(page.text).toContain('Test mode: no money moves')
    expect(page.text).toContain('Pay $40.00</button>')
    expect(page.text).toMatch(/autocomplete="cc-number"/)
    const paid = await payer.send(checkout, { ...CARD, result: 'pay' })
    expect([paid.status, paid.location]).toEqual([303, expect.stringContaining(`${BASE_URL}/pay/`)])

    const receipt = await comeBack(paid.location)
    expect(receipt.text).toContain('$40.00 paid</h1>')
    expect(receipt.text).toContain('Visa •••• 4242')
    expect(await statusOf(id)).toEqual(['PARTIAL', 60])
    expect((await payer.ask(checkout)).location).toBe(paid.location)
    expect((await payer.send(checkout, { ...CARD, result: 'pay' })).location).toBe(paid.location)
    expect(await statusOf(id)).toEqual(['PARTIAL', 60])
  })

  test.each([
    ['declined there', { ...CARD, cardNumber: '4000000000009995', result: 'pay' }, 'There are not enough funds'],
    ['left', { result: 'cancel' }, 'nothing was charged'],
  ])('that is %s leads back to the form, with the reason', async (_name, values, reason) => {
    const { id, path, checkout } = await leave('card')
    expect((await payer.ask(path)).text).toContain('A payment is in progress')
    const { location } = await payer.send(checkout, values)
    const form = await comeBack(location)

    expect(form.text).toContain(reason)
    expect(attemptKeyIn(form.text)).not.toBe('')
    expect(await statusOf(id)).toEqual(['SENT', 100])
  })

  test('shows problems of the input, and never shows a card number again', async () => {
    const { id, checkout } = await leave('card')
    const { status, text } = await payer.send(checkout, { ...CARD, cardExpiry: '13/30', result: 'pay' })
    expect(status).toBe(422)
    expect(text).toContain('Enter the expiration date as MM\u00A0/\u00A0YY.')
    expect(text).toContain('value="Ada Lovelace"')
    // The list of test cards below the form has the number for everyone.
    const [form = ''] = text.split('<details class="test-cards"')
    expect(form).toContain('</form>')
    expect(form).not.toContain('4242 4242 4242 4242')
    expect(await statusOf(id)).toEqual(['SENT', 100])
  })

  test.each([
    ['paypal', {}],
    ['bankDebit', { accountHolder: 'Ada', routingNumber: '110000000', accountNumber: '000123456789' }],
  ])('%s is confirmed there', async (method, values) => {
    const { id, checkout } = await leave(method)
    const { location } = await payer.send(checkout, { ...values, result: 'pay' })
    expect((await comeBack(location)).text).toContain('$100.00 paid</h1>')
    expect(await statusOf(id)).toEqual(['PAID', 0])
  })

  test('is private to its payer: without its code the page does not exist', async () => {
    const { checkout, id } = await leave('card')
    const other = checkout.replace(/code=.{4}/, 'code=AAAA')
    expect((await payer.ask(other)).status).toBe(404)
    expect((await payer.send(other, { ...CARD, result: 'pay' })).status).toBe(404)
    expect(await statusOf(id)).toEqual(['SENT', 100])
  })
})

test('other methods stay on our page', async () => {
  const id = await aPayableInvoice(shop, '100.00')
  const path = await payer.pathOf(id)
  const sheet = await payer.pay(path, { method: 'applePay' })
  expect(sheet.text).toContain('Confirm with Apple\u00A0Pay')
})

test('an unknown method is refused when the service starts', async () => {
  await expect(startApp({ environment: { QUITTANCE_SANDBOX_HOSTED_METHODS: 'card,cash' } })).rejects.toThrow(
    /QUITTANCE_SANDBOX_HOSTED_METHODS must list methods/,
  )
})
