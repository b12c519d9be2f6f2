import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { startApp } from '../../../test/support/apps/app.ts'
import { aLineBody, anInvoiceBody } from '../../../test/support/data/invoices.ts'
import { anOrganization } from '../../../test/support/data/organizations.ts'
import { type Client, invoicingClients } from '../../../test/support/http/invoicing-clients.ts'
import { CARD_VALUES, payers } from '../../../test/support/http/page-client.ts'
import { paymentClients } from '../../../test/support/http/payment-client.ts'

const app = await startApp({ with: [invoicingClients, paymentClients, payers] })
const { payer } = app
const owner = await anOrganization(app, 'shop')
const shop: Client = app.clientOf(owner)

/** A field that payers see, and the page of an invoice with a value in it. */
async function aPageWith(label: string, given: object, value?: string) {
  const field = { fieldType: 'text', label, customerVisible: true, readOnly: false, ...given }
  const { body: fields } = await shop.call('POST', '/Invoice/merchantDefinedFields', field)
  const { id: definitionId } = fields.find((one: { label: string }) => one.label === label)
  const { body } = await shop.create(
    anInvoiceBody({
      invoiceInformation: { sendImmediately: true },
      orderInformation: { lineItems: [aLineBody()] },
      ...(value === undefined ? {} : { merchantDefinedFieldValues: [{ definitionId, value }] }),
    }),
  )
  return { id: body.id as string, name: `custom-${definitionId}`, path: await payer.pathOf(body.id) }
}

async function answersOf(id: string) {
  const { body } = await app.paymentsOf(owner).list(id)
  return body.payments[0].payer.customFields
}

describe('a custom field with a value of the merchant’s', () => {
  test.each([
    [false, 'Purchase order', 'in the form only'],
    [true, 'Contract', 'among the details only'],
  ])('that is read-only: %s (%s) is shown %s', async (readOnly, label) => {
    const { name, path } = await aPageWith(label, { readOnly }, 'PO-99')
    const { text } = await payer.ask(path)

    expect(text.split('PO-99')).toHaveLength(2)
    expect(text.includes(`<dt>${label}</dt>`)).toBe(readOnly)
    expect(text.includes(`name="${name}" type="text" value="PO-99"`)).toBe(!readOnly)
    await payer.pay(path, { ...CARD_VALUES, ...(readOnly ? {} : { [name]: 'PO-99' }) })
    expect((await payer.ask(path)).text).toContain(`<dt>${label}</dt>`)
  })
})

test('text like an identity number is refused politely, and is not a violation of the merchant’s', async () => {
  const { name, path } = await aPageWith('Note', {})
  for (const number of ['078-05-1120', '4111 1111 1111 1111']) {
    const { status, text } = await payer.pay(path, { ...CARD_VALUES, [name]: number })
    expect([status, text]).toEqual([422, expect.stringContaining('Please do not enter card or identity numbers here.')])
  }
  const { rows } = await sql`select from personal_data_violations`.execute(app.database.db)
  expect(rows).toEqual([])
})

test('a default text that the payer cannot change is shown and kept', async () => {
  const { path, id } = await aPageWith('Terms', { readOnly: true, textDefaultValue: 'Paid in 30 days' })
  expect((await payer.ask(path)).text).toContain('<dt>Terms</dt><dd>Paid in 30 days</dd>')
  await payer.pay(path, CARD_VALUES)
  expect(await answersOf(id)).toContainEqual(expect.objectContaining({ label: 'Terms', value: 'Paid in 30 days' }))
})

test('tabs and line breaks of a pasted text become spaces', async () => {
  const { name, path, id } = await aPageWith('Remark', {})
  await payer.pay(path, { ...CARD_VALUES, cardName: 'Ada\tLovelace', [name]: 'a\t\u0000b\r\nc ' })
  expect(await answersOf(id)).toContainEqual(expect.objectContaining({ label: 'Remark', value: 'a b c' }))
})

test('a field is called optional unless it has a minimum length', async () => {
  const { text: free } = await payer.ask((await aPageWith('Wish', { textMinLength: 0 })).path)
  const { name, path } = await aPageWith('Gate', { textMinLength: 1 })
  const { text } = await payer.ask(path)

  expect(free).toContain('Wish (optional)</label>')
  expect(text).toContain(`<label for="${name}">Gate</label>`)
  expect(text).toMatch(new RegExp(`name="${name}"[^>]* aria-required="true"`))
})

test('each problem is listed with the name of its field', async () => {
  const { name, path } = await aPageWith('Project', { textMinLength: 3 })
  const { text } = await payer.pay(path, { ...CARD_VALUES, cardName: '', [name]: 'x' })
  expect(text).toContain('<li><a href="#cardName">Enter the name on the card.</a></li>')
  expect(text).toContain(`<li><a href="#${name}">Project: Enter at least 3 characters.</a></li>`)
})
