import { describe, expect, test } from 'vitest'
import { startApp } from '../../../test/support/apps/app.ts'
import { aLineBody, anInvoiceBody } from '../../../test/support/data/invoices.ts'
import { anOrganization } from '../../../test/support/data/organizations.ts'
import { aPayableInvoice, payAs, paymentDeps, withProcessor } from '../../../test/support/data/payments.ts'
import { type Client, invoicingClients } from '../../../test/support/http/invoicing-clients.ts'
import { CARD_VALUES, payers } from '../../../test/support/http/page-client.ts'
import { paymentClients } from '../../../test/support/http/payment-client.ts'
import { suspendUnlessSuspended } from '../../organizations/index.ts'
import { type LoadedPage, loadPage } from './load-page.ts'
import { formTerms, pageModel, type Surroundings } from './page-model.ts'
import { type PageForm, payFromPage } from './pay-from-page.ts'

const app = await startApp({ with: [invoicingClients, paymentClients, payers] })
const deps = paymentDeps(app)
const OPERATOR = { kind: 'command-line', name: 'test' } as const
const AROUND: Surroundings = {
  ...{ language: 'en-US', path: '/pay/x', query: '', isSandbox: true, isPreview: false },
  assets: { pages: '/pay', style: '', script: '' },
  ...{ parts: {}, offeredLanguage: undefined, now: app.clock.now() },
}
const CHARGED = { organizationId: 'shop', account: 'sandbox', currency: 'USD' }

/** A form whose page was loaded; what happens next is not known to it. */
async function aLoadedForm(shop: Client, organizationId: string) {
  const id = await aPayableInvoice(shop, '100.00')
  const token = (await app.payer.pathOf(id, organizationId)).slice('/pay/'.length)
  const page = (await loadPage(deps.database.db, { token, seesDraft: false })) as LoadedPage
  const form: PageForm = {
    ...{ page, model: pageModel(page, AROUND), terms: formTerms(page, deps.processor.capabilities(CHARGED)) },
    ...{ attemptKey: 'a'.repeat(22), values: CARD_VALUES, walletToken: undefined, work: undefined },
    ...{ returnUrl: 'https://pay.example.com', address: '192.0.2.1' },
  }
  return { id, form }
}

async function aShop(organizationId: string) {
  const owner = await anOrganization(app, organizationId)
  return { organizationId, client: app.clientOf(owner), payments: app.paymentsOf(owner) }
}

describe('between the loading of the page and the charge', () => {
  type Shop = Awaited<ReturnType<typeof aShop>>

  test.each<[string, (shop: Shop, id: string) => Promise<unknown>, number]>([
    ['the invoice is canceled', ({ client }, id) => client.cancel(id), 0],
    ['someone pays a part', ({ organizationId }, id) => payAs(deps, id, '40.00', { organizationId }), 1],
    [
      'the merchant lowers the total',
      async ({ client }, id) => {
        const lineItems = [aLineBody({ quantity: 1, totalAmount: '50.00' })]
        const orderInformation = { amountDetails: { totalAmount: '50.00', currency: 'USD' }, lineItems }
        expect((await client.update(id, anInvoiceBody({ orderInformation }))).status).toBe(200)
      },
      0,
    ],
    [
      'the merchant is suspended',
      ({ organizationId }) =>
        deps.database.transaction((tx) =>
          suspendUnlessSuspended(tx, deps, { organizationId, by: OPERATOR }, { reason: 'test' }),
        ),
      0,
    ],
  ])('%s: nothing is charged, and the payer sees the page as it is now', async (what, happens, payments) => {
    const shop = await aShop(what.replaceAll(' ', '-'))
    const { id, form } = await aLoadedForm(shop.client, shop.organizationId)
    await happens(shop, id)

    expect(await payFromPage(deps, form)).toEqual({ became: 'outdated' })

    expect((await shop.payments.list(id)).body.totalPayments).toBe(payments)
  })

  test('the processor drops the method: the payer chooses another one', async () => {
    const shop = await aShop('methods')
    const { id, form } = await aLoadedForm(shop.client, shop.organizationId)
    const { processor } = deps
    const capabilities = () => ({ ...processor.capabilities(CHARGED), methods: ['paypal'] as const })

    const paid = await payFromPage(withProcessor(deps, { ...processor, capabilities }), form)

    expect(paid).toMatchObject({ became: 'problems', problems: [{ field: 'method', code: 'choice' }] })
    expect((await shop.payments.list(id)).body.totalPayments).toBe(0)
  })

  test('the same form is paid on another node: its outcome is shown', async () => {
    const shop = await aShop('nodes')
    const { id, form } = await aLoadedForm(shop.client, shop.organizationId)
    const nodes = [deps, paymentDeps(app), paymentDeps(app)]

    const paid = await Promise.all(nodes.map((node) => payFromPage(node, form)))

    const ids = paid.map((one) => (one.became === 'attempt' ? one.attempt.attemptId : one.became))
    expect(new Set(ids).size).toBe(1)
    expect((await shop.payments.list(id)).body.payments).toMatchObject([{ id: ids[0], amount: 100 }])
  })
})

test('a card that the payer saves is charged later for the same customer, and for nobody else', async () => {
  const { client, payments, organizationId } = await aShop('savers')
  const { form } = await aLoadedForm(client, organizationId)
  const paid = await payFromPage(deps, { ...form, values: { ...CARD_VALUES, saveCard: 'yes' } })
  const { body: token } = await payments.token(paid.became === 'attempt' ? paid.attempt.paymentId : paid.became)
  const customerInformation = { name: 'Bob', email: 'bob@example.com' }
  const invoiceInformation = { sendImmediately: true }
  const { body: ofBob } = await client.create(anInvoiceBody({ customerInformation, invoiceInformation }))

  const responses = [
    await payments.charge(token.id, { invoiceId: ofBob.id }),
    await payments.charge(token.id, { invoiceId: await aPayableInvoice(client, '10.00') }),
  ]

  expect(token.consent).toMatchObject({ ipAddress: '192.0.2.1', customer: { email: 'ada@example.com' } })
  expect(responses.map(({ body }) => body.reason ?? body.status)).toEqual(['CUSTOMER_DIFFERS', 'COMPLETED'])
})
