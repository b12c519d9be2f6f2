import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { BASE_URL, startApp } from '../../test/support/apps/app.ts'
import { anInvoiceBody } from '../../test/support/data/invoices.ts'
import { anOrganization } from '../../test/support/data/organizations.ts'
import { aCard, aPayableInvoice, payAs, paymentDeps } from '../../test/support/data/payments.ts'
import { aPerson, aSession } from '../../test/support/data/people.ts'
import { type Client, invoicingClients } from '../../test/support/http/invoicing-clients.ts'
import { paymentClients } from '../../test/support/http/payment-client.ts'
import { sendAs } from '../../test/support/http/send-request.ts'
import { settingsOf } from '../../test/support/http/settings-client.ts'
import { keepMails } from '../notifications/kept-mails/kept-mail-store.ts'

const app = await startApp({ with: [invoicingClients, paymentClients] })
const deps = paymentDeps(app)
let owner: Awaited<ReturnType<typeof anOrganization>>
let shop: Client
beforeAll(async () => {
  owner = await anOrganization(app, 'shop')
  shop = app.clientOf(owner)
})
beforeEach(() => app.clock.set('2026-03-09T10:00:00Z'))

const get = (path: string) => sendAs(app.port, owner, { method: 'GET', path: `/portal/v1${path}` })
const activityOf = async (id: string, query = '') =>
  (await get(`/invoices/${encodeURIComponent(id)}/activity${query}`)).body
async function invoice(invoiceInformation: object = { sendImmediately: true }): Promise<string> {
  const { status, body } = await shop.create(anInvoiceBody({ invoiceInformation }))
  expect(status).toBe(201)
  return body.id
}
async function mailIdOf(id: string, organizationId = 'shop'): Promise<string> {
  const query = `select mail_id as id from mail_outbox where subject = $1 and organization_id = $2 and kind = 'invoice'`
  return (await app.database.pool.query(query, [`invoice:${id}`, organizationId])).rows[0].id
}
const setMail = (mailId: string, values: string) =>
  app.database.pool.query(`update mail_outbox set ${values} where mail_id = $1`, [mailId])

type Action = { readonly action: string; readonly isAllowed: boolean; readonly reason: string | null }
type Entry = { readonly kind: string; readonly [name: string]: unknown }

describe('the activity of an invoice', () => {
  test('has history, mails, payments, refunds and reviews in one order, newest first', async () => {
    const id = await aPayableInvoice(shop, '100.00')
    const mailId = await mailIdOf(id)
    await setMail(mailId, `state = 'sent', ended_at = created_at, is_due = false`)
    app.clock.set('2026-03-09T11:00:00Z')
    const { paymentId } = await payAs(deps, id, '60.00')
    app.clock.set('2026-03-09T12:00:00Z')
    await app.paymentsOf(owner).refund(paymentId, { amount: '10.00', reason: 'Late' })
    app.clock.set('2026-03-09T13:00:00Z')
    const held = await payAs(deps, id, '40.00', { source: aCard('4000000000009235'), canReview: true })

    const { entries, hasMore } = await activityOf(id)

    expect(hasMore).toBe(false)
    const times = entries.map(({ at }: { at: string }) => at)
    expect(times).toEqual(times.toSorted().toReversed())
    const kinds = entries.map(({ kind, event, mailKind }: Entry) => [kind, event ?? mailKind].filter(Boolean).join(' '))
    expect(kinds.filter((kind: string) => !kind.startsWith('mail'))).toEqual([
      ...[
        'review',
        'payment',
        'history PENDING',
        'refund',
        'payment',
        'history PAYMENT',
        'history SEND',
        'history CREATE',
      ],
    ])
    const of = (kind: string) => entries.filter((entry: Entry) => entry.kind === kind)
    expect(of('payment')).toMatchObject([
      { transactionId: held.paymentId, status: 'REVIEW', amount: 40, refundableAmount: 0 },
      { transactionId: paymentId, status: 'COMPLETED', amount: 60, refundedAmount: 10, refundableAmount: 50 },
    ])
    expect(of('refund')).toMatchObject([
      { paymentId, status: 'COMPLETED', amount: 10, currency: 'USD', reason: 'Late' },
    ])
    expect(of('review')).toMatchObject([{ transactionId: held.paymentId, decision: null }])
    expect(of('mail').at(-1)).toMatchObject({ mailId, state: 'handedOver', to: 'ada@example.com', isKept: false })
  })

  test('says of every action whether it is allowed, with the sentence of the state table or of a limit', async () => {
    const draft = await invoice({})
    const id = await invoice()
    const before = (await activityOf(id)).actions
    expect((await shop.remind(id)).status).toBe(200)
    const after = (await activityOf(id)).actions

    const named = (actions: readonly Action[], name: string) => actions.find(({ action }) => action === name)
    expect(before.map(({ action }: Action) => action)).toEqual([
      ...['send', 'publish', 'remind', 'cancel', 'update', 'recordPayment', 'refund'],
    ])
    expect(before.filter(({ isAllowed }: Action) => isAllowed).map(({ action }: Action) => action)).toEqual([
      ...['send', 'remind', 'cancel', 'update', 'recordPayment'],
    ])
    expect(named(before, 'refund')).toMatchObject({ isAllowed: false, reason: 'The invoice has no completed payment.' })
    expect(named(after, 'remind')).toEqual({
      ...{ action: 'remind', isAllowed: false, availableAt: '2026-03-09T10:01:00.000Z' },
      reason: 'The invoice was sent again to this address less than a minute ago.',
    })
    expect(named((await activityOf(draft)).actions, 'remind')?.reason).toBe('A draft has no reminders.')
    expect(named((await activityOf(draft)).actions, 'send')).toMatchObject({ isAllowed: true, reason: null })
  })

  test('is bounded, and says that there is more', async () => {
    const id = await invoice()

    const { entries, hasMore } = await activityOf(id, '?limit=2')

    expect([entries.length, hasMore]).toEqual([2, true])
    expect((await get(`/invoices/${id}/activity?limit=501`)).status).toBe(400)
    expect((await get('/invoices/UNKNOWN-1/activity')).status).toBe(404)
  })

  test.each([
    [`is_due = false, last_error = '450 later'`, { state: 'waiting', reason: '450 later' }],
    [`state = 'parked', is_due = false`, { state: 'waiting' }],
    [`is_due = true`, { state: 'queued' }],
    [`state = 'refused', last_error = '550 no', is_due = false`, { state: 'refused', reason: '550 no' }],
    [`state = 'dead', last_error = '450 later', is_due = false`, { state: 'givenUp' }],
  ])('shows a mail with %s as %o', async (values, expected) => {
    const id = await invoice()
    await setMail(await mailIdOf(id), values)

    const { entries } = await activityOf(id)

    expect(entries.find(({ kind }: Entry) => kind === 'mail')).toMatchObject(expected)
  })
})

