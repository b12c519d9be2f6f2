import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { BASE_URL, startApp } from '../../../test/support/apps/app.ts'
import { testSecrets } from '../../../test/support/data/organizations.ts'
import { aPayableInvoice, payAs, paymentDeps } from '../../../test/support/data/payments.ts'
import { invoicingClients } from '../../../test/support/http/invoicing-clients.ts'
import type { Mode } from '../../kernel/mode.ts'
import { checkPayments } from './check-payments.ts'

/** Without it, the check would warn about 3-D Secure. */
const SECURE_SETTINGS = `insert into invoice_settings (organization_id, settings, submitted_at)
  values ('shop', '{"payerAuthenticationInInvoicing": "enable"}', now())`

test('the configured processor is named; without one in live mode nothing can be paid', async () => {
  const { database } = await startApp()

  expect(await checkPayments({ database, secrets: testSecrets }, 'sandbox', BASE_URL)).toEqual({
    ...{ state: 'ok', message: 'sandbox: moves no money' },
  })
  expect(await checkPayments({ database, secrets: testSecrets }, 'live', BASE_URL)).toEqual({
    ...{ state: 'warning', message: 'none is configured: nothing can be paid' },
  })
})

test('calls without an outcome for a long time are counted; recent ones and undecided ones of some days are not', async () => {
  const app = await startApp({ with: [invoicingClients] })
  const shop = await app.merchant('shop')
  const id = await aPayableInvoice(shop, '9000.00')
  await app.database.pool.query(SECURE_SETTINGS)
  const check = () => checkPayments({ database: app.database, secrets: testSecrets }, 'sandbox', BASE_URL)
  const age = (interval: string) =>
    sql`update payment_attempts set called_at = clock_timestamp() - ${interval}::interval`.execute(app.database.db)
  // Charged, but the answer never comes.
  const source = { method: 'applePay', walletToken: 'x' } as const
  const { status } = await payAs(paymentDeps(app), id, '4000.00', { source })

  expect(status).toBe('unknown')
  expect((await check()).state).toBe('ok')
  await age('2 hours')
  expect(await check()).toEqual({
    state: 'warning',
    message:
      'sandbox: moves no money; 1 charge without an outcome, the oldest for 2.0 h: see "quittance payments list --attempts"',
  })
  await sql`update payment_attempts set kind = 'refund', status = 'pending'`.execute(app.database.db)
  expect((await check()).state).toBe('ok')
  await age('6 days')
  expect((await check()).message).toContain('1 refund without an outcome, the oldest for 144.0 h')
  await sql`update payment_attempts set status = 'approved'`.execute(app.database.db)
  expect((await check()).state).toBe('ok')
})

test('merchants with invoices whose payers are not authenticated are counted where the processor offers 3-D Secure', async () => {
  const app = await startApp({ with: [invoicingClients] })
  await app.merchant('idle')
  await aPayableInvoice(await app.merchant('shop'), '9.00')
  const check = (mode: Mode) => checkPayments({ database: app.database, secrets: testSecrets }, mode, BASE_URL)

  const before = [await check('sandbox'), await check('live')]
  await app.database.pool.query(SECURE_SETTINGS)

  expect(before).toEqual([
    {
      state: 'warning',
      message:
        'sandbox: moves no money; 3-D Secure is off for 1 merchant although the processor offers it: see payerAuthenticationInInvoicing',
    },
    { state: 'warning', message: 'none is configured: nothing can be paid' },
  ])
  expect(await check('sandbox')).toEqual({ state: 'ok', message: 'sandbox: moves no money' })
})
