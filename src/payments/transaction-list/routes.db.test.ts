import { expect, test, vi } from 'vitest'
import { startSearchApp } from '../../../test/support/apps/search-app.ts'
import { writeRecords } from '../../../test/support/data/own-records.ts'
import { aCard, aPayableInvoice, payAs } from '../../../test/support/data/payments.ts'
import { type Keyed, sendAs } from '../../../test/support/http/send-request.ts'
import { seededRandom } from '../../../test/support/random/seeded-random.ts'

const app = await startSearchApp()
const { deps, shop, owner, other, partner, tick } = app
const PATH = '/portal/v1/transaction-list'

/** Where the machine is busy, the latest payments are not there within ten seconds: the response says to try again. */
const ask = (query: Readonly<Record<string, string>> = {}, by: Keyed = owner, part = '') =>
  vi.waitFor(
    async () => {
      const path = `${PATH}${part}?${new URLSearchParams(query)}`
      const answer = await sendAs(app.port, by, { method: 'GET', path })
      expect(answer.status, answer.text).not.toBe(503)
      return answer
    },
    { timeout: 90_000 },
  )

async function listed(query: Readonly<Record<string, string>>, by: Keyed = owner) {
  const { status, body, text } = await ask(query, by)
  expect(status, text).toBe(200)
  return body.transactions as readonly { readonly id: string; readonly state: string; readonly type: string }[]
}
const idsOf = async (query: Readonly<Record<string, string>>) => (await listed(query)).map(({ id }) => id)

async function refunded(paymentId: string, amount: string): Promise<string> {
  const path = `/payments/v1/payments/${paymentId}/refunds`
  const { body } = await sendAs(app.port, owner, { method: 'POST', path, body: { amount, reason: 'damaged' } })
  return body.id
}

async function imported(
  recordId: string,
  fields: Readonly<Record<string, string>>,
  occurredAt = '2026-03-09T09:00:00Z',
) {
  await writeRecords(app.database, [{ recordId, occurredAt, fields }])
}

test('a payment, its refund, a declined one and one under review are listed as soon as they are made', async () => {
  const invoice = await aPayableInvoice(shop, '80.00')
  const paid = await payAs(deps, invoice, '20.00')
  tick()
  const declined = await payAs(deps, invoice, '21.00', { source: aCard('4000000000009995') })
  tick()
  const held = await payAs(deps, invoice, '22.00', { source: aCard('4000000000009235'), canReview: true })
  tick()
  const refund = await refunded(paid.paymentId, '5.00')

  const found = await listed({ reference: invoice })

  expect(found).toMatchObject([
    { id: refund, type: 'REFUND', state: 'COMPLETED', amount: 5, currency: 'USD', reference: invoice },
    { id: held.paymentId, type: 'PAYMENT', state: 'REVIEW', amount: 22 },
    {
      id: declined.attemptId,
      type: 'PAYMENT',
      state: 'DECLINED',
      amount: 21,
      declineReason: expect.stringMatching(/^D/),
    },
    { id: paid.paymentId, state: 'COMPLETED', amount: 20, method: 'Visa', lastFour: '4242', application: 'Invoicing' },
  ])
})

test('a payment that was accepted or rejected after its review stands where it was made, in its new state', async () => {
  const review = { source: aCard('4000000000009235'), canReview: true }
  const held = async () => payAs(deps, await aPayableInvoice(shop, '30.31'), '30.31', review)
  const [accepted, rejected] = [await held(), await held()]
  const day = app.clock.now().toZonedDateTimeISO('UTC').toPlainDate()
  app.clock.set(app.clock.now().add({ hours: 24 }).toString())
  const decide = (id: string, decision: string) =>
    sendAs(app.port, owner, { method: 'POST', path: `/payments/v1/reviews/${id}/${decision}`, body: {} })
  await decide(accepted.paymentId, 'accept')
  await decide(rejected.paymentId, 'reject')

  const ofDay = (from: Temporal.PlainDate) =>
    listed({ amountFrom: '30.31', amountTo: '30.31', from: `${from}`, to: `${from}` })
  const states = Object.fromEntries((await ofDay(day)).map(({ id, state }) => [id, state]))

  expect(states).toEqual({ [accepted.paymentId]: 'COMPLETED', [rejected.paymentId]: 'REVERSED' })
  expect(await ofDay(day.add({ days: 1 }))).toEqual([])
  // Its money moved a day later, when it was captured; that of the other one never did.
  const movedOn = (on: Temporal.PlainDate) =>
    idsOf({ amountFrom: '30.31', amountTo: '30.31', movedFrom: `${on}`, movedTo: `${on}` })
  expect(await movedOn(day)).toEqual([])
  expect(await movedOn(day.add({ days: 1 }))).toEqual([accepted.paymentId])
})

