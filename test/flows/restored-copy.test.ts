import { expect, onTestFinished, test } from 'vitest'
import { beat } from '../../src/backup/copies/heartbeat.ts'
import { openPlace } from '../../src/backup/place/open-place.ts'
import { systemClock } from '../../src/platform/clock/clock.ts'
import { withClient } from '../../src/platform/postgres/with-client.ts'
import { markRestored } from '../../src/platform/stores/restored-copy.ts'
import { startWholeService } from '../support/apps/whole-service.ts'
import { anInvoiceBody } from '../support/data/invoices.ts'
import { aReportClient } from '../support/http/report-client.ts'
import { quittance } from '../support/processes/command.ts'
import { eventually } from '../support/run/eventually.ts'
import { temporaryFolder } from '../support/stores/temporary-folder.ts'

const POINT = '2026-03-09T10:00:00Z'

const sentTo = (email: string) =>
  JSON.stringify(anInvoiceBody({ invoiceInformation: { sendImmediately: true }, customerInformation: { email } }))

/** An installation with an invoice whose mail and notification were not sent yet, as a restored copy. */
async function aRestoredCopy() {
  // Without background work nothing leaves.
  const original = await startWholeService({ QUITTANCE_ROLE: 'api' })
  const { stores, url: originalUrl } = original
  const shop = await aReportClient(original, 'shop')
  await shop.ask(
    'POST',
    '/kms/egress/v2/keys-sym',
    JSON.stringify({
      clientRequestAction: 'CREATE',
      keyInformation: { provider: 'nrtd', tenant: 'shop', keyType: 'sharedSecret', organizationId: 'shop' },
    }),
  )
  const webhook = await shop.ask(
    'POST',
    '/notification-subscriptions/v2/webhooks',
    JSON.stringify({
      ...{ name: 'Lab', organizationId: 'shop', webhookUrl: `${originalUrl}/sandbox/v1/receivers/shop` },
      products: [{ productId: 'customerInvoicing', eventTypes: ['invoicing.customer.invoice.send'] }],
      securityPolicy: { securityType: 'KEY' },
    }),
  )
  const path = `/notification-subscriptions/v2/webhooks/${webhook.json.webhookId}/status`
  // No worker asks its receiver whether it is there.
  await shop.ask('PUT', path, JSON.stringify({ status: 'ACTIVE' }))
  const created = await shop.ask('POST', '/invoicing/v2/invoices', sentTo('before@example.org'))
  expect([webhook.status, created.status]).toEqual([201, 201])
  const environment = { QUITTANCE_DATA_DIR: stores.folder.path, DATABASE_URL: stores.databaseUrl() }
  const place = temporaryFolder()
  await original.close()
  await withClient({ connectionString: environment.DATABASE_URL }, (client) =>
    markRestored(client, { at: systemClock.now(), to: Temporal.Instant.from(POINT), from: place }),
  )
  const port = new URL(originalUrl).port
  const copy = await startWholeService({ ...environment, QUITTANCE_PORT: port })
  return { copy, shop, place, environment, paymentLink: created.json.invoiceInformation.paymentLink as string, created }
}

