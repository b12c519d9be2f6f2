import type pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { startApp } from '../../../test/support/apps/app.ts'
import { anInvoiceBody } from '../../../test/support/data/invoices.ts'
import { type Client, invoicingClients } from '../../../test/support/http/invoicing-clients.ts'

const app = await startApp({ with: [invoicingClients] })
let shop: Client
let statements: string[] = []
beforeAll(async () => {
  shop = await app.merchant('shop')
  await shop.create(anInvoiceBody())
  countStatements(app.database.pool)
})

/** Writes down what the pool's connections are asked from now on, and leaves the rest to them. */
function countStatements(pool: pg.Pool): void {
  const connect = pool.connect.bind(pool) as () => Promise<pg.PoolClient>
  pool.connect = (async () => {
    const client = await connect()
    const told = client as pg.PoolClient & { isWatched?: true }
    if (told.isWatched) return client
    told.isWatched = true
    const query = client.query.bind(client) as (...input: unknown[]) => unknown
    client.query = ((...input: unknown[]) => {
      const [asked] = input as [string | { text: string }]
      statements.push(typeof asked === 'string' ? asked : asked.text)
      return query(...input)
    }) as typeof client.query
    return client
  }) as typeof pool.connect
}

async function statementsOf(work: () => Promise<unknown>): Promise<readonly string[]> {
  statements = []
  await work()
  return statements
}

/** Besides the one statement by which it is known who asks. */
async function ofInvoicing(work: () => Promise<{ status: number }>): Promise<readonly string[]> {
  const [knowing, ...asked] = await statementsOf(async () => {
    expect((await work()).status).toBeLessThan(300)
  })
  expect(knowing).toContain('credentials')
  return asked
}

test('creating an invoice is begin, one load, one write and commit', async () => {
  const asked = await ofInvoicing(() => shop.create(anInvoiceBody({ invoiceInformation: { sendImmediately: true } })))

  expect(asked).toHaveLength(4)
  expect(asked[0]).toBe('begin')
  expect(asked[1]).toContain('insert into invoice_counters')
  expect(asked[2]).toContain('insert into mail_outbox')
  expect(asked[3]).toBe('commit')
})

test('reading an invoice with its history is one statement', async () => {
  expect(await ofInvoicing(() => shop.get('1'))).toHaveLength(1)
})

test.each([
  ['updating', () => shop.update('1', anInvoiceBody())],
  ['sending', () => shop.send('1')],
  ['canceling', () => shop.cancel('1')],
])('%s an invoice is four round trips', async (_name, work) => {
  expect(await ofInvoicing(work)).toHaveLength(4)
})

test('a create that is refused for its content asks nothing but who it is', async () => {
  const asked = await statementsOf(() => shop.create({}))

  expect(asked).toEqual([expect.stringContaining('credentials')])
})
