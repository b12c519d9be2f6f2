import { expect, test } from 'vitest'
import { startApp } from '../../../test/support/apps/app.ts'
import { usd } from '../../../test/support/data/invoices.ts'
import { aPayableInvoice, payAs, paymentDeps } from '../../../test/support/data/payments.ts'
import { invoicingClients } from '../../../test/support/http/invoicing-clients.ts'
import { quittance } from '../../../test/support/processes/command.ts'
import { handleProcessorEvent } from '../events/handle-processor-event.ts'
import { countOpenAlerts } from '../notices/alert-store.ts'

const app = await startApp({ with: [invoicingClients] })
const deps = paymentDeps(app)

async function alerts(...args: readonly string[]) {
  const { code, out } = await quittance(['payments', 'alerts', ...args], {
    QUITTANCE_DATA_DIR: app.stores.folder.path,
    DATABASE_URL: app.stores.databaseUrl(),
    // The key of `testSecrets`.
    QUITTANCE_SECRET_KEY: Buffer.alloc(32, 1).toString('base64'),
    QUITTANCE_LOG_LEVEL: 'silent',
  })
  return { code, out }
}

test('open alerts are listed until they are acknowledged, and the audit trail says by whom', async () => {
  const shop = await app.merchant('shop')
  await app.merchant('other')
  const id = await aPayableInvoice(shop, '100.00')
  const { attemptId: key } = await payAs(deps, id, '100.00')
  const event = {
    ...{ eventId: 'e1', key, organizationId: 'shop', at: app.clock.now() },
    happened: { type: 'chargeback', amount: usd('100.00'), reasonCode: '10.4', reference: 'd1' } as const,
  }
  await handleProcessorEvent(deps, { processor: 'sandbox', event })

  expect((await alerts('--organization', 'other')).out).toContain('No open alerts.')
  expect((await alerts()).out).toMatch(new RegExp(`payment-disputed +shop +${id} +${key}`))
  const done = JSON.parse((await alerts('--acknowledge', '--json')).out)

  expect(done).toMatchObject({ acknowledged: true, alerts: [{ kind: 'payment-disputed', amount: '100.00' }] })
  expect((await countOpenAlerts(app.database))['payment-disputed']).toBe(0)
  expect((await alerts()).out).toContain('No open alerts.')
  const { rows } = await app.database.pool.query(
    `select actor from audit_entries where action = 'payment.alert-acknowledged' and organization_id = 'shop'`,
  )
  expect(rows).toMatchObject([{ actor: { kind: 'command-line' } }])
})
