import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { startApp } from '../../../test/support/apps/app.ts'
import { anInvoiceBody } from '../../../test/support/data/invoices.ts'
import { anOrganization } from '../../../test/support/data/organizations.ts'
import { aCard, aPayableInvoice, payAs, paymentDeps } from '../../../test/support/data/payments.ts'
import { type Client, invoicingClients } from '../../../test/support/http/invoicing-clients.ts'
import { attemptKeyIn, CARD_VALUES, payers } from '../../../test/support/http/page-client.ts'
import { paymentClients } from '../../../test/support/http/payment-client.ts'

const app = await startApp({
  environment: { QUITTANCE_PROCESSOR_TIMEOUT_SECONDS: '5' },
  with: [invoicingClients, paymentClients, payers],
})
const { payer } = app
const deps = paymentDeps(app)
let shop: Client
let payments: ReturnType<typeof app.paymentsOf>
beforeAll(async () => {
  const owner = await anOrganization(app, 'shop')
  shop = app.clientOf(owner)
  payments = app.paymentsOf(owner)
})
const JSON_ANSWER = { accept: 'application/json' }

async function aPage(total = '100.00', amountDetails: object = {}) {
  const id = await aPayableInvoice(shop, total, amountDetails)
  return { id, path: await payer.pathOf(id) }
}

async function changeSettings(invoiceSettingsInformation: object) {
  const { status } = await shop.call('PUT', '/invoiceSettings', { invoiceSettingsInformation })
  expect(status).toBe(200)
}

async function statusOf(id: string) {
  const { body } = await shop.get(id)
  return [body.status, body.orderInformation.amountDetails.balanceAmount]
}

describe('the page', () => {
  test('shows the invoice and its amount, and is not cached, indexed or framed', async () => {
    const { path } = await aPage('250.05')
    const { status, text, headers } = await payer.ask(`${path}?version=v2.1`)

    expect(status).toBe(200)
    expect(text).toContain('$250.05')
    expect(text).toContain('Thing')
    expect(text).toContain('Test mode: no money moves')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('x-robots-tag')).toBe('noindex, nofollow')
    expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'/)
    expect(headers.get('content-security-policy')).not.toContain('unsafe')
  })

  test('opens in the merchant’s language, and in any other on request', async () => {
    const { path } = await aPage()
    await changeSettings({ deliveryLanguage: 'de-DE' })
    expect((await payer.ask(path)).text).toContain('<html lang="de-DE">')
    expect((await payer.ask(`${path}?lang=ja-JP`)).text).toContain('<html lang="ja-JP">')
    await changeSettings({ deliveryLanguage: 'en-US' })
  })

  test('style and script come from this service and are cached forever', async () => {
    const { path } = await aPage()
    const { text } = await payer.ask(path)
    const files = [/href="(\/pay\/assets\/[^"]+)"/, /src="(\/pay\/assets\/[^"]+)"/].map(
      (found) => found.exec(text)?.[1] ?? '',
    )
    for (const file of files) {
      const { status, headers } = await payer.ask(file)
      expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable'])
    }
  })

  test.each([
    ['a draft', async () => payer.pathOf((await shop.create(anInvoiceBody())).body.id)],
    ['a link that never was', async () => `/pay/${'x'.repeat(64)}`],
    ['a broken link', async () => '/pay/x'],
    ['a path below a link that never was', async () => `/pay/${'x'.repeat(64)}/invoice.pdf`],
    ['a path that nobody knows', async () => `/pay/${'x'.repeat(64)}/nowhere/else`],
    ['the folder of all links', async () => '/pay'],
  ])('%s answers the same 404', async (_, pathOf) => {
    const { status, text } = await payer.ask(await pathOf())
    const { text: unknown } = await payer.ask(`/pay/${'y'.repeat(64)}`)
    const withoutNonce = (page: string) => page.replaceAll(/nonce="[^"]+"/g, '')
    expect([status, withoutNonce(text)]).toEqual([404, withoutNonce(unknown)])
  })

  test('text of the merchant and of customers is escaped', async () => {
    const evil = '<img src=x onerror=alert(1)>'
    const { body } = await shop.create(
      anInvoiceBody({
        customerInformation: { name: evil },
        invoiceInformation: { description: evil, sendImmediately: true },
      }),
    )
    const { text } = await payer.ask(await payer.pathOf(body.id))
    expect(text).toContain('&lt;img')
    expect(text).not.toContain('<img src=x')
  })
})

