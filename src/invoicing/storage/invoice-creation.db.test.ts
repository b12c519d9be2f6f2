import { describe, expect, test } from 'vitest'
import { startApp } from '../../../test/support/apps/app.ts'
import { anInvoiceBody } from '../../../test/support/data/invoices.ts'
import { aTester } from '../../../test/support/data/organizations.ts'
import { type Client, invoicingClients } from '../../../test/support/http/invoicing-clients.ts'
import { createInvoice } from '../invoices/create-invoice.ts'
import { takeNextPlace } from './invoice-creation-store.ts'

const app = await startApp({ with: [invoicingClients] })

const numbered = (invoiceNumber: string) => anInvoiceBody({ invoiceInformation: { invoiceNumber } })
const many = <T>(count: number, work: (index: number) => Promise<T>): Promise<readonly T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))
const idOf = ({ body }: Awaited<ReturnType<Client['create']>>): string => body.id

/** The stored counts, and the counted invoices. */
async function counts(organizationId: string) {
  const { rows } = await app.database.pool.query(
    `select status, (select count(*) from invoices i where i.organization_id = $1 and i.status = s.status)
      as counted, coalesce((select sum(c.invoices)::bigint from invoice_status_counts c
        where c.organization_id = $1 and c.status = s.status), 0::bigint) as kept
    from (values ('DRAFT'), ('CREATED'), ('SENT'), ('PARTIAL'), ('PAID'), ('PENDING'), ('CANCELED'))
      s (status)`,
    [organizationId],
  )
  return {
    kept: Object.fromEntries(rows.map(({ status, kept }) => [status, Number(kept)])),
    counted: Object.fromEntries(rows.map(({ status, counted }) => [status, Number(counted)])),
  }
}

describe('generated numbers', () => {
  test('fifty concurrent creations get the numbers and places 1 to 50 without a gap', async () => {
    const shop = await app.merchant('fifty')

    const created = await many(50, () => shop.create(anInvoiceBody()))

    const numbers = created.map((response) => Number(idOf(response)))
    expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, i) => i + 1))
    const { rows } = await app.database.pool.query(
      `select position, invoice_number from invoices where organization_id = 'fifty' order by position`,
    )
    expect(rows.map(({ position }) => Number(position))).toEqual(numbers)
    expect((await counts('fifty')).kept).toMatchObject({ DRAFT: 50 })
  })

  test('failed creations leave no gap in the numbers', async () => {
    const shop = await app.merchant('failing')
    await shop.create(numbered('taken'))

    const created = await many(20, (index) => shop.create(index % 2 === 0 ? anInvoiceBody() : numbered('taken')))

    const numbers = created.filter(({ status }) => status === 201).map((a) => Number(idOf(a)))
    expect(numbers.sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  })

  test('generated numbers skip those that clients took', async () => {
    const shop = await app.merchant('skipping')
    for (const number of ['1', '2', '4', '05', 'five']) await shop.create(numbered(number))

    const ids = [
      idOf(await shop.create(anInvoiceBody())),
      idOf(await shop.create(anInvoiceBody())),
      idOf(await shop.create(anInvoiceBody())),
    ]

    expect(ids).toEqual(['3', '5', '6'])
  })

  test('a number is generated after thousands that clients took in a row', async () => {
    const shop = await app.merchant('crowded')
    await shop.create(numbered('first'))
    await app.database.pool.query(
      `insert into invoices select (json_populate_record(invoices, json_build_object('position', n + 1,
        'invoice_number', n, 'payment_token', encode(sha256(n::text::bytea), 'hex')))).*
      from invoices, generate_series(1, 2500) n
      where organization_id = 'crowded' and invoice_number = 'first'`,
    )
    await app.database.pool.query(`update invoice_counters set last_position = 2501 where organization_id = 'crowded'`)

    const ids = [idOf(await shop.create(anInvoiceBody())), idOf(await shop.create(anInvoiceBody()))]

    expect(ids).toEqual(['2501', '2502'])
  })

  test('a generated number that a client takes at the last moment is replaced by the next', async () => {
    await app.merchant('moment')
    const actor = { organizationId: 'moment', by: aTester }
    const deps = { ...app, db: app.database }
    const create = (body: unknown) => createInvoice(deps, actor, { body })
    let waiting: Promise<unknown> | undefined

    // Its statement began before the client's number was there, and ends after.
    await app.database.transaction(async (tx) => {
      await takeNextPlace(tx, { organizationId: 'moment', ownNumber: 'holder' })
      waiting = create(anInvoiceBody())
      await waitingForLock()
      await app.database.pool.query(
        `insert into invoices (organization_id, position, invoice_number, status, version, created_at, submitted_at,
          currency, total_minor, total_amount, balance_minor, reserved_minor, due_on, payment_token, search_text, terms,
          client_reference)
        values ('moment', 99, '1', 'DRAFT', 1, now(), now(), 'USD', 1, 0.01, 1, 0, '2026-04-01', repeat('c', 64), '1',
          '{}', '{}')`,
      )
    })

    expect(await waiting).toMatchObject({ invoice: { invoiceNumber: '2' } })
  })

  async function waitingForLock(): Promise<void> {
    for (;;) {
      const { rowCount } = await app.database.pool.query(
        `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%invoice_counters%'
          and datname = current_database()`,
      )
      if (rowCount === 1) return
    }
  }
})