test('a payment received elsewhere is listed as such, and its reversal changes its state', async () => {
  const invoice = await aPayableInvoice(shop, '12.00')
  const payment = { amount: '12.00', date: '2026-03-08', method: 'check', note: 'no. 7' }
  const { body } = await app.paymentsOf(owner).receive(invoice, payment)
  const shown = await listed({ type: 'EXTERNAL', reference: invoice })
  await app.paymentsOf(owner).reverse(body.id, { reason: 'bounced' })

  expect(shown).toMatchObject([{ id: body.id, state: 'COMPLETED', amount: 12, method: 'check' }])
  expect(await listed({ state: 'REVERSED', reference: invoice })).toMatchObject([{ id: body.id, type: 'EXTERNAL' }])
  expect(await listed({ state: 'COMPLETED', reference: invoice })).toEqual([])
})

test('everything that people know of a payment finds it', async () => {
  const fields = {
    ...{ 'Request.RequestID': '7777777777777777777701', 'Request.MerchantReferenceNumber': 'ORDER-99/x' },
    ...{ 'Request.Source': 'Virtual Terminal', 'Request.TransactionReferenceNumber': 'PROC-REF-5' },
    ...{ 'BillTo.FirstName': 'Åsa', 'BillTo.LastName': 'Öberg', 'BillTo.CompanyName': 'Norrsken AB' },
    ...{ 'BillTo.Email': 'Asa.Oberg@norrsken.example', 'BillTo.CustomerID': 'CU-4711' },
    ...{ 'PaymentMethod.AccountSuffix': '8431', 'PaymentMethod.CardType': '002', 'Application.Name': 'ics_bill' },
    ...{ 'PaymentData.RequestedAmount': '431.55', 'PaymentData.RequestedAmountCurrencyCode': 'SEK' },
    ...{ 'PaymentData.AuthorizationCode': 'AUTH77', 'PaymentData.ProcessorMID': 'MID-00042' },
  }
  await imported('everything', fields)
  const id = '7777777777777777777701'
  const searches = [
    'order-99',
    'ÖBERG',
    'åsa öberg',
    'norrsken ab',
    'asa.oberg@',
    'cu-4711',
    '8431',
    '431.55',
    'auth77',
  ]
  const filters: readonly Readonly<Record<string, string>>[] = [
    ...searches.map((search) => ({ search })),
    ...[{ search: id }, { search: 'proc-ref-5' }, { search: 'virtual term' }, { search: 'mid-00042' }],
    ...[{ reference: 'ORDER-99/x' }, { email: 'ASA.OBERG@NORRSKEN.EXAMPLE' }, { lastFour: '8431' }],
    ...[{ scheme: '002' }, { currency: 'SEK' }, { source: 'virtual terminal' }, { processor: 'mid-00042' }],
    ...[
      { amountFrom: '431.55', amountTo: '431.55' },
      { from: '2026-03-09T09:00:00Z', to: '2026-03-09T09:00:00.001Z' },
    ],
    { search: 'norrsken', type: 'PAYMENT', state: 'COMPLETED', currency: 'sek' },
  ]

  for (const filter of filters) expect([filter, await idsOf(filter)]).toEqual([filter, [id]])
  for (const filter of [{ search: 'order_99' }, { reference: 'ORDER-99' }, { amountFrom: '431.56', currency: 'SEK' }]) {
    expect([filter, await idsOf(filter)]).toEqual([filter, []])
  }
})

test('wrong filters are refused by name, all together', async () => {
  const wrong = { type: 'GIFT', state: 'GONE', from: 'soon', movedFrom: 'now', movedTo: '2026-02-30' }
  const query = { ...wrong, amountFrom: '-1', currency: 'XXL', lastFour: 'abcd' }

  const { status, body } = await ask({ ...query, sort: 'id', limit: '0', after: 'x' })

  expect(status).toBe(400)
  const named = body.details.map(({ field }: { readonly field: string }) => field).toSorted()
  expect(named).toEqual(['after', 'limit', 'sort', ...Object.keys(query)].toSorted())
  expect((await ask({ columns: 'card' }, owner, '/csv')).status).toBe(400)
})

