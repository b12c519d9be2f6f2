import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client'
import type { Logger } from '../log/log.ts'

const DATABASE = 'quittance'
export const REQUEST_MS_MAX = 30_000
const CONNECTIONS_MAX = 16

export type ClickHouseAddress = {
  readonly url: string
  readonly username: string
  readonly password: string
  readonly database: string
}

/** `http://user:password@host:8123/database`, each part but the host optional. */
export function parseAddress(text: string): ClickHouseAddress {
  const url = new URL(text)
  const database = decodeURIComponent(url.pathname.slice(1))
  return {
    url: `${url.protocol}//${url.host}`,
    username: decodeURIComponent(url.username) || 'default',
    password: decodeURIComponent(url.password),
    database: database === '' ? DATABASE : database,
  }
}

export function clientOf(address: ClickHouseAddress, log: Logger, requestMsMax = REQUEST_MS_MAX): ClickHouseClient {
  // The client warns about every long timeout because of load balancers in between.
  const isPatient = requestMsMax > REQUEST_MS_MAX
  const level = isPatient ? ClickHouseLogLevel.ERROR : ClickHouseLogLevel.WARN
  return createClient({
    ...address,
    application: 'quittance',
    request_timeout: requestMsMax,
    max_open_connections: CONNECTIONS_MAX,
    compression: { response: false, request: false },
    log: { level, LoggerClass: loggerClass(log) },
  })
}

type LogParams = { readonly message: string; readonly args?: Record<string, unknown> }
type ErrorLogParams = LogParams & { readonly err?: Error }

/** The client requires a class. Errors are thrown as well, so their handler decides how to log them. */
function loggerClass(log: Logger) {
  return class {
    trace(): void {}
    debug(): void {}
    info(): void {}
    warn({ message, err }: ErrorLogParams): void {
      log.warn({ store: 'clickhouse', err }, message)
    }
    error({ message, err }: ErrorLogParams): void {
      log.debug({ store: 'clickhouse', err }, message)
    }
  }
}