test('a restored copy reads, refuses every change and sends nothing until it is activated, then holds due messages', async () => {
  const { copy, shop, place, environment, paymentLink, created } = await aRestoredCopy()
  onTestFinished(copy.close)
  const { pool } = copy.stores.database
  const mailTo = async (address: string) =>
    (await pool.query('select from sandbox_messages where recipient_address = $1', [address])).rowCount
  const browser = { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' }

  // Reads work, also those that have a body.
  const read = await shop.ask('GET', `/invoicing/v2/invoices/${created.json.id}`)
  const search = await shop.ask(
    'POST',
    '/tss/v2/searches',
    JSON.stringify({ query: 'clientReferenceInformation.code:1' }),
  )
  const page = await fetch(paymentLink)
  const portal = await (await fetch(`${copy.url}/sign-in`)).text()
  expect([read.status, search.status, page.status]).toEqual([200, 201, 200])
  expect(portal).toMatch(/data-copy="yes"|The portal is not built/)

  // Changes do not.
  const refused = await shop.ask('POST', '/invoicing/v2/invoices', sentTo('refused@example.org'))
  const paid = await fetch(paymentLink, { method: 'POST', headers: browser, body: 'amount=1' })
  const command = await quittance(['keys', 'create', 'shop'], environment)
  const demo = await quittance(['demo', '--transactions', '10'], environment)
  expect(refused).toMatchObject({ status: 503, json: { reason: 'COPY_NOT_ACTIVATED' } })
  expect([paid.status, paid.headers.get('content-type')]).toEqual([503, expect.stringContaining('text/html')])
  expect(command).toMatchObject({ code: 1, err: expect.stringContaining('read-only until "quittance activate"') })
  expect(demo).toMatchObject({ code: 1, err: expect.stringContaining('read-only until "quittance activate"') })

  // The original still runs.
  const original = await openPlace(place, { s3Endpoint: undefined })
  await beat(original, { copyId: 'original', at: systemClock.now() })
  const early = await quittance(['activate'], environment)
  await beat(original, { copyId: 'original', at: systemClock.now().subtract({ minutes: 5 }) })
  expect(early).toMatchObject({ code: 1, err: expect.stringMatching(/was seen on .* repeat the command with --force/) })

  const activated = await quittance(['activate', '--skip-numbers', '5', '--json'], environment)
  const again = await quittance(['activate', '--json'], environment)
  expect(JSON.parse(activated.out)).toEqual({ isNew: true, restoredTo: POINT, heldMails: 1, heldNotifications: 1 })
  expect(JSON.parse(again.out)).toMatchObject({ isNew: false })

  const later = async () => shop.ask('POST', '/invoicing/v2/invoices', sentTo('after@example.org'))
  let accepted = await later()
  await eventually(async () => {
    if (accepted.status === 503) accepted = await later()
    return accepted.status !== 503
  })
  expect(accepted).toMatchObject({ status: 201, json: { id: '7' } })
  await eventually(async () => (await mailTo('after@example.org')) === 1)
  await eventually(async () => (await pool.query('select from sandbox_received')).rowCount === 1)
  expect(await mailTo('before@example.org')).toBe(0)
  expect((await pool.query(`select reason from webhook_deliveries where state = 'failed'`)).rows).toEqual([
    { reason: 'RESTORED_COPY' },
  ])

  // A person releases the held messages.
  const webhookId = (await pool.query('select webhook_id from webhooks')).rows[0].webhook_id
  const mails = await quittance(['mails', 'retry', '--json'], environment)
  const replayed = await quittance(['webhooks', 'replay', webhookId, '--json'], environment)
  expect([mails.code, JSON.parse(replayed.out)]).toEqual([0, { webhookId, replayed: 1 }])
  await eventually(async () => (await mailTo('before@example.org')) === 1)
  await eventually(async () => (await pool.query('select from sandbox_received')).rowCount === 2)
  const trail = await quittance(['audit', 'list', '--action', 'copy.activated', '--json'], environment)
  expect(JSON.parse(trail.out).entries).toMatchObject([
    { organizationId: '*', details: { restoredTo: POINT, skippedNumbers: 5, heldMails: 1, isForced: false } },
  ])
  expect(await quittance(['audit', 'verify'], environment)).toMatchObject({ code: 0 })
})

test('an installation that was not restored has nothing to activate', async () => {
  const { stores } = await startWholeService({ QUITTANCE_ROLE: 'api' })
  const environment = { QUITTANCE_DATA_DIR: stores.folder.path, DATABASE_URL: stores.databaseUrl() }

  const activated = await quittance(['activate'], environment)

  expect(activated).toMatchObject({ code: 1, err: expect.stringContaining('was not restored from a backup') })
})
