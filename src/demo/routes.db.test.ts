import { expect, test } from 'vitest'
import { startApp } from '../../test/support/apps/app.ts'
import { family } from '../../test/support/data/organizations.ts'
import { sendAs } from '../../test/support/http/send-request.ts'

const PATH = '/sandbox/v1/demo-data'

test('a merchant gets a year of payments once, and a partner is asked for a merchant', async () => {
  const app = await startApp({ isSandbox: true, hasEngine: true })
  const { shop, partner } = await family(app)
  const load = () => sendAs(app.port, shop, { method: 'POST', path: PATH, body: {} })

  const first = await load()
  const second = await load()
  app.clock.set('2026-05-01T10:00:00Z')
  const later = await load()
  const refused = await sendAs(app.port, partner, { method: 'POST', path: PATH, body: {} })
  const { rows } = await app.database.pool.query(`select details from audit_entries where action = 'demo-data.loaded'`)

  expect(first.body).toMatchObject({ isNew: true, from: '2025-03-09' })
  expect(first.body.records).toBeGreaterThan(2_000)
  expect(second.body).toEqual({ ...first.body, isNew: false })
  expect(later.body.isNew).toBe(false)
  expect([refused.status, refused.body.details[0].field]).toEqual([400, 'organizationId'])
  expect(rows).toHaveLength(1)
})
