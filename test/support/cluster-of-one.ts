import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { fileResources } from './file-resources.ts'
import { aTemporaryEngine, type TemporaryEngine } from './temporary-engine.ts'

export const CLUSTER = 'main'

export type ClusterOfOne = {
  /** For CLICKHOUSE_URL, beside QUITTANCE_CLICKHOUSE_CLUSTER. */
  readonly url: string
  /** What was asked, as it came. */
  readonly statements: readonly string[]
  readonly temporary: TemporaryEngine
}

const ON_CLUSTER = / on cluster '[^']*'/g
const REPLICATED = /\bReplicated(\w*MergeTree)\('[^']*', '[^']*'(?:, )?([^()]*)\)/g
const DISTRIBUTED = /`(\w+)` as (\S+) engine = Distributed\(.*\)$/s
const TABLE_NAME = /\b(from|into|join)(\s+)(\w+)\b/gi
const PLACE = `'ReplicatedMergeTree(\\'/engine/everywhere/\\')' as engine`

/**
 * A real engine behind a door that takes what a cluster takes. Every statement is parsed as it came; then
 * what only a cluster knows is taken off, and names of tables without data lead to those that have them.
 */
export async function clusterOfOne(): Promise<ClusterOfOne> {
  const temporary = await aTemporaryEngine()
  fileResources.defer(temporary.remove)
  const door = new Door(temporary)
  const server = createServer((incoming, answer) => {
    door.pass(incoming, answer).catch((error: unknown) => {
      answer.statusCode = 500
      answer.end(`Code: 62. DB::Exception: ${String(error)}`)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  fileResources.defer(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const password = encodeURIComponent(temporary.settings.password)
  const url = `http://default:${password}@127.0.0.1:${port}`
  return { url, statements: door.statements, temporary }
}

class Door {
  readonly statements: string[] = []
  readonly #temporary: TemporaryEngine
  readonly #spreadTables = new Set<string>()
  readonly #databases = new Set<string>()

  constructor(temporary: TemporaryEngine) {
    this.#temporary = temporary
  }

  async pass(incoming: IncomingMessage, answer: ServerResponse): Promise<void> {
    const url = new URL(incoming.url ?? '/', 'http://engine')
    const inUrl = url.searchParams.get('query')
    let body: Buffer = await buffer(incoming)
    const translate = (statement: string) => this.#translated(statement, url.searchParams)
    if (inUrl !== null) url.searchParams.set('query', await translate(inUrl))
    else if (isForm(incoming)) body = await inForm(body, translate)
    else if (incoming.method === 'POST') body = Buffer.from(await translate(body.toString('utf8')))
    const { 'content-length': _, 'transfer-encoding': __, ...headers } = incoming.headers
    const onward = request({
      host: '127.0.0.1',
      port: this.#temporary.engine.port,
      method: incoming.method,
      path: `${url.pathname}${url.search}`,
      headers: { ...headers, 'content-length': body.length },
    })
    onward.on('response', (from) => {
      answer.writeHead(from.statusCode ?? 500, from.headers)
      from.pipe(answer)
    })
    onward.on('error', () => answer.destroy())
    answer.on('close', () => onward.destroy())
    onward.end(body)
  }

  async #translated(statement: string, url: URLSearchParams): Promise<string> {
    if (statement === '') return ''
    this.statements.push(statement)
    await this.#parse(statement)
    const database = /`(\w+)`\.`schema_migrations` on cluster/.exec(statement)?.[1]
    if (database !== undefined) this.#databases.add(database)
    const plain = statement.replaceAll(ON_CLUSTER, '').replaceAll(REPLICATED, '$1($2)')
    const leading = DISTRIBUTED.exec(plain)?.[1]
    if (leading !== undefined) {
      this.#spreadTables.add(leading)
      return plain.replace(DISTRIBUTED, '`$1` as $2 engine = Null')
    }
    if (/^\s*(create|alter)\b/i.test(plain)) return plain
    const isReplicated = this.#databases.has(url.get('param_database') ?? '')
    return plain
      .replace('engine_full as engine', isReplicated ? PLACE : '$&')
      .replaceAll(TABLE_NAME, (whole: string, word: string, gap: string, name: string) =>
        this.#spreadTables.has(name) ? `${word}${gap}${name}_local` : whole,
      )
  }

  async #parse(statement: string): Promise<void> {
    const answer = await this.#temporary.client.query({
      query: 'select formatQuery({statement: String})',
      query_params: { statement },
    })
    await answer.text()
  }
}

function isForm({ headers }: IncomingMessage): boolean {
  return headers['content-type']?.startsWith('multipart/form-data') ?? false
}

/** Only the statement is changed: parameters are data. */
async function inForm(
  body: Buffer,
  translate: (statement: string) => Promise<string>,
): Promise<Buffer> {
  const text = body.toString('latin1')
  const found = /name="query".*?\r\n\r\n(.*?)\r\n--/s.exec(text)?.[1]
  if (found === undefined) return body
  const statement = Buffer.from(found, 'latin1').toString('utf8')
  const changed = Buffer.from(await translate(statement)).toString('latin1')
  return Buffer.from(
    text.replace(found, () => changed),
    'latin1',
  )
}
