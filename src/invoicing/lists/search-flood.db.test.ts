import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startApp } from '../../../test/support/apps/app.ts'
import { anOrganization } from '../../../test/support/data/organizations.ts'
import { sendAs } from '../../../test/support/http/send-request.ts'
import { isLongRun } from '../../../test/support/run/test-run.ts'

const INVOICES = isLongRun ? 100_000 : 3_000
const BATCH_ROWS = 5_000
const SEARCHES = 40
const PATH = '/invoicing/v2/invoices'

const app = await startApp()
const [bad, good] = [await anOrganization(app, 'bad'), await anOrganization(app, 'good')]

const INVOICE = {
  customerInformation: { name: 'Ada' },
  invoiceInformation: { description: 'Lorem ipsum '.repeat(160), dueDate: '2030-01-01', deliveryMode: 'none' },
  orderInformation: { amountDetails: { totalAmount: '1.00', currency: 'USD' } },
}
const create = (owner: typeof bad) => sendAs(app.port, owner, { method: 'POST', path: PATH, body: INVOICE })

/** Many invoices with long descriptions, made from the first one. */
async function multiplyInvoices(): Promise<void> {
  for (const owner of [bad, good]) await create(owner)
  // In parts, because a statement may take a minute at most.
  for (let from = 2; from <= INVOICES; from += BATCH_ROWS) {
    await app.database.pool.query(
      `insert into invoices
        select (json_populate_record(invoices, json_build_object('position', n, 'invoice_number', n))).*
        from invoices, generate_series($1::int, $2::int) n where organization_id = 'bad' and position = 1`,
      [from, Math.min(from + BATCH_ROWS - 1, INVOICES)],
    )
  }
  await app.database.pool.query(`update invoice_counters set last_position = $1 where organization_id = 'bad'`, [
    INVOICES,
  ])
}

const list = (owner: typeof bad, query = '') => sendAs(app.port, owner, { method: 'GET', path: `${PATH}${query}` })

/** Statements of lists that PostgreSQL is running. */
async function searching(): Promise<number> {
  const { rowCount } = await app.database.pool.query(`select from pg_stat_activity
    where datname = current_database() and state = 'active' and query like '%search_text%like%' and pid <> pg_backend_pid()`)
  return rowCount ?? 0
}

test('one merchant’s flood of searches does not keep another from listing and writing', {
  timeout: 600_000,
}, async () => {
  await multiplyInvoices()
  let isOver = false
  const searches = Array.from({ length: SEARCHES }, async () => {
    const statuses: number[] = []
    while (!isOver) statuses.push((await list(bad, '?search=m')).status)
    return statuses
  })
  await expect.poll(searching).toBeGreaterThan(0)

  const responses = [await list(good), await list(good, '?search=lorem'), await list(good, '?sort=totalAmount')]
  const created = await create(good)
  isOver = true

  expect(created.status).toBe(201)
  expect(responses.map(({ status, body }) => [status, body.totalInvoices])).toEqual(Array(3).fill([200, 1]))
  const statuses = new Set((await Promise.all(searches)).flat())
  // 503 is a search that takes longer than 5 s.
  expect([...statuses].filter((status) => ![200, 429, 503].includes(status))).toEqual([])
})

test('a client that hangs up leaves no search behind', async () => {
  const leaving = new AbortController()
  const request = { headers: { authorization: `Bearer ${bad.bearer.key}` }, signal: leaving.signal }
  // No search ends while the table is locked.
  await app.database.transaction(async (tx) => {
    await sql`lock table invoices in access exclusive mode`.execute(tx)
    const left = Array.from({ length: 4 }, () => fetch(`${app.url}${PATH}?search=m`, request).catch(() => 'left'))
    // Two of an organization's lists ask PostgreSQL at a time.
    await expect.poll(searching).toBe(2)

    leaving.abort()

    expect(await Promise.all(left)).toEqual(Array(4).fill('left'))
    await expect.poll(searching).toBe(0)
  })
  expect((await list(bad)).status).toBe(200)
})
