import { beforeAll, describe, expect, test } from 'vitest'
import { startApp } from '../../../test/support/apps/app.ts'
import { usd } from '../../../test/support/data/invoices.ts'
import { anOrganization } from '../../../test/support/data/organizations.ts'
import { aBankAccount, aPayableInvoice, payAs, paymentDeps } from '../../../test/support/data/payments.ts'
import {
  anEvent,
  auditedActions,
  deliver,
  deliverOften,
  deliverTogether,
  ONCE,
  recordsAbout,
  webhookEvents,
} from '../../../test/support/data/processor-events.ts'
import { type Client, invoicingClients } from '../../../test/support/http/invoicing-clients.ts'
import { paymentClients } from '../../../test/support/http/payment-client.ts'
import type { Attempt } from '../model/attempt.ts'

const app = await startApp({ with: [invoicingClients, paymentClients] })
const deps = paymentDeps(app)
let shop: Client
let payments: ReturnType<typeof app.paymentsOf>
beforeAll(async () => {
  const owner = await anOrganization(app, 'shop')
  shop = app.clientOf(owner)
  payments = app.paymentsOf(owner)
})

async function paid() {
  const id = await aPayableInvoice(shop, '100.00')
  return { id, charge: await payAs(deps, id, '100.00') }
}

async function disputesOf(id: string) {
  const { body } = await payments.list(id)
  return body.payments[0].disputes
}

const ENDED_AT = '2026-04-20T08:00:00Z'
const opened = (charge: Attempt, reference = 'd1') =>
  anEvent(charge, { type: 'chargeback', amount: usd('100.00'), reasonCode: '10.4', reference })
const ended = (charge: Attempt, result: 'won' | 'lost', reference = 'd1') =>
  anEvent(charge, { type: 'disputeEnded', reference, result }, ENDED_AT)

const C = 'ChargebackAndRetrieval'

describe('the end of a dispute', () => {
  test.each([
    ['won', 'credit', 'Merchant', '100'],
    ['lost', 'none', 'Issuer', undefined],
  ] as const)(
    '%s is listed, recorded, published and audited once; the invoice stays',
    async (result, impact, to, back) => {
      const { id, charge } = await paid()
      await deliver(deps, opened(charge))

      expect(await deliverOften(deps, ended(charge, result))).toEqual(ONCE)

      expect(await disputesOf(id)).toMatchObject([
        { status: result.toUpperCase(), occurredAt: '2026-03-20T08:00:00.000Z', endedAt: '2026-04-20T08:00:00.000Z' },
      ])
      const records = (await recordsAbout(deps, charge.attemptId)).filter(
        ({ kind }) => kind === 'chargeback-or-retrieval',
      )
      expect(records.map(({ fields }) => fields[`${C}.CaseType`])).toEqual(['Chargeback', 'Representment'])
      expect(records[1]?.occurredAt).toBe('2026-04-20T08:00:00.000Z')
      expect(records[1]?.fields).toMatchObject({
        [`${C}.FinancialImpactType`]: impact,
        [`${C}.ResolvedToIndicato`]: to,
        [`${C}.CaseIdentifier`]: records[0]?.fields[`${C}.CaseIdentifier`],
      })
      expect(records[1]?.fields[`${C}.AdjustmentAmount`]).toBe(back)
      const news = (await webhookEvents(deps, id)).filter(({ type }) => type.startsWith('payments.dispute-'))
      expect(news).toMatchObject([
        { type: `payments.dispute-${result}`, payload: { amount: '100.00', status: 'PAID' } },
      ])
      expect(await auditedActions(deps, charge.paymentId)).toContain(`payment.dispute-${result}`)
      expect((await shop.get(id)).body.status).toBe('PAID')
    },
  )

  test.each(['before its dispute', 'together with it'])(
    'that arrives %s is taken when the dispute is known',
    async (when) => {
      const { id, charge } = await paid()
      const [begin, end] = [opened(charge), ended(charge, 'won')]

      if (when === 'together with it') await deliverTogether(deps, end, begin)
      else expect([await deliverOften(deps, end), await deliverOften(deps, begin)]).toEqual([ONCE, ONCE])

      expect(await disputesOf(id)).toMatchObject([{ status: 'WON', endedAt: '2026-04-20T08:00:00.000Z' }])
      const names = (await webhookEvents(deps, id)).map(({ type }) => type)
      expect(names).toEqual(['payments.approved', 'payments.dispute-won', 'payments.disputed'])
    },
  )

  test('counts once: a later one with another result changes nothing', async () => {
    const { id, charge } = await paid()
    await deliver(deps, opened(charge))
    await deliver(deps, ended(charge, 'lost'))

    expect(await deliver(deps, ended(charge, 'won'))).toBe('handled')

    expect(await disputesOf(id)).toMatchObject([{ status: 'LOST' }])
    expect((await recordsAbout(deps, charge.attemptId)).filter(({ kind }) => kind.startsWith('charge'))).toHaveLength(2)
  })

  test('with an unknown reference is left alone, and ends no other dispute', async () => {
    const { id, charge } = await paid()
    const other = await paid()
    await deliver(deps, opened(charge))

    await deliver(deps, ended(charge, 'won', 'd9'))
    await deliver(deps, ended(other.charge, 'won'))

    expect(await disputesOf(id)).toMatchObject([{ status: 'OPEN' }])
    expect((await disputesOf(id))[0]).not.toHaveProperty('endedAt')
    expect(await disputesOf(other.id)).toEqual([])
  })

  test('ends the one it names: a payment may be disputed twice, and a dispute may be reported twice', async () => {
    const { id, charge } = await paid()
    await deliverTogether(deps, opened(charge, 'd1'), opened(charge, 'd1'), opened(charge, 'd2'))

    await deliver(deps, ended(charge, 'won', 'd2'))

    expect((await disputesOf(id)).map(({ status }: { status: string }) => status).sort()).toEqual(['OPEN', 'WON'])
  })

  test('of a bank’s return is an exception that says whether the money came back', async () => {
    const id = await aPayableInvoice(shop, '100.00')
    const charge = await payAs(deps, id, '60.00', { source: aBankAccount('000123456789') })
    const amount = usd('60.00')
    await deliver(deps, anEvent(charge, { type: 'bankReturn', amount, reasonCode: 'R01', reference: 'b1' }))

    await deliverOften(deps, ended(charge, 'won', 'b1'))

    const { body } = await payments.list(id)
    expect(body.payments[0].returns).toMatchObject([{ status: 'WON' }])
    const records = (await recordsAbout(deps, charge.attemptId)).filter(({ kind }) => kind === 'exception')
    expect(records.map(({ fields }) => fields['Exception.FinancialStatus'])).toEqual(['Returned', 'Paid'])
  })
})
