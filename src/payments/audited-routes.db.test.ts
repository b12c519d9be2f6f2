import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { createParties, type Party } from '../../test/isolation/parties.ts'
import { isReading, methodOf, type Row } from '../../test/isolation/row.ts'
import { PAYMENT_ROWS } from '../../test/isolation/rows/payment-rows.ts'
import { startApp } from '../../test/support/apps/app.ts'
import { sendAs } from '../../test/support/http/send-request.ts'
import { silentLog } from '../../test/support/processes/queue-node.ts'
import { fileResources } from '../../test/support/run/file-resources.ts'
import { listAudit } from '../organizations/audit/audit-store.ts'
import { startOutboxLoading } from '../records/index.ts'

// A new route that changes something and is not in here fails.
const AUDITED: Readonly<Record<string, readonly string[]>> = {
  'POST /payments/v1/invoices/:id/external-payments': ['invoice.paid', 'payment.recorded'],
  'POST /payments/v1/invoices/:id/preview': ['invoice.previewed'],
  'POST /payments/v1/payments/:transactionId/reversal': ['invoice.payment-reversed', 'payment.reversed'],
  'POST /payments/v1/payments/:transactionId/refunds': ['payment.refund-requested', 'payment.refunded'],
  'POST /payments/v1/reviews/:id/accept': ['invoice.review-accepted', 'payment.captured', 'payment.review-accepted'],
  'POST /payments/v1/reviews/:id/reject': ['invoice.review-rejected', 'payment.reversed', 'payment.review-rejected'],
  'POST /pts/v2/payments/:id/refunds': ['payment.refund-requested', 'payment.refunded'],
  'POST /pts/v2/captures/:id/refunds': ['payment.refund-requested', 'payment.refunded'],
  'POST /payments/v1/tokens/:token/charges': ['invoice.paid', 'invoice.reserved', 'payment.charge-requested'],
  'DELETE /payments/v1/tokens/:token': ['payment.token-revoked'],
  'POST /payments/v1/transactions/:id/token': ['payment.token-created'],
  'POST /tss/v2/searches': ['transactions.searched'],
}

const app = await startApp({ hasEngine: true })
let shop: Party
beforeAll(async () => {
  shop = (await createParties(app)).shop
  const loader = startOutboxLoading({ ...app.stores, clock: app.clock, log: silentLog, everyMs: 20 })
  fileResources.defer(() => loader.stop())
})

const WRITES = PAYMENT_ROWS.filter((row) => !isReading(row) && row.scope !== 'public')
const KEYED = WRITES.filter((row) => methodOf(row) !== 'DELETE')
let count = 0

/** A request that succeeds, ready to be sent. */
async function prepared(row: Row) {
  count += 1
  const id = (await row.thing?.make(app, shop, count)) ?? ''
  const { path, body, headers } = row.ask({ party: shop, id, count })
  const request = { method: methodOf(row), path, body }
  return { id, send: (more = {}) => sendAs(app.port, shop, { ...request, headers: { ...headers, ...more } }) }
}

async function entries() {
  return listAudit(app.database.db, { organizationId: shop.organizationId }, { limit: 1_000 })
}

/** The entries that the work adds. */
async function audited<T>(work: () => Promise<T>) {
  const before = new Set((await entries()).map(({ entryId }) => entryId))
  const result = await work()
  return { result, added: (await entries()).filter(({ entryId }) => !before.has(entryId)) }
}

test.each(WRITES)('$route is audited with actor, action and payment', async (row) => {
  const { id, send } = await prepared(row)

  const { result, added } = await audited(send)

  expect(result.status, result.text).toBe(row.answers ?? 200)
  expect(added.map(({ action }) => action).sort()).toEqual(AUDITED[row.route])
  const key = { kind: 'key', organizationId: shop.organizationId, keyId: expect.any(String) }
  expect(added.map(({ actor }) => actor)).toEqual(added.map(() => key))
  const { searchId, transactionId } = result.body
  const targets = [id, searchId ?? result.body.id, transactionId].map((target) => `:${target}`)
  expect(added.some(({ subject }) => targets.some((target) => subject.endsWith(target)))).toBe(true)
  // The audit trail has no text that people wrote.
  expect(JSON.stringify(added)).not.toContain(`"${shop.word}"`)
})

test.each(WRITES)('$route refuses without an entry', async (row) => {
  if (row.thing === undefined) return
  const request = { method: methodOf(row), ...row.ask({ party: shop, id: row.thing.unknownId, count: 0 }) }

  const { result, added } = await audited(() => sendAs(app.port, shop, request))

  expect(result.status).toBe(404)
  expect(added).toEqual([])
})

test.each(KEYED)('$route happens once for each Idempotency-Key', async (row) => {
  const { send } = await prepared(row)
  const key = { 'idempotency-key': `once ${count}` }
  const first = await send(key)

  const { result, added } = await audited(() => send(key))

  expect(first.status, first.text).toBe(row.answers ?? 200)
  expect([result.status, result.text]).toEqual([first.status, first.text])
  expect(result.headers['idempotency-replayed']).toBe('true')
  expect(added).toEqual([])
})

test('a decision that fails is audited as failed', async () => {
  const review = PAYMENT_ROWS.find(({ route }) => route.endsWith('/accept')) as Row
  const { id, send } = await prepared(review)
  // The processor has lost the authorization.
  await sql`delete from sandbox_processor_calls where key = ${id}`.execute(app.database.db)

  const { result, added } = await audited(send)

  expect(result.body).toMatchObject({ status: 'REVIEW', review: { failure: 'notAllowed' } })
  expect(added.map(({ action }) => action).sort()).toEqual(['payment.capture-failed', 'payment.review-accepted'])
  expect(added.find(({ action }) => action === 'payment.capture-failed')?.details).toMatchObject({
    ...{ reason: 'notAllowed', amount: '100.00', currency: shop.currency },
  })
})