describe('paying', () => {
  test('charges once and shows a receipt that can be reloaded', async () => {
    const { id, path } = await aPage()
    const paid = await payer.pay(path)

    expect([paid.status, paid.location]).toEqual([303, `${path}/attempts/${paid.attempt}?lang=en-US`])
    const { text } = await payer.ask(paid.location)
    expect(text).toContain('$100.00 paid</h1>')
    expect(text).toContain('Visa •••• 4242')
    expect(text).not.toContain('4242424242424242')
    expect((await payer.ask(paid.location)).status).toBe(200)
    expect(await statusOf(id)).toEqual(['PAID', 0])
    const [payment] = (await payments.list(id)).body.payments
    expect(text).toContain(payment.id)
  })

  test('the same form sent again shows the first outcome', async () => {
    const { id, path } = await aPage()
    const first = await payer.pay(path, { ...CARD_VALUES, amount: '40.00' })
    const second = await payer.send(path, { attempt: first.attempt, ...CARD_VALUES, amount: '60.00' })

    expect(second.location).toBe(first.location)
    expect(await statusOf(id)).toEqual(['PARTIAL', 60])
  })

  test('an invoice is paid in part, then in full', async () => {
    const { id, path } = await aPage('100.00', { minimumPartialAmount: '20.00' })
    const part = await payer.pay(path, { ...CARD_VALUES, amount: '40,00' })
    expect((await payer.ask(part.location)).text).toContain('Pay the remaining $60.00')
    expect((await payer.ask(path)).text).toContain('Payments so far')
    await payer.pay(path, { ...CARD_VALUES, amountChoice: 'full' })
    expect(await statusOf(id)).toEqual(['PAID', 0])
    expect((await payer.ask(path)).text).toContain('This invoice is paid')
  })

  test('a part that would leave less than the minimum is paid only after the payer confirms it', async () => {
    const { id, path } = await aPage('100.00', { minimumPartialAmount: '20.00' })
    const first = await payer.pay(path, { ...CARD_VALUES, amount: '85' })
    expect([first.status, await statusOf(id)]).toEqual([422, ['SENT', 100]])
    expect(first.text).toContain('$15.00 would remain. That is below the minimum')
    expect(first.text).toContain('press the button again to go ahead')
    expect(first.text).toContain('Pay $85.00</button>')
    const [, restConfirmed = ''] = /name="restConfirmed" value="([^"]*)"/.exec(first.text) ?? []
    const confirm = { ...CARD_VALUES, attempt: attemptKeyIn(first.text), restConfirmed }

    const other = await payer.send(path, { ...confirm, amount: '84' })
    expect([other.status, await statusOf(id)]).toEqual([422, ['SENT', 100]])
    await payer.send(path, { ...confirm, amount: '85' })
    expect(await statusOf(id)).toEqual(['PARTIAL', 15])
    const { text } = await payer.ask(path)
    expect(text).toContain('Pay $15.00</button>')
    expect(text).not.toContain('name="amount"')
    await payer.pay(path)
    expect(await statusOf(id)).toEqual(['PAID', 0])
  })

  test('the rest is shown beside a part, and on the sheet of a wallet', async () => {
    const { path } = await aPage('100.00', { minimumPartialAmount: '20.00' })
    const wrong = await payer.pay(path, { ...CARD_VALUES, cardCode: 'x', amount: '30' })
    expect(wrong.text).toContain('$70.00 will remain due after this payment.')
    expect(wrong.text).toContain('Pay $30.00</button>')
    const sheet = await payer.pay(path, { method: 'paypal', amount: '30' })
    expect(sheet.text).toContain('$70.00 will remain due after this payment.')
    const small = await payer.pay(path, { method: 'paypal', amount: '90' })
    expect([small.status, small.text]).toEqual([422, expect.stringContaining('$10.00 would remain.')])
    const { text } = await payer.pay(path, { ...CARD_VALUES, amount: '90' }, JSON_ANSWER)
    expect(JSON.parse(text)).toMatchObject({ restConfirmed: '90.00', problems: { amount: expect.anything() } })
  })

  test('a decline stays on the form with the reason and what was entered, without the card', async () => {
    const { id, path } = await aPage()
    const declined = await payer.pay(path, { ...CARD_VALUES, cardNumber: '4000000000009995' })
    const { text } = await payer.ask(declined.location)
    expect(text).toContain('There are not enough funds available.')
    expect(attemptKeyIn(text)).not.toBe(declined.attempt)
    expect(await statusOf(id)).toEqual(['SENT', 100])
  })

  test('the script learns the reason and gets a new key', async () => {
    const { path } = await aPage()
    const { status, text, attempt } = await payer.pay(
      path,
      { ...CARD_VALUES, cardNumber: '4000000000000002' },
      JSON_ANSWER,
    )
    const response = JSON.parse(text)
    expect([status, response.notice.title]).toEqual([200, 'Payment declined'])
    expect(response.attempt).not.toBe(attempt)
  })

  test('every problem is shown beside its field, and nothing is charged', async () => {
    const { id, path } = await aPage()
    const { status, text } = await payer.pay(path, {
      ...CARD_VALUES,
      cardNumber: '4242',
      cardName: '',
      amount: '1.000',
    })
    expect(status).toBe(422)
    expect(text).toContain('Check the card number.')
    expect(text).toContain('Do you mean $1.00 or $1,000.00?')
    expect(text).toMatch(/<input id="cardName"[^>]+aria-invalid="true"/)
    expect(text).not.toContain('value="4242"')
    expect(await statusOf(id)).toEqual(['SENT', 100])
  })

  test('a wallet is confirmed on its sheet first', async () => {
    const { id, path } = await aPage()
    const sheet = await payer.pay(path, { method: 'applePay' })
    expect([sheet.status, await statusOf(id)]).toEqual([200, ['SENT', 100]])
    expect(sheet.text).toContain('Confirm with Apple\u00A0Pay')
    const confirmed = await payer.send(path, { attempt: sheet.attempt, method: 'applePay', walletToken: 'confirmed' })
    expect((await payer.ask(confirmed.location)).text).toContain('$100.00 paid</h1>')
  })

  test('a bank debit pays the invoice', async () => {
    const { id, path } = await aPage()
    const account = { accountHolder: 'Ada', routingNumber: '110000000', accountNumber: '000123456789' }
    await payer.pay(path, { method: 'bankDebit', ...account })
    expect(await statusOf(id)).toEqual(['PAID', 0])
  })

  test('the page waits for an answer that never comes, and says so', async () => {
    const { path } = await aPage('4000.00')
    const lost = await payer.pay(path, { ...CARD_VALUES, cardNumber: '4111111111111111' })
    const { text } = await payer.ask(lost.location)
    expect(text).toContain('We are checking your payment')
    expect(text).toContain('http-equiv="refresh"')
    expect((await payer.ask(path)).text).toContain('A payment is in progress')
  })

  test.each([
    ['without its key', 400, 'application/x-www-form-urlencoded', new URLSearchParams(CARD_VALUES).toString()],
    ['of another content type', 415, 'application/json', '{"attempt":"0123456789abcdef"}'],
    ['that is malformed', 400, 'application/x-www-form-urlencoded', '%&=%zz&attempt=\u0000'],
    ['that is too long', 413, 'application/x-www-form-urlencoded', `attempt=${'x'.repeat(100_000)}`],
  ])('a form %s is refused with a page in the language of the form', async (_, status, type, body) => {
    const { id, path } = await aPage()
    const [action = ''] =
      /(?<=<form class="pay" method="post" action=")[^"]+/.exec((await payer.ask(`${path}?lang=pt-BR`)).text) ?? []
    const response = await payer.ask(action, { method: 'POST', headers: { 'content-type': type }, body })

    expect([response.status, response.headers.get('content-type')]).toEqual([status, 'text/html; charset=utf-8'])
    expect(response.text).toContain('<html lang="pt-BR">')
    expect(response.text).toContain('Nada foi cobrado.')
    expect(response.text).toContain('<a href="?lang=pt-BR">Tentar novamente</a>')
    expect(await statusOf(id)).toEqual(['SENT', 100])
  })
})

