import { expect, test } from 'vitest'
import { sandbox } from '../../src/organizations/index.ts'
import { systemClock } from '../../src/platform/clock/clock.ts'
import { readJsonFile } from '../../src/platform/files/small-file.ts'
import { waitUntil } from '../../src/platform/processes/wait-until.ts'
import { readAgendaItem, schedule } from '../../src/platform/queue/agenda.ts'
import { enqueue } from '../../src/platform/queue/enqueue.ts'
import { startWholeService } from '../support/apps/whole-service.ts'
import { quittance } from '../support/processes/command.ts'
import { aDatabase } from '../support/processes/queue-node.ts'
import { temporaryDataFolder } from '../support/processes/service-process.ts'

test('a service runs due work on the agenda and counts failures in its metrics', async () => {
  const done = Promise.withResolvers<string>()
  const failed = Promise.withResolvers<void>()
  const { stores, url } = await startWholeService(
    {},
    {
      remind: async (payload) => done.resolve(readAgendaItem(payload).subject),
      fail: async () => {
        failed.resolve()
        throw new Error('no')
      },
    },
  )

  await stores.database.transaction(async (tx) => {
    const key = { organizationId: 'shop', kind: 'remind', subject: 'invoice 7' }
    await schedule(tx, { ...key, dueAt: systemClock.now() })
    await enqueue(tx, { job: 'fail', payload: {} })
  })

  expect(await done.promise).toBe('invoice 7')
  await failed.promise
  const metrics = await (await fetch(`${url}/metrics`)).text()
  // On a slow machine it may have been retried by now.
  expect(metrics).toMatch(/^job_failures_total\{job="fail"\} [1-9]\d*$/m)
  expect(metrics).toMatch(/^queue_jobs\{state="ready"\} \d/m)
  expect(metrics).toMatch(/^agenda_due_rows 0$/m)
})

test('a worker serves health checks and metrics, but no API', async () => {
  const { url } = await startWholeService({ QUITTANCE_ROLE: 'worker' })

  const statuses = ['/readyz', '/metrics', '/organizations/v1/me', '/sandbox/v1/clock'].map(
    async (path) => (await fetch(url + path)).status,
  )

  expect(await Promise.all(statuses)).toEqual([200, 200, 404, 404])
})

test('a drain does not delay a stop, and reports that the clock has moved', async () => {
  const mayEnd = Promise.withResolvers<void>()
  const hasBegun = Promise.withResolvers<void>()
  const slow = async () => {
    hasBegun.resolve()
    await mayEnd.promise
  }
  const service = await startWholeService({}, { slow })
  const { merchant } = readJsonFile(sandbox.credentialsFileOf(service.stores.folder)) as {
    merchant: { bearer: { key: string } }
  }
  await service.stores.database.transaction((tx) => enqueue(tx, { job: 'slow', payload: {} }))
  await hasBegun.promise

  const draining = fetch(`${service.url}/sandbox/v1/clock`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${merchant.bearer.key}`,
    },
    body: JSON.stringify({ advance: 'P1D', drain: true }),
  })
  const { pool } = service.stores.database
  const isMoved = async () =>
    (await pool.query('select from sandbox_clock where target_at is not null')).rowCount === 1 || undefined
  await waitUntil(isMoved, { withinMs: 20_000 })
  const stopped = service.close()
  const response = await draining
  mayEnd.resolve()
  await stopped

  expect(response.status).toBe(503)
  expect(await response.json()).toMatchObject({ reason: 'STILL_WORKING' })
})

test('dead jobs are listed and retried while the service is stopped and while it runs', async () => {
  const { url, database } = await aDatabase()
  const environment = {
    QUITTANCE_DATA_DIR: temporaryDataFolder(),
    DATABASE_URL: url,
    QUITTANCE_LOG_LEVEL: 'silent',
  }
  const run = (...args: string[]) => quittance(['jobs', ...args], environment)
  await database.transaction((tx) => enqueue(tx, { job: 'mail', payload: { mailId: 'm1' } }))
  await database.pool.query(
    `update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'no answer'`,
  )

  const stopped = await run('list', '--dead')
  const { QUITTANCE_DATA_DIR } = environment
  const service = await startWholeService({ QUITTANCE_DATA_DIR, DATABASE_URL: url })
  const listed = await run('list', '--dead', '--json')
  const retried = await run('retry', '1')
  const again = await run('retry', '1', '--json')
  const wrong = await run('retry', 'one')
  const all = await run('list')
  const none = await run('list', '--dead')
  await service.close()

  expect(stopped.code).toBe(0)
  expect(stopped.out).toMatch(/^id +job .*\n1 +mail +dead +\S+Z +25 of 25 +no answer\n$/)
  expect(JSON.parse(listed.out)).toMatchObject({
    jobs: [{ id: '1', job: 'mail', state: 'dead', attempts: 25, payload: { mailId: 'm1' } }],
    hasMore: false,
  })
  expect(retried).toMatchObject({ code: 0, out: 'Job 1 is ready to run.\n' })
  expect(again.code).toBe(1)
  expect(JSON.parse(again.out)).toEqual({ error: expect.stringContaining('no dead job 1') })
  expect(wrong.code).toBe(2)
  expect(wrong.err).toBe('quittance: "one" is not a job id: it must be a whole number.\n')
  expect(all.out).toMatch(/^1 +mail +ready +\S+Z +0 of 25 +no answer$/m)
  expect(none.out).toBe('No dead jobs.\n')
})
