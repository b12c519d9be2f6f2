import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { withTimeout } from '../concurrency/with-timeout.ts'

type RequestLabels = { readonly method: string; readonly route: string; readonly status: number }

/** One gauge: a single value, or one value for each state. It is left out while it cannot be read. */
export type Figure<T> = { readonly name: string; readonly help: string } & (
  | { readonly valueOf: (reading: T) => number | undefined }
  | { readonly statesOf: (reading: T) => Readonly<Record<string, number>> }
)

export type Metrics = ReturnType<typeof createMetrics>

/** The scraper gives up on a scrape that takes longer. */
const READ_MS_MAX = 2_000
const LATENCY_BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
const REQUEST_LABELS = ['method', 'route', 'status'] as const

/** Each call has its own registry, so that two services in one process, such as in tests, do not share figures. */
export function createMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'HTTP requests by method, route pattern and status.',
    labelNames: REQUEST_LABELS,
    registers,
  })
  const latency = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request line to the end of the response.',
    labelNames: REQUEST_LABELS,
    buckets: LATENCY_BUCKETS_SECONDS,
    registers,
  })
  const inFlight = new Gauge({ name: 'http_requests_in_flight', help: 'HTTP requests in progress.', registers })

  /** Registers a counter with one label, and returns the function that increments it. */
  function countBy<Label extends string>({ name, help, label }: CounterDefinition<Label>): (value: string) => void {
    const counter = new Counter({ name, help, labelNames: [label], registers })
    return (value) => counter.labels(value).inc()
  }

  /** Registers a histogram of seconds with one label, and returns the function that adds to it. */
  function timeBy<Label extends string>({ name, help, label }: CounterDefinition<Label>) {
    const histogram = new Histogram({ name, help, labelNames: [label], buckets: LATENCY_BUCKETS_SECONDS, registers })
    return (value: string, seconds: number): void => histogram.labels(value).observe(seconds)
  }

  /** Registers a counter whose value is kept by its owner. */
  function countElsewhere({ name, help, read }: { name: string; help: string; read: () => number }): void {
    new Counter({
      name,
      help,
      registers,
      collect() {
        this.reset()
        this.inc(read())
      },
    })
  }

  /** Registers gauges that share one reading per scrape. */
  function watch<T>(read: () => Promise<T | undefined>, figures: readonly Figure<T>[]): void {
    const readOnce = shared(read)
    for (const figure of figures) addGauge(registry, readOnce, figure)
  }

  return {
    registry,
    countBy,
    countElsewhere,
    timeBy,
    watch,
    requestStarted: () => inFlight.inc(),
    requestEnded: (labels: RequestLabels, seconds: number) => {
      inFlight.dec()
      requests.inc(labels)
      latency.observe(labels, seconds)
    },
    jobFailed: countBy({
      name: 'job_failures_total',
      help: 'Failed attempts of jobs on this node, by job name.',
      label: 'job',
    }),
  }
}

type CounterDefinition<Label extends string> = { readonly name: string; readonly help: string; readonly label: Label }

function addGauge<T>(registry: Registry, read: () => Promise<T | undefined>, figure: Figure<T>): void {
  const { name, help } = figure
  new Gauge({
    name,
    help,
    labelNames: 'statesOf' in figure ? (['state'] as const) : [],
    registers: [registry],
    async collect() {
      const reading = await read()
      if ('statesOf' in figure) this.reset()
      else this.remove()
      for (const [labels, value] of reading === undefined ? [] : seriesOf(figure, reading)) this.set(labels, value)
    },
  })
}

function seriesOf<T>(figure: Figure<T>, reading: T): readonly (readonly [{ state?: string }, number])[] {
  if ('statesOf' in figure) return Object.entries(figure.statesOf(reading)).map(([state, value]) => [{ state }, value])
  const value = figure.valueOf(reading)
  return value === undefined ? [] : [[{}, value]]
}

/** Gauges share one reading, and scrapes do not pile up behind one that hangs. */
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
