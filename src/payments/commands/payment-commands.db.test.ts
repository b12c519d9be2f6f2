import { beforeAll, describe, expect, test } from 'vitest'
import { startApp } from '../../../test/support/apps/app.ts'
import { aCard, aPayableInvoice, payAs, paymentDeps } from '../../../test/support/data/payments.ts'
import { type Client, invoicingClients } from '../../../test/support/http/invoicing-clients.ts'
import { quittance } from '../../../test/support/processes/command.ts'
import { listAudit } from '../../organizations/audit/audit-store.ts'
import { findAnyAttempts } from '../attempts/any-payment-store.ts'
import { startDecision } from '../reviews/decide-review.ts'

const app = await startApp({ with: [invoicingClients] })
const deps = paymentDeps(app)
let shop: Client
beforeAll(async () => {
  shop = await app.merchant('shop')
  await app.merchant('other')
})

async function command(...args: readonly string[]) {
  const done = await quittance(args, {
    QUITTANCE_DATA_DIR: app.stores.folder.path,
    DATABASE_URL: app.stores.databaseUrl(),
    // The key of `testSecrets`.
    QUITTANCE_SECRET_KEY: Buffer.alloc(32, 1).toString('base64'),
    QUITTANCE_LOG_LEVEL: 'silent',
  })
  return { ...done, body: done.out.startsWith('{') ? JSON.parse(done.out) : undefined }
}

async function paid(amount: string) {
  const id = await aPayableInvoice(shop, amount)
  const { paymentId } = await payAs(deps, id, amount)
  return { id, paymentId }
}

async function held(amount: string) {
  const id = await aPayableInvoice(shop, amount)
  const { paymentId } = await payAs(deps, id, amount, { source: aCard('4000000000009235'), canReview: true })
  return { id, paymentId }
}

async function auditOf(paymentId: string) {
  const entries = await listAudit(app.database.db, { organizationId: 'shop', action: 'payment' }, { limit: 1_000 })
  return entries.filter(({ subject }) => subject === `payment:${paymentId}`)
}

describe('quittance payments list and show', () => {
  test('finds payments by organization, invoice, status and time', async () => {
    const { id, paymentId } = await paid('12.50')

    const text = await command('payments', 'list')
    const ofInvoice = await command('payments', 'list', '--organization', 'shop', '--invoice', id, '--json')
    const completed = await command('payments', 'list', '--status', 'completed', '--since', '2026-03-09', '--json')
    const none = await command('payments', 'list', '--invoice', id, '--until', '2026-03-09')
    const ofOther = await command('payments', 'list', '--organization', 'other', '--json')
    const limited = await command('payments', 'list', '--limit', '1', '--json')

    expect(text.out).toMatch(new RegExp(`shop +${paymentId} +${id} +COMPLETED +card +12.50 USD +-`))
    expect(ofInvoice.body.payments).toMatchObject([
      { organizationId: 'shop', id: paymentId, invoiceId: id, status: 'COMPLETED', amount: 12.5, currency: 'USD' },
    ])
    expect(completed.body.payments).toContainEqual(expect.objectContaining({ id: paymentId }))
    expect(none.out).toBe('No payments.\n')
    expect(ofOther.body.payments).toEqual([])
    expect(limited.body.payments).toHaveLength(1)
  })

  test('lists attempts, declined ones included, without the payer’s details', async () => {
    const id = await aPayableInvoice(shop, '10.00')
    const payer = { email: 'ada@example.com' }
    const { attemptId } = await payAs(deps, id, '10.00', { source: aCard('4000000000000002'), payer })

    const listed = await command('payments', 'list', '--attempts', '--status', 'declined', '--invoice', id, '--json')
    const shown = await command('payments', 'show', attemptId, '--json')

    expect(listed.body.attempts).toMatchObject([{ id: attemptId, kind: 'charge', status: 'declined', amount: '10.00' }])
    expect(shown.body).toMatchObject({ payment: null, attempts: [{ id: attemptId, reason: 'declined' }] })
    expect(listed.out + shown.out).not.toMatch(/ada@example|4000000000000002/)
  })

  test('shows a payment with its refunds, by its own id and by a refund’s', async () => {
    const { paymentId } = await paid('20.00')
    const refunded = await command('payments', 'refund', paymentId, '--amount', '5', '--reason', 'damaged', '--json')

    const shown = await command('payments', 'show', paymentId, '--json')
    const byRefund = await command('payments', 'show', refunded.body.id)

    expect(shown.body.payment).toMatchObject({
      ...{ organizationId: 'shop', id: paymentId, refundedAmount: 5, refunds: [{ reason: 'damaged' }] },
    })
    expect(shown.body.attempts.map(({ kind }: { kind: string }) => kind)).toEqual(['charge', 'refund'])
    expect(byRefund.out).toMatch(new RegExp(`^payment +${paymentId}\n(.*\n)+refunded +5.00 USD`))
  })

  test('refuses unknown payments and organizations, and names the wrong option', async () => {
    const { paymentId } = await paid('1.00')

    expect(await command('payments', 'show', '1')).toMatchObject({ code: 1, err: 'quittance: Payment not found.\n' })
    expect(await command('payments', 'show', paymentId, '--organization', 'other')).toMatchObject({ code: 1 })
    expect(await command('payments', 'list', '--organization', 'nobody')).toMatchObject({ code: 1 })
    const wrong = await command('payments', 'list', '--status', 'DONE', '--since', 'today', '--limit', '0')
    expect(wrong).toMatchObject({
      ...{ code: 2, err: expect.stringMatching(/--since must be.*--limit must be.*--status must be one of/) },
    })
  })
})

