import { beforeAll, expect, test } from 'vitest'
import { startApp } from '../../../test/support/apps/app.ts'
import { aCard, aPayableInvoice, payAs, paymentDeps } from '../../../test/support/data/payments.ts'
import { invoicingClients } from '../../../test/support/http/invoicing-clients.ts'
import { silentLog } from '../../../test/support/processes/queue-node.ts'
import type { Actor } from '../../kernel/actor.ts'
import { type Decimal, parseDecimal } from '../../kernel/decimal.ts'
import { recordOutbox } from '../../records/index.ts'
import { carryOut } from '../attempts/carry-out.ts'
import { recordExternalPayment, reverseExternalPayment } from '../external/external-payments.ts'
import { followUpEffects } from '../follow-up-effects.ts'
import { startRefund } from '../refunds/start-refund.ts'
import { compareRecorded } from './compare-recorded.ts'

const app = await startApp({ hasEngine: true, with: [invoicingClients] })
const { database, engine, clock } = app
const deps = paymentDeps(app)
const merchant: Actor = { organizationId: 'shop', by: { kind: 'command-line', name: 'test' } }
const dollars = (text: string): Decimal => parseDecimal(text) as Decimal

/** Two charges, a declined one, a refund of the first, and cash that was counted twice. */
let ids: { readonly first: string; readonly second: string; readonly refund: string; readonly cash: string }
beforeAll(async () => {
  const invoiceNumber = await aPayableInvoice(await app.merchant('shop'), '500.00')
  const first = await payAs(deps, invoiceNumber, '100.00')
  const second = await payAs(deps, invoiceNumber, '40.00')
  await payAs(deps, invoiceNumber, '7.00', { source: aCard('4000000000000002') })
  const { paymentId } = first
  const asked = { paymentId, amount: dollars('25.00'), reason: undefined }
  const { attempt: refund } = await startRefund(deps, database, merchant, asked)
  await carryOut(deps, followUpEffects, merchant, refund)
  const cash = await recordExternalPayment(deps, database, merchant, {
    ...{ invoiceNumber, amount: dollars('10.00'), date: '2026-03-09', method: 'cash', note: undefined },
  })
  await reverseExternalPayment(deps, database, merchant, { paymentId: cash.paymentId, reason: 'counted twice' })
  await recordOutbox.loadEverything({ database, engine, clock, log: silentLog })
  ids = { first: first.attemptId, second: second.attemptId, refund: refund.attemptId, cash: cash.paymentId }
})

const compare = (retentionMonths = 16) =>
  compareRecorded({ db: database.db, engine, retentionMonths }, { now: clock.now() })

/** Compares while a column of one record has another value. */
async function compareWith(recordId: string, [column, damaged, whole]: readonly string[], table = 'transactions') {
  const where = `record_id = '${recordId}'`
  await engine.change({ table, set: `${column} = ${damaged}`, where })
  const { differences } = await compare()
  await engine.change({ table, set: `${column} = ${whole}`, where })
  return differences
}

const REMOVED = ['is_deleted', '1', '0']
const amounts = (damaged: string, whole: string) => ['payment_data_requested_amount', damaged, whole]
const of = (application: string) => ({ organizationId: 'shop', currency: 'USD', application })

test('charges, refunds and external payments have their records, declined and reversed ones too', async () => {
  expect(await compare()).toEqual({ records: 8, expired: 0, differences: [] })
})

test('a record that is missing is named with both sums of its organization and currency', async () => {
  expect(await compareWith(`${ids.second}-ics_bill`, REMOVED)).toEqual([
    {
      ...of('ics_bill'),
      ...{ charged: { count: 2, amount: '140.00' }, recorded: { count: 1, amount: '100.00' } },
      ...{ recordId: `${ids.second}-ics_bill`, differences: 1 },
    },
  ])
  expect(await compareWith(`${ids.cash}-external_payment`, REMOVED, 'external_payments')).toMatchObject([
    {
      ...of('external_payment'),
      ...{ charged: { count: 1, amount: '10.00' }, recorded: { count: 0, amount: '0.00' } },
    },
  ])
  expect((await compare()).differences).toEqual([])
})

test('a record with another amount or currency is named with both sums', async () => {
  expect(await compareWith(`${ids.refund}-ics_credit`, amounts('24.99', '25.00'))).toEqual([
    {
      ...of('ics_credit'),
      ...{ charged: { count: 1, amount: '25.00' }, recorded: { count: 1, amount: '24.99' } },
      ...{ recordId: `${ids.refund}-ics_credit`, differences: 1 },
    },
  ])
  const currency = ['payment_data_requested_amount_currency_code', "'EUR'", "'USD'"]
  expect(await compareWith(`${ids.first}-ics_auth`, currency)).toMatchObject([
    {
      ...of('ics_auth'),
      ...{ charged: { count: 3, amount: '147.00' }, recorded: { count: 2, amount: '47.00' } },
    },
  ])
  expect((await compare()).differences).toEqual([])
})

test('two wrong amounts with the right sum are found', async () => {
  const where = `record_id = '${ids.first}-ics_bill'`
  const set = 'payment_data_requested_amount ='
  await engine.change({ table: 'transactions', set: `${set} 99.00`, where })
  const differences = await compareWith(`${ids.second}-ics_bill`, amounts('41.00', '40.00'))
  await engine.change({ table: 'transactions', set: `${set} 100.00`, where })

  expect(differences).toMatchObject([
    { charged: { count: 2, amount: '140.00' }, recorded: { count: 2, amount: '140.00' }, differences: 2 },
  ])
})

test('a charge that is older than records are kept need not have its records', async () => {
  clock.set('2026-05-01T10:00:00Z')

  expect(await compare(1)).toEqual({ records: 0, expired: 8, differences: [] })
  expect(await compare(2)).toEqual({ records: 8, expired: 0, differences: [] })
})
