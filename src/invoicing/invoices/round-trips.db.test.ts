import { beforeAll, expect, test } from 'vitest'
import { startApp } from '../../../test/support/apps/app.ts'
import { anInvoiceBody } from '../../../test/support/data/invoices.ts'
import { type Client, invoicingClients } from '../../../test/support/http/invoicing-clients.ts'
import { watchStatements } from '../../../test/support/stores/watched-statements.ts'

const app = await startApp({ with: [invoicingClients] })
let shop: Client
let statementsOf: ReturnType<typeof watchStatements>
beforeAll(async () => {
  shop = await app.merchant('shop')
  await shop.create(anInvoiceBody())
  statementsOf = watchStatements(app.database.pool)
})

/** Besides the one statement that asks for the caller, unless the node remembers it. */
const besidesCaller = (asked: readonly string[]) => asked.filter((text) => !text.includes('from credentials'))

async function ofInvoicing(work: () => Promise<{ status: number }>): Promise<readonly string[]> {
  const asked = await statementsOf(async () => {
    expect((await work()).status).toBeLessThan(300)
  })
  return besidesCaller(asked)
}

test('creating an invoice takes begin, one load, one write and commit', async () => {
  const asked = await ofInvoicing(() => shop.create(anInvoiceBody({ invoiceInformation: { sendImmediately: true } })))

  expect(asked).toHaveLength(4)
  expect(asked[0]).toBe('begin')
  expect(asked[1]).toContain('insert into invoice_counters')
  expect(asked[2]).toContain('insert into mail_outbox')
  expect(asked[3]).toBe('commit')
})

test('reading an invoice with its history takes one statement', async () => {
  expect(await ofInvoicing(() => shop.get('1'))).toHaveLength(1)
})

test.each([
  ['updating', () => shop.update('1', anInvoiceBody())],
  ['sending', () => shop.send('1')],
  ['canceling', () => shop.cancel('1')],
])('%s an invoice takes four round trips', async (_name, work) => {
  expect(await ofInvoicing(work)).toHaveLength(4)
})

test('a create that is refused for its content queries nothing', async () => {
  const asked = await statementsOf(() => shop.create({}))

  expect(besidesCaller(asked)).toEqual([])
})