describe('quittance payments refund', () => {
  test('refunds a part, then the rest, and is audited with the command line as actor', async () => {
    const { id, paymentId } = await paid('30.00')

    const part = await command('payments', 'refund', paymentId, '--amount', '10.00')
    const rest = await command('payments', 'refund', paymentId, '--json')
    const more = await command('payments', 'refund', paymentId)

    expect(part).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^Refunded 10.00 USD of the payment \d{22} of shop/),
    })
    expect(rest.body).toMatchObject({ organizationId: 'shop', paymentId, status: 'COMPLETED', amount: 20 })
    expect(more).toMatchObject({ code: 2, err: expect.stringContaining('already refunded in full') })
    expect((await shop.get(id)).body.status).toBe('PAID')
    const audit = await auditOf(paymentId)
    expect(audit.map(({ action }) => action).sort()).toEqual(
      ['payment.refund-requested', 'payment.refunded'].flatMap((action) => [action, action]),
    )
    expect(audit.map(({ actor }) => actor.kind)).toEqual(audit.map(() => 'command-line'))
  })

  test('with the same key refunds once; the key with another amount is refused', async () => {
    const { paymentId } = await paid('30.00')
    const refund = (amount: string) =>
      command('payments', 'refund', paymentId, '--amount', amount, '--key', 'case 17', '--json')

    const first = await refund('10.00')
    const again = await refund('10')
    const other = await refund('11.00')

    expect(first.body.status).toBe('COMPLETED')
    expect(again.body).toEqual(first.body)
    expect(other).toMatchObject({ code: 1, out: expect.stringContaining('another amount or reason') })
    const shown = await command('payments', 'show', paymentId, '--json')
    expect(shown.body.payment.refundedAmount).toBe(10)
    expect((await auditOf(paymentId)).length).toBe(2)
  })

  test('refuses an amount above the rest, and names the option', async () => {
    const { paymentId } = await paid('30.00')

    const { code, err } = await command('payments', 'refund', paymentId, '--amount', '30.01')

    expect([code, err]).toEqual([2, 'quittance: --amount exceeds the 30.00 USD that can still be refunded.\n'])
  })
})

describe('quittance reviews', () => {
  test('lists, accepts and rejects; a repeated command changes nothing', async () => {
    const [one, two] = [await held('10.00'), await held('20.00')]

    const listed = await command('reviews', 'list', '--organization', 'shop', '--json')
    const accepted = await command('reviews', 'accept', one.paymentId, '--comment', 'known customer', '--json')
    const again = await command('reviews', 'accept', one.paymentId, '--json')
    const rejected = await command('reviews', 'reject', two.paymentId)
    const late = await command('reviews', 'accept', two.paymentId)

    expect(listed.body.reviews.map(({ id }: { id: string }) => id).sort()).toEqual(
      [one.paymentId, two.paymentId].sort(),
    )
    expect(accepted.body).toMatchObject({ status: 'COMPLETED', review: { comment: 'known customer' } })
    expect(again.body).toEqual(accepted.body)
    expect(rejected.out).toMatch(/^Rejected the payment \d{22} of 20.00 USD for the invoice/)
    expect(late).toMatchObject({ code: 2, err: expect.stringContaining('not under review') })
    expect((await command('reviews', 'list')).out).toBe('No payments under review.\n')
    expect([(await shop.get(one.id)).body.status, (await shop.get(two.id)).body.status]).toEqual(['PAID', 'SENT'])
    const audit = await auditOf(one.paymentId)
    expect(audit.map(({ action, actor }) => [action, actor.kind]).sort()).toEqual([
      ['payment.captured', 'command-line'],
      ['payment.review-accepted', 'command-line'],
    ])
  })

  test('a repeated command completes an interrupted one', async () => {
    const { id, paymentId } = await held('10.00')
    const actor = { organizationId: 'shop', by: { kind: 'command-line', name: 'ada' } } as const
    await startDecision(deps, app.database, actor, { paymentId, decision: 'accept', comment: undefined })

    const accepted = await command('reviews', 'accept', paymentId, '--json')

    expect(accepted.body.status).toBe('COMPLETED')
    expect((await shop.get(id)).body.status).toBe('PAID')
    const attempts = await findAnyAttempts(app.database.db, { invoiceNumber: id }, { limit: 10 })
    expect(attempts.map(({ kind }) => kind).sort()).toEqual(['capture', 'charge'])
  })

  test('say until when a payment can be decided on, and refuse a later decision', async () => {
    const id = await aPayableInvoice(shop, '30.00')
    const source = aCard('4000000000009243')
    const { paymentId } = await payAs(deps, id, '30.00', { source, canReview: true })

    const text = await command('reviews', 'list')
    const shown = await command('payments', 'show', paymentId)
    const late = await command('reviews', 'reject', paymentId)

    expect(text.out).toMatch(new RegExp(`shop +${paymentId} +${id} +card +30.00 USD +2026-03-16T10:00:00.000Z`))
    expect(late).toMatchObject({ code: 2, err: expect.stringContaining('ended at 2026-03-16T10:00:00Z') })
    expect(shown.out).toMatch(/decide by +2026-03-16T10:00:00.000Z/)
  })
})
