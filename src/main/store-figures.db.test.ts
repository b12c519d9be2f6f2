import { beforeEach, expect, test } from 'vitest'
import { startHttpApp } from '../../test/support/apps/http-app.ts'
import { queuedWork } from '../../test/support/data/queued-work.ts'
import { aDatabase } from '../../test/support/processes/queue-node.ts'
import { settableClock } from '../../test/support/run/settable-clock.ts'
import { createMetrics } from '../platform/metrics/metrics.ts'
import { queueDepth } from '../platform/queue/queue-depth.ts'
import { ENGINE_FIGURES, POOL_FIGURES, QUEUE_FIGURES } from './store-figures.ts'

const clock = settableClock('2026-03-09T12:00:00Z')
const place = await aDatabase()

const { clear, addJob, changeJobs, putOnAgenda } = queuedWork(place.database)
beforeEach(async () => void (await clear()))

test('metrics show jobs by state, due rows, and failures by job', async () => {
  const metrics = createMetrics()
  metrics.watch(() => queueDepth({ database: place.database, clock }), QUEUE_FIGURES)
  for (const name of ['a', 'b', 'c', 'd', 'd']) await addJob(name)
  await changeJobs(`locked_at = now() where id = 1`)
  await changeJobs(`attempts = max_attempts where id = 2`)
  await changeJobs(`run_at = now() + interval '1 minute' where id = 3`)
  await putOnAgenda('2026-03-09T11:00:00Z')
  await putOnAgenda('2026-03-09T13:00:00Z')
  metrics.jobFailed('greet')

  const text = await metrics.registry.metrics()

  expect(text).toContain('queue_jobs{state="running"} 1')
  expect(text).toContain('queue_jobs{state="dead"} 1')
  expect(text).toContain('queue_jobs{state="waiting"} 1')
  expect(text).toContain('queue_jobs{state="ready"} 2')
  expect(text).toContain('agenda_due_rows 1')
  expect(text).toContain('job_failures_total{job="greet"} 1')
})

test('a scrape neither fails nor hangs while PostgreSQL does not respond', async () => {
  const metrics = createMetrics()
  let answer = (): Promise<never> => Promise.reject(new Error('gone'))
  metrics.watch(() => answer(), QUEUE_FIGURES)

  const refused = await metrics.registry.metrics()
  answer = () => new Promise<never>(() => {})
  const silent = await metrics.registry.metrics()

  for (const text of [refused, silent]) {
    expect(text).not.toMatch(/^(queue_jobs|agenda_due_rows)/m)
    expect(text).toContain('process_cpu')
  }
})

test('metrics show the current state of the pool and the engine', async () => {
  const metrics = createMetrics()
  let memory: number | undefined = 1024
  metrics.watch(async () => ({ total: 5, idle: 3, waiting: 2 }), POOL_FIGURES)
  metrics.watch(
    async () => (memory === undefined ? undefined : { residentBytes: memory, waitingWriters: 3 }),
    ENGINE_FIGURES,
  )
  const { app, url } = await startHttpApp({ metrics })

  const response = await fetch(`${url}/metrics`)
  const text = await response.text()
  memory = undefined
  const later = await (await fetch(`${url}/metrics`)).text()

  expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
  expect(text).toContain('postgres_pool_connections{state="waiting"} 2')
  expect(text).toContain('engine_memory_bytes 1024')
  expect(text).toContain('engine_waiting_writers 3')
  expect(later).not.toContain('engine_memory_bytes 1024')
  await app.close()
})

test('a figure that cannot be read leaves the others readable', async () => {
  const metrics = createMetrics()
  metrics.watch(() => Promise.reject(new Error('engine is gone')), ENGINE_FIGURES)
  const { app, url } = await startHttpApp({ metrics })

  const response = await fetch(`${url}/metrics`)

  expect(response.status).toBe(200)
  expect(await response.text()).toContain('process_resident_memory_bytes')
  await app.close()
})
