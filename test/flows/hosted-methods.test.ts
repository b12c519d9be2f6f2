import { beforeAll, describe, expect, test } from 'vitest'
import { startOutboxLoading } from '../../src/records/index.ts'
import { BASE_URL, startApp } from '../support/apps/app.ts'
import { anOrganization } from '../support/data/organizations.ts'
import { aPayableInvoice } from '../support/data/payments.ts'
import { type Client, invoicingClients } from '../support/http/invoicing-clients.ts'
import { CARD_VALUES, payers } from '../support/http/page-client.ts'
import { paymentClients } from '../support/http/payment-client.ts'
import { type Keyed, sendAs } from '../support/http/send-request.ts'
import { readPdf } from '../support/pdf/read-pdf.ts'
import { silentLog } from '../support/processes/queue-node.ts'
import { fileResources } from '../support/run/file-resources.ts'

// Our page knows one method, `hosted`; which one the payer chose on the processor's page is known afterwards.
const app = await startApp({
  environment: { QUITTANCE_SANDBOX_HOSTED_METHODS: 'hosted' },
  hasEngine: true,
  with: [invoicingClients, paymentClients, payers],
})
const { payer } = app
let owner: Keyed
let shop: Client
let payments: ReturnType<typeof app.paymentsOf>
beforeAll(async () => {
  owner = await anOrganization(app, 'shop')
  shop = app.clientOf(owner)
  payments = app.paymentsOf(owner)
  const loader = startOutboxLoading({ ...app.stores, clock: app.clock, log: silentLog, everyMs: 20 })
  fileResources.defer(() => loader.stop())
})

const { method: _, ...CARD } = CARD_VALUES
const ACCOUNT = { accountHolder: 'Ada', routingNumber: '110000000', accountNumber: '000123456789' }

/** Sends the form of a new page, and follows it to the processor's page. */
async function leave() {
  const id = await aPayableInvoice(shop, '100.00')
  const sent = await payer.pay(await payer.pathOf(id), { method: 'hosted' })
  const { text } = await payer.ask(sent.location)
  const [url = ''] = /(?<=<a class="button wide" href=")[^"]+/.exec(text) ?? []
  return { id, checkout: url.replace(BASE_URL, '') }
}

/** Comes back from the processor's page as a browser does. */
async function comeBack(location: string) {
  const { location: result } = await payer.send(location.replace(BASE_URL, ''), {})
  return payer.ask(result)
}

/** The transaction as search shows it. */
async function found(id: string) {
  const path = `/tss/v2/transactions/${id}`
  const { body } = await sendAs(app.port, owner, { method: 'GET', path })
  return body
}

test('the page offers one choice, without fields, and does not offer to save a card', async () => {
  const { text } = await payer.ask(await payer.pathOf(await aPayableInvoice(shop, '100.00')))

  expect(text.match(/name="method" value="[^"]+"/g)).toEqual(['name="method" value="hosted"'])
  expect(text).toContain('Card or another payment method')
  expect(text).toContain('You will complete the payment on the payment provider’s secure page.')
  expect(text).not.toMatch(/name="(?:cardNumber|saveCard)"|#test-cards/)
})

test('the processor’s page has several, and asks back what is wrong with the chosen one', async () => {
  const { checkout } = await leave()

  const page = await payer.ask(checkout)
  const refused = await payer.send(checkout, { method: 'bankDebit', ...ACCOUNT, routingNumber: '1', result: 'pay' })

  expect(page.text.match(/(?<=name="method" value=")[^"]+/g)).toEqual(['card', 'bankDebit', 'testpay'])
  expect(page.text).toMatch(/href="#test-cards"[\s\S]*id="test-cards"/)
  expect(refused.status).toBe(422)
  expect(refused.text).toContain('value="bankDebit" checked')
  expect(refused.text).toContain('Enter the 9 digits of the routing number.')
})

describe.each([
  ['card', CARD, 'Visa •••• 4242', 'ics_bill', 'ics_credit', 'card'],
  ['bankDebit', ACCOUNT, 'Bank debit •••• 6789', 'ics_ecp_debit', 'ics_ecp_credit', 'bankDebit'],
  ['testpay', {}, 'testpay', 'ics_ap_capture', 'ics_ap_refund', 'testpay'],
])('%s, chosen there,', (method, values, shown, application, refundApplication, type) => {
  let id: string
  let paymentId: string
  let page: string
  beforeAll(async () => {
    const left = await leave()
    id = left.id
    const begun = await payments.list(id)
    expect(begun.body.totalPayments).toBe(0)
    const { location } = await payer.send(left.checkout, { method, ...values, result: 'pay' })
    page = (await comeBack(location)).text
    paymentId = (await payments.list(id)).body.payments[0].id
  })

  test('is what payer and merchant see', async () => {
    const { body } = await payments.list(id)
    const receipt = await sendAs(app.port, owner, { method: 'GET', path: `/payments/v1/payments/${paymentId}/receipt` })

    expect(page).toContain(shown)
    expect(body.payments).toMatchObject([{ method, status: 'COMPLETED' }])
    expect((await readPdf(receipt.bytes)).pages.join(' ')).toContain(shown)
  })

  test('is in the event, the records and the search, also of its refund', async () => {
    const refund = await payments.refund(paymentId, { amount: 10 })
    const { rows } = await app.database.pool.query(
      "select payload->>'method' as method from events where subject = $1 and event_type like 'payments.%'",
      [`invoice:${id}`],
    )
    const [charged, refunded] = [await found(paymentId), await found(refund.body.id)]

    expect(rows).toEqual([{ method }, { method }])
    expect(charged).toMatchObject({ status: 'TRANSMITTED', paymentInformation: { paymentType: { name: type } } })
    expect(charged.applicationInformation.applications.at(-1).name).toBe(application)
    expect(refunded.applicationInformation.applications).toMatchObject([{ name: refundApplication }])
    expect(refunded.paymentInformation.paymentType.name).toBe(type)
  })
})

test('a checkout that the payer leaves stays hosted, and nothing is charged', async () => {
  const { id, checkout } = await leave()

  const { location } = await payer.send(checkout, { result: 'cancel' })
  const form = await comeBack(location)

  expect(form.text).toContain('nothing was charged')
  const { rows } = await app.database.pool.query(
    'select method, status from payment_attempts where invoice_number = $1',
    [id],
  )
  expect(rows).toEqual([{ method: 'hosted', status: 'declined' }])
})
