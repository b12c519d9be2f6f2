import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { withTimeout } from '../concurrency/with-timeout.ts'
import type { EngineStatus } from '../engine/engine.ts'

type PoolSize = {
  readonly total: number
  readonly idle: number
  readonly waiting: number
}

type QueueDepth = {
  readonly ready: number
  readonly running: number
  readonly waiting: number
  readonly dead: number
  readonly due: number
}

type OutboxDepth = {
  readonly waiting: number
  readonly refused: number
  readonly oldestSeconds: number
}

type RequestLabels = {
  readonly method: string
  readonly route: string
  readonly status: number
}

export type Metrics = {
  readonly registry: Registry
  readonly requestStarted: () => void
  readonly requestEnded: (labels: RequestLabels, seconds: number) => void
  readonly authenticationFailed: (reason: string) => void
  /** Asked at each scrape, so that a quiet pool costs nothing. */
  readonly watchPostgresPool: (read: () => PoolSize) => void
  /** Asked at each scrape; undefined while the engine cannot tell. */
  readonly watchEngine: (read: () => Promise<EngineStatus | undefined>) => void
  /** Asked at each scrape; the figures are left out while PostgreSQL cannot tell. */
  readonly watchQueue: (read: () => Promise<QueueDepth>) => void
  /** Asked at each scrape; the figures are left out while PostgreSQL cannot tell. */
  readonly watchOutbox: (read: () => Promise<OutboxDepth>) => void
  readonly jobFailed: (job: string) => void
}

/** A scrape that takes longer is given up by whoever scrapes. */
const READ_MS_MAX = 2_000
const LATENCY_BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** A registry of its own: two services in one process, as in tests, do not share figures. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Answered HTTP requests by method, route pattern and status.',
    labelNames: ['method', 'route', 'status'] as const,
    registers,
  })
  const latency = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request line to the end of the answer.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: LATENCY_BUCKETS_SECONDS,
    registers,
  })
  const inFlight = new Gauge({
    name: 'http_requests_in_flight',
    help: 'HTTP requests being worked on.',
    registers,
  })
  const jobFailures = new Counter({
    name: 'job_failures_total',
    help: 'Attempts of jobs that failed on this node, by name of the job.',
    labelNames: ['job'] as const,
    registers,
  })
  const authenticationFailures = new Counter({
    name: 'authentication_failures_total',
    help: 'Requests that were refused for who they are from, by reason.',
    labelNames: ['reason'] as const,
    registers,
  })
  return {
    registry,
    authenticationFailed: (reason) => authenticationFailures.inc({ reason }),
    requestStarted: () => inFlight.inc(),
    requestEnded: (labels, seconds) => {
      inFlight.dec()
      requests.inc(labels)
      latency.observe(labels, seconds)
    },
    watchPostgresPool: (read) => watchPool(registry, read),
    watchEngine: (read) => watchEngine(registry, read),
    watchQueue: (read) => watchQueue(registry, read),
    watchOutbox: (read) => watchOutbox(registry, read),
    jobFailed: (job) => jobFailures.inc({ job }),
  }
}

function watchPool(registry: Registry, read: () => PoolSize): void {
  new Gauge({
    name: 'postgres_pool_connections',
    help: 'Connections of the PostgreSQL pool, and callers waiting for one.',
    labelNames: ['state'] as const,
    registers: [registry],
    collect() {
      const { total, idle, waiting } = read()
      this.set({ state: 'total' }, total)
      this.set({ state: 'idle' }, idle)
      this.set({ state: 'waiting' }, waiting)
    },
  })
}

type EngineFigure = {
  readonly name: string
  readonly help: string
  readonly figureOf: (status: EngineStatus) => number | undefined
}

const ENGINE_FIGURES: readonly EngineFigure[] = [
  {
    name: 'engine_memory_bytes',
    help: 'Resident memory of the record engine.',
    figureOf: ({ residentBytes }) => residentBytes,
  },
  {
    name: 'engine_running_queries',
    help: 'Queries that the record engine runs.',
    figureOf: ({ runningQueries }) => runningQueries,
  },
  {
    name: 'engine_waiting_writers',
    help: 'Writes that wait for the one before them in the embedded record engine.',
    figureOf: ({ waitingWriters }) => waitingWriters,
  },
  {
    name: 'engine_checkpoint_seconds',
    help: 'How long the last checkpoint of the embedded record engine took.',
    figureOf: ({ checkpointSeconds }) => checkpointSeconds,
  },
]

/** A figure that the engine does not have is left out; an engine that is down is when the others matter most. */
function watchEngine(registry: Registry, read: () => Promise<EngineStatus | undefined>): void {
  const readOnce = shared(read)
  for (const { name, help, figureOf } of ENGINE_FIGURES) {
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const status = await readOnce()
        const value = status === undefined ? undefined : figureOf(status)
        if (value === undefined) this.remove()
        else this.set(value)
      },
    })
  }
}

/** Gauges share one question, and scrapes do not pile up behind one that is not answered. */
function shared<T>(read: () => Promise<T>): () => Promise<T | undefined> {
  let reading: Promise<T | undefined> | undefined
  return () => {
    reading ??= read()
      .catch(() => undefined)
      .finally(() => {
        reading = undefined
      })
    return withTimeout(READ_MS_MAX, reading)
  }
}

function watchQueue(registry: Registry, read: () => Promise<QueueDepth>): void {
  const depth = shared(read)
  new Gauge({
    name: 'queue_jobs',
    help: 'Jobs of all nodes by state; a dead job failed for the last time. Counted up to 100000.',
    labelNames: ['state'] as const,
    registers: [registry],
    async collect() {
      this.reset()
      const { due, ...states } = (await depth()) ?? {}
      for (const [state, jobs] of Object.entries(states)) this.set({ state }, jobs)
    },
  })
  new Gauge({
    name: 'agenda_due_rows',
    help: 'Rows of the agenda whose time has come and that are no jobs yet. Counted up to 100000.',
    registers: [registry],
    async collect() {
      const rows = (await depth())?.due
      if (rows === undefined) this.remove()
      else this.set(rows)
    },
  })
}

function watchOutbox(registry: Registry, read: () => Promise<OutboxDepth>): void {
  const depth = shared(read)
  new Gauge({
    name: 'record_outbox_rows',
    help: 'Records on their way to the record store by state; a refused one needs a person. Counted up to 100000.',
    labelNames: ['state'] as const,
    registers: [registry],
    async collect() {
      this.reset()
      const { oldestSeconds, ...states } = (await depth()) ?? {}
      for (const [state, rows] of Object.entries(states)) this.set({ state }, rows)
    },
  })
  new Gauge({
    name: 'record_outbox_oldest_seconds',
    help: 'How long the oldest record has waited to be loaded into the record store.',
    registers: [registry],
    async collect() {
      const seconds = (await depth())?.oldestSeconds
      if (seconds === undefined) this.remove()
      else this.set(seconds)
    },
  })
}
