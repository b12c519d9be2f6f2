import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '../../../test/support/stores/test-database.ts'
import { QueuePool } from './queue-pool.ts'

test('a connection that is released twice is released once', async () => {
  const pool = new QueuePool({ connectionString: await createTestDatabase(), max: 1 })
  onTestFinished(() => pool.end())

  const done = await new Promise<() => void>((resolve, reject) => {
    pool.connect((error, _client, release) => (error === undefined ? resolve(release) : reject(error)))
  })
  done()
  done()
  const client = await pool.connect()
  const { rows } = await client.query('select 1 as one')
  client.release()

  expect(rows).toEqual([{ one: 1 }])
  expect([pool.totalCount, pool.idleCount]).toEqual([1, 1])
})