test('a kept mail opens in a frame of its own, with its images and without anything that runs', async () => {
  const id = await invoice()
  const mailId = await mailIdOf(id)
  const image = { contentId: 'logo', contentType: 'image/png', content: Buffer.from('pixels') }
  const mail = { organizationId: 'shop', mailId, subject: 'S', language: 'en-US', text: 'T', images: [image] }
  const html = '<html><head></head><body><img src="cid:logo">Invoice</body></html>'
  await app.database.transaction((tx) =>
    keepMails(tx, app.stores.secrets, { mails: [{ ...mail, html }], at: app.clock.now() }),
  )

  const { status, text, headers } = await get(`/mails/${mailId}`)

  expect([status, headers['content-type'], headers['x-frame-options']]).toEqual([
    ...[200, 'text/html; charset=utf-8', 'SAMEORIGIN'],
  ])
  expect(text).toContain(`data:image/png;base64,${image.content.toString('base64')}`)
  expect(headers['content-security-policy']).toMatch(/default-src 'none'.*frame-ancestors 'self'; sandbox allow-popups/)
  const { entries } = await activityOf(id)
  expect(entries.find(({ kind }: Entry) => kind === 'mail')).toMatchObject({ mailId, isKept: true })
  expect((await get('/mails/not-an-id')).status).toBe(404)
})

describe('the payment page in the portal', () => {
  test('shows every status, drafts too, in the language asked for, with the button disabled', async () => {
    const draft = await invoice({ deliveryLanguage: 'fr-FR' })
    const sent = await invoice()
    const canceled = await invoice()
    await shop.cancel(canceled)

    const [asDraft, asSent, asCanceled, inJapanese] = await Promise.all(
      [draft, sent, canceled, `${draft}`].map((id, index) =>
        get(`/invoices/${id}/page${index === 3 ? '?language=ja-JP' : ''}`),
      ),
    )

    expect(asDraft?.text).toMatch(/<html lang="fr-FR">.*<button class="button wide" type="submit" disabled>/s)
    expect(asSent?.text).toMatch(/<html lang="en-US">.*<button class="button wide" type="submit" disabled>/s)
    expect(asCanceled?.text).toContain('canceled')
    expect(inJapanese?.text).toContain('<html lang="ja-JP">')
    const policy = asSent?.headers['content-security-policy']
    expect(policy).toMatch(/frame-ancestors 'self'; sandbox allow-same-origin$/)
    expect(asSent?.headers['x-frame-options']).toBe('SAMEORIGIN')
    expect((await get(`/invoices/${draft}/page?language=nl-NL`)).status).toBe(400)
  })

  test('is what the link of a draft shows to staff of its merchant; for everyone else the link leads nowhere', async () => {
    const id = await invoice({})
    const path = new URL((await shop.get(id)).body.invoiceInformation.paymentLink).pathname
    const visit = async (organizationId: string | undefined) => {
      if (organizationId === undefined) return sendAs(app.port, undefined, { method: 'GET', path })
      const person = await aPerson(app, { roles: { [organizationId]: 'viewer' } })
      const { headers } = await aSession(app, person, { baseUrl: BASE_URL })
      return sendAs(app.port, undefined, { method: 'GET', path, headers })
    }
    await anOrganization(app, 'stranger')

    const [staff, stranger, payer] = [await visit('shop'), await visit('stranger'), await visit(undefined)]

    expect([staff, stranger, payer].map(({ status }) => status)).toEqual([200, 404, 404])
    expect(staff.text).toContain('customers cannot see this invoice yet')
    expect(staff.text).toContain('type="submit" disabled')
    const withoutNonce = (text: string) => text.replaceAll(/nonce="[^"]*"/g, '')
    expect(withoutNonce(stranger.text)).toBe(withoutNonce(payer.text))
  })

  test('opens in the language of the invoice for its payer, too', async () => {
    await settingsOf(app, owner).put({ deliveryLanguage: 'de-DE' })
    const id = await invoice({ sendImmediately: true, deliveryLanguage: 'fr-FR' })
    const link = (await shop.get(id)).body.invoiceInformation.paymentLink

    const { text } = await sendAs(app.port, undefined, { method: 'GET', path: new URL(link).pathname })

    expect(text).toContain('<html lang="fr-FR">')
    await settingsOf(app, owner).put({ deliveryLanguage: 'en-US' })
  })
})