test('each organization sees its own, a partner those of its merchants, and a cursor opens nothing else', async () => {
  const invoice = await aPayableInvoice(shop, '9.00')
  const { paymentId } = await payAs(deps, invoice, '4.00')
  await payAs(deps, invoice, '5.00')
  const first = await ask({ reference: invoice, limit: '1' })

  expect((await listed({ search: paymentId }, partner)).map(({ id }) => id)).toEqual([paymentId])
  expect(await listed({ search: paymentId }, other)).toEqual([])
  expect(first.body.next).toEqual(expect.any(String))
  expect((await ask({ after: first.body.next }, other)).body.transactions).toEqual([])
  expect((await ask({ organizationId: 'shop' }, other)).status).toBe(404)
})

/** Records of random transactions: some have several records, and many the same time or amount. */
function randomRecords(count: number) {
  const random = seededRandom(20_261_119)
  const pick = <T>(values: readonly T[]): T => values[random.integer(0, values.length - 1)] as T
  const applications = ['ics_auth', 'ics_bill', 'ics_credit', 'ics_auth_reversal'] as const
  return Array.from({ length: count }, (_, index) => {
    const request = Math.floor(index / pick([1, 1, 2]))
    return {
      recordId: `r${index}`,
      occurredAt: `2026-02-0${pick([1, 2, 3])}T10:00:0${pick([0, 1, 2])}Z`,
      fields: {
        ...(pick([true, true, true, false]) && {
          'Request.RequestID': String(8_000_000_000_000_000_000_000n + BigInt(request)),
        }),
        'Request.Source': 'Random',
        'Application.Name': pick(applications),
        'Application.Rflag': pick(['SOK', 'SOK', 'SOK', 'DCARDREFUSED', 'SREVIEW']),
        'PaymentData.RequestedAmount': pick(['10.00', '10.00', '20.50', '7']),
        'PaymentData.RequestedAmountCurrencyCode': pick(['USD', 'EUR']),
      },
    }
  })
}

async function allPages(query: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const ids: string[] = []
  let after: string | undefined
  do {
    const { body, text, status } = await ask({ ...query, ...(after !== undefined && { after }) })
    expect(status, text).toBe(200)
    ids.push(...body.transactions.map(({ id }: { readonly id: string }) => id))
    after = body.next ?? undefined
  } while (after !== undefined)
  return ids
}

test('pages of any size and order list each transaction once, as one large page does, and sums count as many', async () => {
  await writeRecords(app.database, randomRecords(60))
  const all = { source: 'random' }

  for (const [filter, sorts] of [
    [{}, ['time:desc', 'amount:asc']],
    [{ state: 'AUTHORIZED' }, ['time:asc']],
    [{ state: 'COMPLETED,REVERSED', type: 'PAYMENT' }, ['amount:desc']],
  ] as const) {
    const sums = (await ask({ ...all, ...filter }, owner, '/sums')).body
    for (const sort of sorts) {
      const whole = await allPages({ ...all, ...filter, sort, limit: '1000' })
      const paged = await allPages({ ...all, ...filter, sort, limit: '9' })

      expect([filter, sort, paged]).toEqual([filter, sort, whole])
      expect(new Set(whole).size).toBe(whole.length)
      expect(sums.count).toBe(whole.length)
    }
  }
})

test('the file has all that matches, refunds negative, and formulas disarmed', async () => {
  const sale = {
    'Request.Source': 'Filed',
    'Application.Name': 'ics_bill',
    'PaymentData.RequestedAmountCurrencyCode': 'JPY',
  }
  await imported('f1', { ...sale, 'Request.RequestID': '=cmd()', 'PaymentData.RequestedAmount': '1500' })
  await imported('f2', { ...sale, 'Application.Name': 'ics_credit', 'PaymentData.RequestedAmount': '-300' })

  const { text, headers } = await ask(
    { source: 'filed', columns: 'id,type,amount', headerLanguage: 'de-DE', currency: 'JPY' },
    owner,
    '/csv',
  )

  expect(headers['content-disposition']).toMatch(/transactions-2026-\d\d-\d\d\.csv/)
  expect(text.split('\n').toSorted()).toEqual(
    [
      '',
      '\ufeff"Transaktion","Art","Währung","Betrag"',
      `"'=cmd()","Zahlung","JPY",1500`,
      '"f2","Erstattung","JPY",-300',
    ].toSorted(),
  )
})
