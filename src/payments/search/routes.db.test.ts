import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { idsOf, startSearchApp } from '../../../test/support/apps/search-app.ts'
import { describeFoundTransactions } from '../../../test/support/contracts/transaction-search-contract.ts'
import { aPayableInvoice, payAs } from '../../../test/support/data/payments.ts'
import { deleteOldSearches } from './search-store.ts'

const app = await startSearchApp()
const { deps, shop, other, partner, search, get, tick } = app

async function countSearches() {
  const { rows } = await sql<{ saved: number; unsaved: number }>`select count(*) filter (where is_saved)::int as saved,
    count(*) filter (where not is_saved)::int as unsaved from transaction_searches`.execute(app.database.db)
  return rows[0] ?? { saved: 0, unsaved: 0 }
}

describeFoundTransactions(app)

describe('transaction search', () => {
  test('is repeated by its id, and shows each organization its own', async () => {
    const { paymentId } = await payAs(deps, await aPayableInvoice(shop, '6.00'), '6.00')
    const query = `id:${paymentId}`
    const { searchId } = (await search({ query, save: true, name: 'mine', timezone: 'UTC' })).body

    const again = await get(`/searches/${searchId}`)

    expect(again.body).toMatchObject({ searchId, save: true, name: 'mine', timezone: 'UTC', count: 1 })
    expect((await get(`/searches/${searchId}`, other)).status).toBe(404)
    expect((await get('/searches/unknown')).status).toBe(404)
    expect(idsOf(await search({ query }, other))).toEqual([])
    expect((await get(`/transactions/${paymentId}`, other)).status).toBe(404)
    expect(idsOf(await search({ query }, partner))).toEqual([paymentId])
  })

  test('does not wait for records of another organization', async () => {
    const query = await app.withoutLoading(async () => {
      const { paymentId } = await payAs(deps, await aPayableInvoice(shop, '7.00'), '7.00')

      const found = await search({ query: 'id:1' }, other)

      expect(found.status).toBe(201)
      return `id:${paymentId}`
    })
    expect((await search({ query })).body.count).toBe(1)
  })

  test('can be repeated for a day, and always if it is saved', async () => {
    const unsaved = (await search({ query: 'id:1' })).body.searchId
    const saved = (await search({ query: 'id:1', save: true })).body.searchId
    const statuses = async () => Promise.all([unsaved, saved].map(async (id) => (await get(`/searches/${id}`)).status))
    const start = app.clock.now()

    app.clock.set(start.add({ hours: 24 }).subtract({ seconds: 1 }).toString())
    expect(await statuses()).toEqual([200, 200])
    app.clock.set(start.add({ hours: 24 }).toString())
    expect(await statuses()).toEqual([404, 200])
    const before = await countSearches()
    expect(await deleteOldSearches(app.database.db, app.clock.now())).toBeGreaterThan(0)
    expect(await countSearches()).toMatchObject({ unsaved: 0, saved: before.saved })
    expect(await statuses()).toEqual([404, 200])
  })

  test('keeps the newest of each organization where there are too many', async () => {
    const ids = []
    for (const name of ['a', 'b', 'c']) {
      tick()
      ids.push((await search({ query: 'id:1', save: true, name }, other)).body.searchId)
    }

    await deleteOldSearches(app.database.db, app.clock.now(), { saved: 2, unsaved: 2 })

    const statuses = await Promise.all(ids.map(async (id) => (await get(`/searches/${id}`, other)).status))
    expect(statuses).toEqual([404, 200, 200])
  })

  test.each([
    [{ query: 'planet:Mars' }, 'query'],
    [{ query: 'id:1', limit: 2_501 }, 'limit'],
    [{ query: 'id:1', offset: -1 }, 'offset'],
    [{ query: 'id:1', sort: 'amount' }, 'sort'],
    [{ query: 5 }, 'query'],
    [{ save: 'perhaps' }, 'save'],
    [{ timezone: 'Mars/Olympus' }, 'timezone'],
    [{ name: 'x'.repeat(256) }, 'name'],
  ])('refuses %j and names the field', async (body, field) => {
    const refused = await search(body)

    expect(refused.status).toBe(400)
    expect(refused.body).toMatchObject({ reason: 'VALIDATION_ERROR', details: [{ field }] })
  })
})
