import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { inject } from 'vitest'
import { quoteText } from '../../src/platform/clickhouse/sql-quoting.ts'
import { fileResources } from '../support/run/file-resources.ts'
import { insertHead } from './insert-head.ts'

export const CLUSTER = 'main'

export type ClusterOfOne = {
  /** For CLICKHOUSE_URL, beside QUITTANCE_CLICKHOUSE_CLUSTER. */
  readonly url: string
  /** The statements as received, without the rows of inserts. */
  readonly statements: readonly string[]
}

const ON_CLUSTER = / on cluster '[^']*'/g
const REPLICATED = /\bReplicated(\w*MergeTree)\('[^']*', '[^']*'(?:, )?([^()]*)\)/g
const DISTRIBUTED = /`(\w+)` as (\S+) engine = Distributed\(.*\)$/s
const TABLE_NAME = /\b(from|into|join)(\s+)(\w+)\b/gi
const DATABASE = /\bdatabase = '(\w+)'/
const PLACE = `'ReplicatedMergeTree(\\'/clickhouse/everywhere/\\')' as engine`

/**
 * A real server behind a proxy that accepts the statements of a cluster. Every statement is parsed as received; then
 * the parts that only a cluster knows are removed, and names of tables without data are mapped to those with data.
 */
export async function clusterOfOne(): Promise<ClusterOfOne> {
  const url = new URL(inject('clickhouseUrl'))
  const door = new Door(new URL(url))
  const server = createServer((incoming, response) => {
    door.pass(incoming, response).catch((error: unknown) => {
      response.statusCode = 500
      response.end(error instanceof Error ? error.message : String(error))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  fileResources.defer(() => {
    server.closeAllConnections()
    server.close()
  })
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url: url.href, statements: door.statements }
}

class Door {
  readonly statements: string[] = []
  readonly #server: URL
  readonly #spreadTables = new Set<string>()
  readonly #databases = new Set<string>()

  constructor(server: URL) {
    this.#server = server
  }

  async pass(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { headers, method } = incoming
    const url = new URL(incoming.url ?? '/', this.#server)
    const inUrl = url.searchParams.get('query')
    let body: Buffer = await buffer(incoming)
    if (inUrl !== null) url.searchParams.set('query', await this.#translated(inUrl, headers))
    else if (method === 'POST') body = await this.#translatedBody(body, headers)
    const { 'content-length': _, 'transfer-encoding': __, ...others } = headers
    const onward = request({
      host: url.hostname,
      port: url.port,
      method,
      path: `${url.pathname}${url.search}`,
      headers: { ...others, 'content-length': body.length },
    })
    onward.on('response', (from) => {
      response.writeHead(from.statusCode ?? 500, from.headers)
      from.pipe(response)
    })
    onward.on('error', () => response.destroy())
    response.on('close', () => onward.destroy())
    onward.end(body)
  }

  /** Only the statement is changed: rows are data. */
  async #translatedBody(body: Buffer, headers: IncomingMessage['headers']): Promise<Buffer> {
    const text = body.toString('utf8')
    const head = insertHead(text)?.head ?? text
    const rows = body.subarray(Buffer.byteLength(head))
    return Buffer.concat([Buffer.from(await this.#translated(head, headers)), rows])
  }

  async #translated(statement: string, headers: IncomingMessage['headers']): Promise<string> {
    if (statement === '') return ''
    this.statements.push(statement)
    await this.#parse(statement, headers)
    const database = /`(\w+)`\.`schema_migrations` on cluster/.exec(statement)?.[1]
    if (database !== undefined) this.#databases.add(database)
    const plain = statement.replaceAll(ON_CLUSTER, '').replaceAll(REPLICATED, '$1($2)')
    const leading = DISTRIBUTED.exec(plain)?.[1]
    if (leading !== undefined) {
      this.#spreadTables.add(leading)
      return plain.replace(DISTRIBUTED, '`$1` as $2 engine = Null')
    }
    if (/^\s*(create|alter)\b/i.test(plain)) return plain
    const isReplicated = this.#databases.has(DATABASE.exec(plain)?.[1] ?? '')
    return plain
      .replace('engine_full as engine', isReplicated ? PLACE : '$&')
      .replaceAll(TABLE_NAME, (whole: string, word: string, gap: string, name: string) =>
        this.#spreadTables.has(name) ? `${word}${gap}${name}_local` : whole,
      )
  }

  async #parse(statement: string, { authorization }: IncomingMessage['headers']): Promise<void> {
    const response = await fetch(new URL('/', this.#server.origin), {
      method: 'POST',
      body: `select formatQuery(${quoteText(statement)})`,
      ...(authorization === undefined ? {} : { headers: { authorization } }),
    })
    const said = await response.text()
    if (!response.ok) throw new Error(said)
  }
}