test('pages, forms and PDFs are limited for each address', async () => {
  const limited = await startApp({ environment: { QUITTANCE_PAGE_RATE_LIMIT: '3' }, with: [invoicingClients, payers] })
  const { body } = await (await limited.merchant('shop')).create(
    anInvoiceBody({ invoiceInformation: { sendImmediately: true } }),
  )
  const path = await limited.payer.pathOf(body.id)
  const statuses = []
  for (const ask of [`${path}/invoice.pdf`, path, path]) statuses.push((await limited.payer.ask(ask)).status)
  const [form, page] = [await limited.payer.send(path, CARD_VALUES), await limited.payer.ask(path)]

  expect(statuses).toEqual([200, 200, 200])
  expect([form.status, page.status]).toEqual([429, 429])
  expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(page.text).toContain('Please wait a minute, then try again.')
})

describe('documents', () => {
  test('the invoice and the receipt are PDFs in the language of the page', async () => {
    const { path } = await aPage()
    const { text } = await payer.ask(`${path}?lang=de-DE`)
    const link = /href="([^"]+invoice\.pdf[^"]*)"/.exec(text)?.[1] ?? ''
    const invoice = await payer.ask(link)
    expect([invoice.status, invoice.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect(await payer.pdfAt(link)).toContain('Testmodus: Es fließt kein Geld')
    const paid = await payer.pay(path)
    const receiptLink = /href="([^"]+receipt\.pdf[^"]*)"/.exec((await payer.ask(paid.location)).text)?.[1] ?? ''
    const receipt = await payer.ask(receiptLink)
    expect([receipt.status, receipt.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect(await payer.pdfAt(receiptLink)).toContain('Test mode: no money moves')
  })
})

describe('a link that takes no payment says why', () => {
  test('a suspended merchant, an expired invoice and an invoice over 0.00', async () => {
    const { path } = await aPage()
    await sql`update organizations set status = 'SUSPENDED' where organization_id = 'shop'`.execute(app.database.db)
    expect((await payer.ask(path)).text).toContain('Payments are paused')
    await sql`update organizations set status = 'ACTIVE' where organization_id = 'shop'`.execute(app.database.db)
    const now = app.clock.now()
    app.clock.set(now.add({ hours: 24 * 800 }).toString())
    expect((await payer.ask(path)).text).toContain('This payment link has expired')
    expect((await payer.send(path, { attempt: '0123456789abcdef', ...CARD_VALUES })).status).toBe(303)
    app.clock.set(now.toString())
    expect((await payer.ask(path)).text).toContain('Pay $100.00')
    const nothing = anInvoiceBody({
      invoiceInformation: { sendImmediately: true },
      orderInformation: { amountDetails: { totalAmount: '0' } },
    })
    const { body } = await shop.create(nothing)
    expect((await payer.ask(await payer.pathOf(body.id))).text).toContain('There is nothing to pay')
  })

  test('live mode without a processor', async () => {
    const live = await startApp({ environment: { QUITTANCE_MODE: 'live' }, with: [invoicingClients, payers] })
    const { body } = await (await live.merchant('shop')).create(
      anInvoiceBody({ invoiceInformation: { sendImmediately: true } }),
    )
    const { status, text } = await live.payer.ask(await live.payer.pathOf(body.id))
    expect(status).toBe(200)
    expect(text).toContain('Online payment is not available')
    expect(text).not.toContain('Test mode')
  })
})

describe('custom fields', () => {
  test('that the payer empties stay empty, and text like a card number is refused', async () => {
    const [field] = (
      await shop.call('POST', '/Invoice/merchantDefinedFields', {
        fieldType: 'text',
        label: 'Order',
        customerVisible: true,
        readOnly: false,
      })
    ).body
    const id = await aPayableInvoice(shop, '10.00')
    const path = await payer.pathOf(id)
    const name = `custom-${field.id}`
    expect((await payer.ask(path)).text).toContain(`name="${name}"`)
    const refused = await payer.pay(path, { ...CARD_VALUES, [name]: '4111 1111 1111 1111' })
    expect(refused.text).toContain('Please do not enter card or identity numbers here.')
    await payer.pay(path, { ...CARD_VALUES, [name]: 'PO-7' })
    const [payment] = (await payments.list(id)).body.payments
    expect(JSON.stringify(payment.payer)).toContain('PO-7')
  })
})

describe('another payer', () => {
  test('cannot see a receipt without its key', async () => {
    const { path } = await aPage()
    await payer.pay(path)
    expect((await payer.ask(`${path}/attempts/${'x'.repeat(22)}`)).status).toBe(404)
  })

  test('sees dates and amounts of payments so far, and nothing else of them', async () => {
    const { id, path } = await aPage()
    await payAs(deps, id, '40.00', { source: aCard(), payer: { email: 'secret@example.com' } })
    const { text } = await payer.ask(path)
    expect(text).toContain('$40.00')
    expect(text).not.toContain('secret@example.com')
    expect(text).not.toContain('••••')
  })
})

describe('the merchant’s redirects', () => {
  test.each([
    ['paymentAccepted', CARD_VALUES, 'https://shop.example/ok?status=accepted&amp;invoiceNumber='],
    ['paymentRejected', { ...CARD_VALUES, cardNumber: '4000000000000002' }, 'https://shop.example/ok?status=rejected'],
  ])('%s is reached through a page of ours', async (name, values, target) => {
    await changeSettings({ customRedirectUrls: { [name]: 'https://shop.example/ok' } })
    const { path } = await aPage()
    const paid = await payer.pay(path, values)
    const { text } = await payer.ask(paid.location)
    expect(text).toContain(target)
    expect(text.slice(text.indexOf('https://shop.example'))).not.toContain(`${path}/attempts`)
    await changeSettings({ customRedirectUrls: { [name]: '' } })
  })
})

describe('a preview', () => {
  test('shows a draft for 15 minutes, and nothing can be paid on it', async () => {
    const { body } = await shop.create(anInvoiceBody())
    const { status, body: preview } = await payments.call('POST', `/invoices/${body.id}/preview`)
    expect(status).toBe(201)
    const { pathname, search } = new URL(preview.previewLink)
    const page = await payer.ask(pathname + search)
    expect(page.status).toBe(200)
    expect(page.text).toContain('Preview · customers cannot see this invoice yet')
    expect(page.text).toMatch(/<button class="button wide" type="submit" disabled/)
    const sent = await payer.send(pathname + search, { attempt: attemptKeyIn(page.text), ...CARD_VALUES })
    expect(sent.status).toBe(303)
    expect((await payments.list(body.id)).body.totalPayments).toBe(0)
    expect((await payer.ask(pathname)).status).toBe(404)
    expect((await payer.ask(`${pathname}${search.slice(0, -3)}abc`)).status).toBe(404)
  })

  test('of a published invoice says that nothing can be paid on it, not that customers do not see it', async () => {
    const { id } = await aPage()
    const { body: preview } = await payments.call('POST', `/invoices/${id}/preview`)
    const { pathname, search } = new URL(preview.previewLink)
    const { text } = await payer.ask(pathname + search)
    expect(text).toContain('Preview · payments are disabled on this page')
    expect(text).not.toContain('customers cannot see')
    expect(text).toMatch(/<button class="button wide" type="submit" disabled/)
  })
})