describe('a client’s own number', () => {
  test('of concurrent requests for one number exactly one gets it', async () => {
    const shop = await app.merchant('racing')

    const responses = await many(20, () => shop.create(numbered('A-1')))

    const won = responses.filter(({ status }) => status === 201)
    const lost = responses.filter(({ body }) => body.reason === 'DUPLICATE_RECORD')
    expect([won.length, lost.length]).toEqual([1, 19])
    expect((await counts('racing')).counted).toMatchObject({ DRAFT: 1 })
  })

  test('a client’s number is case-sensitive, and may contain characters that a path may not', async () => {
    const shop = await app.merchant('odd')

    for (const number of ['a/b c', 'A/b c', '2026-03/17', '1.', '9..x', 'x'.repeat(26)]) {
      const created = await shop.create(numbered(number))
      expect(created.status).toBe(201)
      expect(created.body._links.self.href).toBe(`/invoicing/v2/invoices/${encodeURIComponent(number)}`)
      expect((await shop.get(number)).body.id).toBe(number)
    }
    expect((await shop.create(numbered('x'.repeat(27)))).status).toBe(400)
    expect((await shop.create(numbered('/x'))).status).toBe(400)
  })
})

describe('many concurrent creations', () => {
  test('concurrent updates of one invoice do not mix, and each has its own version', async () => {
    const shop = await app.merchant('mixing')
    const id = idOf(await shop.create(anInvoiceBody()))

    await many(20, (index) =>
      shop.update(
        id,
        anInvoiceBody({
          customerInformation: { name: `Payer ${index}` },
          invoiceInformation: { description: `Text ${index}` },
          orderInformation: { amountDetails: { totalAmount: index } },
        }),
      ),
    )

    const { body, headers } = await shop.get(id)
    const index = body.orderInformation.amountDetails.totalAmount
    expect(body).toMatchObject({
      customerInformation: { name: `Payer ${index}` },
      invoiceInformation: { description: `Text ${index}` },
      orderInformation: { amountDetails: { balanceAmount: index } },
    })
    expect(headers['etag']).toBe('"21"')
    expect(body.invoiceHistory).toHaveLength(21)
  })

  test('of concurrent updates that expect the same version exactly one succeeds', async () => {
    const shop = await app.merchant('expecting')
    const id = idOf(await shop.create(anInvoiceBody()))

    const responses = await many(10, () => shop.update(id, anInvoiceBody(), { 'if-match': '"1"' }))

    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(412)])
  })

  test('concurrent changes of status keep the counts right, without a deadlock', async () => {
    const shop = await app.merchant('counting')
    const created = await many(32, () => shop.create(anInvoiceBody()))
    const ids = created.map(idOf)

    const responses = await many(96, (index) => {
      const id = ids[index % ids.length] ?? ''
      return [shop.send, shop.cancel, shop.publish][(index * 7) % 3]?.(id) ?? shop.send(id)
    })

    expect(responses.filter(({ status }) => status >= 500)).toEqual([])
    const { kept, counted } = await counts('counting')
    expect(kept).toEqual(counted)
  })
})
