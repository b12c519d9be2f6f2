import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { BASE_URL, startApp } from '../../../../test/support/apps/app.ts'
import { anOrganization } from '../../../../test/support/data/organizations.ts'
import { aPayableInvoice } from '../../../../test/support/data/payments.ts'
import { invoicingClients } from '../../../../test/support/http/invoicing-clients.ts'
import { attemptKeyIn, CARD_VALUES, payers } from '../../../../test/support/http/page-client.ts'
import { settingsOf } from '../../../../test/support/http/settings-client.ts'

const app = await startApp({ with: [invoicingClients, payers] })
const { payer } = app
const owner = await anOrganization(app, 'shop')
const shop = app.clientOf(owner)
await settingsOf(app, owner).put({ payerAuthenticationInInvoicing: 'enable' })

/** A payment whose payer the bank asks to confirm, and where to leave the question. */
async function aChallenge() {
  const id = await aPayableInvoice(shop, '100.00')
  const path = await payer.pathOf(id)
  const { location, attempt } = await payer.pay(path, { ...CARD_VALUES, cardNumber: '4000000000003220' })
  const { text } = await payer.ask(location)
  const [cancel = ''] = /(?<=<form method="post" action=")[^"]+\/cancel[^"]*/.exec(text) ?? []
  return { id, path, attempt, location, text, cancel }
}

async function statusOf(requestKey: string) {
  const { rows } = await sql<{
    status: string
  }>`select status from payment_attempts where request_key = ${requestKey}`.execute(app.database.db)
  return rows[0]?.status
}

test('a payer who leaves the bank’s question can pay in another way immediately', async () => {
  const { id, path, attempt, text, cancel } = await aChallenge()
  expect(text.match(/<h1/g)).toHaveLength(1)
  expect((await payer.ask(path)).text).toContain('A payment is in progress')

  const left = await payer.send(cancel, {})

  expect([left.status, left.location]).toEqual([303, `${path}?lang=en-US`])
  expect(await statusOf(attempt)).toBe('lapsed')
  expect(attemptKeyIn((await payer.ask(path)).text)).not.toBe('')
  expect((await payer.pay(path)).status).toBe(303)
  expect((await shop.get(id)).body.status).toBe('PAID')
})

test('a payment that has ended is not canceled: its outcome is shown', async () => {
  const id = await aPayableInvoice(shop, '100.00')
  const path = await payer.pathOf(id)
  const { location, attempt } = await payer.pay(path)

  const left = await payer.send(`${path}/attempts/${attempt}/cancel?lang=en-US`, {})

  expect([left.status, left.location]).toEqual([303, location])
  expect(await statusOf(attempt)).toBe('approved')
  expect((await shop.get(id)).body.status).toBe('PAID')
})

test('another’s attempt cannot be left: without its key it does not exist', async () => {
  const { path, attempt } = await aChallenge()

  const { status } = await payer.send(`${path}/attempts/${'x'.repeat(22)}/cancel?lang=en-US`, {})

  expect([status, await statusOf(attempt)]).toEqual([404, 'waiting'])
})

test('the bank’s question follows the language of the page around it, and so does the way back', async () => {
  const { location } = await aChallenge()
  const asked = await payer.ask(location.replace('lang=en-US', 'lang=ja-JP'))
  const [frame = ''] = /(?<=<iframe src=")[^"]+/.exec(asked.text) ?? []
  const question = frame.replace(BASE_URL, '')

  const { text } = await payer.ask(question)
  const answered = await payer.send(question, { result: 'passed' })

  expect(text).toContain('<html lang="ja-JP">')
  expect(text).toContain('<p class="money">Visa •••• 3220</p>')
  expect(answered.location).toMatch(/\/return\?lang=ja-JP$/)
})
