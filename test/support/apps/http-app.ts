import { type Clock, systemClock } from '../../../src/platform/clock/clock.ts'
import type { PlatformConfig } from '../../../src/platform/config/config.ts'
import {
  createHttpApp,
  type HttpApp,
  type HttpAppInput,
  listen,
} from '../../../src/platform/http/server/create-http-app.ts'
import { loadCertificate } from '../../../src/platform/http/server/tls.ts'
import { createLogger } from '../../../src/platform/log/log.ts'
import { createMetrics, type Metrics } from '../../../src/platform/metrics/metrics.ts'

type LogLine = Readonly<Record<string, unknown>>

export type RunningHttpApp = {
  readonly app: HttpApp
  readonly port: number
  readonly url: string
  readonly metrics: Metrics
  /** Everything logged so far, parsed. */
  readonly logLines: () => readonly LogLine[]
  /** The log as it was written. */
  readonly logText: () => string
  /** Resolves with the first line that matches, logged already or later. */
  readonly logLine: (matches: (line: LogLine) => boolean) => Promise<LogLine>
}

type Settings = Partial<Omit<HttpAppInput, 'config' | 'certificate'>> & {
  readonly config?: Partial<HttpAppInput['config'] & Pick<PlatformConfig, 'dataDir'>>
  readonly clock?: Clock
  readonly port?: number
}

/** Starts a server on a free port, without stores and authentication; the caller closes `app`. */
export async function startHttpApp({ port: wished = 0, ...settings }: Settings = {}): Promise<RunningHttpApp> {
  const recorded = recordedLog()
  const metrics = settings.metrics ?? createMetrics()
  const config = {
    host: '127.0.0.1',
    baseUrl: 'http://127.0.0.1',
    trustedProxies: [],
    tls: undefined,
    dataDir: '/nonexistent',
    connectionsMax: 4_096,
    hasDocs: true,
    ...settings.config,
  }
  const app = await createHttpApp({
    log: createLogger({ level: 'debug', destination: recorded }),
    clock: systemClock,
    readiness: [],
    routes: [],
    api: { version: '0.0.0' },
    ...settings,
    metrics,
    config,
    certificate: await loadCertificate(config),
  })
  const { port } = await listen(app, { host: '127.0.0.1', port: wished })
  const scheme = settings.config?.tls === undefined ? 'http' : 'https'
  return { app, port, url: `${scheme}://127.0.0.1:${port}`, metrics, ...recorded }
}

function recordedLog() {
  const lines: string[] = []
  const waiting = new Set<() => void>()
  const logLines = () => lines.map((line) => JSON.parse(line) as LogLine)
  return {
    write: (line: string) => {
      lines.push(line)
      for (const wake of waiting) wake()
    },
    logLines,
    logText: () => lines.join(''),
    logLine: (matches: (line: LogLine) => boolean) =>
      new Promise<LogLine>((resolve) => {
        const look = () => {
          const found = logLines().find(matches)
          if (found === undefined) return
          waiting.delete(look)
          resolve(found)
        }
        waiting.add(look)
        look()
      }),
  }
}

export type ErrorBody = {
  readonly submitTimeUtc: string
  readonly status: string
  readonly reason: string
  readonly message: string
  readonly details: readonly { readonly field: string; readonly reason: string }[]
}

export async function errorBody(response: Response): Promise<ErrorBody> {
  return (await response.json()) as ErrorBody
}
