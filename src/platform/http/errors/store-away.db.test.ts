import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { startHttpApp } from '../../../../test/support/apps/http-app.ts'
import { fileResources } from '../../../../test/support/run/file-resources.ts'
import { createTestDatabase } from '../../../../test/support/stores/test-database.ts'
import { Database } from '../../postgres/database.ts'
import { freePort } from '../../processes/free-port.ts'
import type { RoutePlugin } from '../server/create-http-app.ts'

function connectedTo(url: string): Database {
  const database = new Database(url, pino({ level: 'silent' }))
  fileResources.defer(() => database.close())
  return database
}

test('while PostgreSQL is away a request is refused with a time to retry, and afterwards served', async () => {
  const database = connectedTo(await createTestDatabase())
  const nowhere = connectedTo(`postgres://x:y@127.0.0.1:${await freePort()}/z`)
  const breaking = sql`select pg_terminate_backend(pg_backend_pid())`
  const routes: RoutePlugin = async (app) => {
    app.get('/unreachable', async () => sql`select 1`.execute(nowhere.db))
    app.get('/lost', async () => breaking.execute(database.db))
    app.get('/lost-in-transaction', async () => database.transaction(async (tx) => breaking.execute(tx)))
    app.get('/mistake', async () => sql`select nonsense`.execute(database.db))
    app.get('/well', async () => (await sql`select 1 as one`.execute(database.db)).rows)
  }
  const { app, url } = await startHttpApp({ routes: [routes] })
  fileResources.defer(() => app.close())

  for (const path of ['/unreachable', '/lost', '/lost-in-transaction']) {
    const response = await fetch(`${url}${path}`)
    expect([path, response.status, response.headers.get('retry-after')]).toEqual([path, 503, '2'])
    expect(await response.json()).toMatchObject({ reason: 'STORE_UNAVAILABLE' })
  }
  expect((await fetch(`${url}/mistake`)).status).toBe(500)
  expect((await fetch(`${url}/well`)).status).toBe(200)
})
