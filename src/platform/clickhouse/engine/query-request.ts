import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { EngineException } from './engine-exception.ts'
import { BOUNDS } from './engine-settings.ts'
import { FILE_DATABASE, OWN_DATABASE } from './reachable-names.ts'
import { guardSetting } from './statement-guard.ts'

/** One request in ClickHouse's terms, before its statement is understood. */
export type QueryRequest = {
  readonly queryId: string
  readonly database: string
  readonly defaultFormat: string
  readonly settings: ReadonlyMap<string, string>
  readonly parameters: ReadonlyMap<string, string>
  /** The statement's first part stands in the address when the body carries data. */
  readonly statementInUrl: string
  readonly body: Buffer
  readonly isCompressed: boolean
  readonly isBuffered: boolean
}

/** Read elsewhere, or without meaning for one process with one user. */
const NO_SETTINGS = new Set([
  ...['query', 'query_id', 'database', 'default_format', 'user', 'password', 'quota_key'],
  ...['enable_http_compression', 'wait_end_of_query', 'buffer_size', 'compress', 'decompress'],
  ...['session_id', 'session_timeout', 'session_check', 'close_session', 'role', 'stacktrace'],
  // The query's id stands in this setting, so that it can be found and killed.
  'log_comment',
])

export async function readQueryRequest(
  headers: IncomingHttpHeaders,
  url: URLSearchParams,
  rawBody: Buffer,
): Promise<QueryRequest> {
  refuseUnsupported(url)
  const form = await formOf(headers, rawBody)
  const fields = [...url, ...(form ?? [])]
  if (fields.length > BOUNDS.parametersMax) {
    throw EngineException.of(36, `A request has at most ${BOUNDS.parametersMax} parameters.`)
  }
  const database = headerOrParameter(headers, url, 'database') ?? FILE_DATABASE
  return {
    queryId: queryIdOf(url.get('query_id')),
    database: database === FILE_DATABASE || database === '' ? OWN_DATABASE : database,
    defaultFormat: formatName(headerOrParameter(headers, url, 'default_format', 'format')),
    settings: settingsOf([...url]),
    parameters: parametersOf(fields),
    statementInUrl: url.get('query') ?? form?.get('query') ?? '',
    body: form === undefined ? rawBody : Buffer.alloc(0),
    isCompressed:
      url.get('enable_http_compression') === '1' &&
      /\bgzip\b/i.test(String(headers['accept-encoding'] ?? '')),
    isBuffered: url.get('wait_end_of_query') === '1',
  }
}

function refuseUnsupported(url: URLSearchParams): void {
  for (const name of ['session_id', 'role']) {
    if (url.has(name)) {
      throw EngineException.of(48, `The embedded engine does not support ${name}.`)
    }
  }
  for (const name of ['compress', 'decompress']) {
    if (url.get(name) === '1') {
      throw EngineException.of(48, `The embedded engine does not support ${name}=1; use gzip.`)
    }
  }
}

/** Clients send parameters that are too long for an address as a form. */
async function formOf(
  headers: IncomingHttpHeaders,
  body: Buffer,
): Promise<Map<string, string> | undefined> {
  const type = headers['content-type'] ?? ''
  if (!type.toLowerCase().startsWith('multipart/form-data')) return undefined
  try {
    const form = await new Response(new Uint8Array(body), {
      headers: { 'content-type': type },
    }).formData()
    return new Map([...form].filter((field): field is [string, string] => isText(field[1])))
  } catch (cause) {
    throw EngineException.of(36, `The form in the request body cannot be read: ${String(cause)}.`)
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function settingsOf(fields: readonly [string, string][]): ReadonlyMap<string, string> {
  const settings = fields.filter(([name]) => !NO_SETTINGS.has(name) && !name.startsWith('param_'))
  for (const [name] of settings) guardSetting(name)
  return new Map(settings)
}

function parametersOf(fields: readonly [string, string][]): ReadonlyMap<string, string> {
  const parameters = fields
    .filter(([name]) => name.startsWith('param_'))
    .map(([name, value]) => [name.slice('param_'.length), value] as const)
  for (const [name] of parameters) {
    if (!/^[A-Za-z0-9_]{1,128}$/.test(name)) {
      throw EngineException.of(36, 'A parameter has letters, digits and _ in its name only.')
    }
  }
  return new Map(parameters)
}

function queryIdOf(given: string | null): string {
  if (given === null || given === '') return randomUUID()
  // It is echoed in a header.
  if (given.length <= BOUNDS.queryIdMaxLength && /^[\x20-\x7e]+$/.test(given)) return given
  throw EngineException.of(
    36,
    `A query_id has at most ${BOUNDS.queryIdMaxLength} printable ASCII characters.`,
  )
}

function formatName(given: string | undefined): string {
  const format = given === undefined || given === '' ? 'TabSeparated' : given
  if (/^[A-Za-z0-9]{1,64}$/.test(format)) return format
  throw EngineException.of(36, 'A format has letters and digits in its name only.')
}

function headerOrParameter(
  headers: IncomingHttpHeaders,
  url: URLSearchParams,
  parameter: string,
  header = parameter,
): string | undefined {
  const value = url.get(parameter) ?? headers[`x-clickhouse-${header}`]
  return typeof value === 'string' ? value : undefined
}
