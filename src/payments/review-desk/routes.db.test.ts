import { expect, test, vi } from 'vitest'
import { startSearchApp } from '../../../test/support/apps/search-app.ts'
import { anOwnRecord, recordInTransaction } from '../../../test/support/data/own-records.ts'
import { aCard, aPayableInvoice, payAs } from '../../../test/support/data/payments.ts'
import { type Keyed, sendAs } from '../../../test/support/http/send-request.ts'

const app = await startSearchApp()
const { deps, shop, owner, other, partner, tick } = app
const PATH = '/portal/v1/review-queue'

const ask = (path = '', by: Keyed = owner, query = '') =>
  sendAs(app.port, by, { method: 'GET', path: `${PATH}${path}${query}` })

async function held(amount: string, { card = '4000000000009235', email = 'ada@example.com' } = {}): Promise<string> {
  const invoice = await aPayableInvoice(shop, amount)
  const payer = { name: 'Ada Lovelace', email }
  return (await payAs(deps, invoice, amount, { source: aCard(card), canReview: true, payer })).paymentId
}

test('the queue begins with the nearest deadline, then with the longest wait', async () => {
  const old = await held('10.00')
  tick()
  const later = await held('11.00')
  tick()
  const urgent = await held('12.00', { card: '4000000000009243' })

  const { body } = await ask()

  expect(body.reviews.map(({ id }: { readonly id: string }) => id)).toEqual([urgent, old, later])
  expect(body).toMatchObject({ totalReviews: 3 })
  expect(body.reviews[0]).toMatchObject({
    ...{ amount: 12, currency: 'USD', decideBy: expect.any(String), isDeciding: false },
    customer: { name: 'Ada Lovelace', email: 'ada@example.com' },
  })
  expect((await ask('', other)).body.reviews).toEqual([])
  expect((await ask('', partner, '?organizationId=shop')).body.totalReviews).toBe(3)
})

test('a reviewer sees checks, what the processor found, and what the same address paid and disputed before', async () => {
  const email = 'grace@example.com'
  const earlier = await payAs(deps, await aPayableInvoice(shop, '70.00'), '70.00', { payer: { email } })
  const fields = { 'Request.RequestID': earlier.paymentId, 'ChargebackAndRetrieval.CaseType': 'Chargeback' }
  const dispute = anOwnRecord({ recordId: 'd1', fields })
  await app.database.transaction((tx) => recordInTransaction(tx, 'chargeback-or-retrieval', dispute))
  tick()
  const id = await held('99.00', { email })

  // Disputes are not waited for.
  const { body, status } = await vi.waitFor(
    async () => {
      const answer = await ask(`/${id}`)
      expect(answer.body.earlier?.disputes).toHaveLength(1)
      return answer
    },
    { timeout: 120_000 },
  )

  expect(status).toBe(200)
  expect(body).toMatchObject({
    review: { id, customer: { email } },
    payment: { id, status: 'REVIEW' },
    checks: { address: 'Y', securityCode: 'M' },
    risk: { cardCountry: 'US', rules: expect.arrayContaining([expect.any(String)]) },
    earlier: {
      count: 2,
      sums: [{ currency: 'USD', paymentAmount: 70 }],
      transactions: [{ id: earlier.paymentId, state: 'COMPLETED' }],
      disputes: [{ event: 'DISPUTED', transactionId: earlier.paymentId }],
    },
  })
  expect((await ask(`/${earlier.paymentId}`)).status).toBe(404)
  expect((await ask(`/${id}`, other)).status).toBe(404)
  expect((await ask('/12')).status).toBe(404)
})
