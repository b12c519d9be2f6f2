import { beforeAll, expect, test } from 'vitest'
import { startApp } from '../../../test/support/apps/app.ts'
import { aCard, aPayableInvoice, payAs, paymentDeps } from '../../../test/support/data/payments.ts'
import { type Client, invoicingClients } from '../../../test/support/http/invoicing-clients.ts'
import { listAudit } from '../../organizations/audit/audit-store.ts'
import { findAnyAttempts } from '../attempts/any-payment-store.ts'
import { prunePayerData } from './prune-payer-data.ts'

const app = await startApp({ with: [invoicingClients] })
const deps = paymentDeps(app)
let shop: Client
beforeAll(async () => {
  shop = await app.merchant('shop')
})

test('payer data of declined attempts is removed after the configured days; that of payments stays', async () => {
  const id = await aPayableInvoice(shop, '100.00')
  const payer = { email: 'ada@example.com' }
  const began = app.clock.now()
  await payAs(deps, id, '1.00', { source: aCard('4000000000000002'), payer })
  await payAs(deps, id, '2.00', { payer })
  app.clock.set(began.add({ hours: 24 }).toString())
  await payAs(deps, id, '3.00', { source: aCard('4000000000000002'), payer })
  const prune = () => prunePayerData({ ...deps, payerRetentionDays: 30 }, { by: { kind: 'service' } })

  app.clock.set(began.add({ hours: 24 * 30 }).toString())
  expect(await prune()).toBe(0)
  app.clock.set(began.add({ hours: 24 * 30, seconds: 1 }).toString())
  expect(await prune()).toBe(1)
  expect(await prune()).toBe(0)

  const attempts = await findAnyAttempts(app.database.db, { invoiceNumber: id }, { limit: 10 })
  const entered = attempts.map(({ amount, status, payer: kept }) => [Number(amount.minor), status, kept])
  expect(entered.sort()).toEqual([
    [100, 'declined', {}],
    [200, 'approved', payer],
    [300, 'declined', payer],
  ])
  const audit = await listAudit(app.database.db, { organizationId: 'shop', action: 'payer-data' }, { limit: 10 })
  expect(audit).toMatchObject([{ action: 'payer-data.pruned', actor: { kind: 'service' }, details: { attempts: 1 } }])
})
