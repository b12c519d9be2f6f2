import { rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { openDataFolder } from '../../../src/platform/files/data-folder.ts'
import { startEmbeddedPostgres } from '../../../src/platform/postgres/embedded/embedded-postgres.ts'
import { fileResources } from '../run/file-resources.ts'
import { adminQuery, urlOfDatabase } from '../stores/database-url.ts'
import { makeTemporaryFolder } from '../stores/temporary-folder.ts'
import { silentLog } from './queue-node.ts'
import { startedDataFolder } from './started-folder.ts'

const NAME = 'billing'

export type ForeignPostgres = {
  /** Below it are its cluster and its superuser's password. */
  readonly folder: string
  readonly adminUrl: string
  /** Of an ordinary role that owns an empty database, in an order of text of its own. */
  readonly url: string
}

/** A PostgreSQL server that is nobody's embedded one, until the tests of the file have ended. It has other databases, too. */
export async function startForeignPostgres(): Promise<ForeignPostgres> {
  const folder = makeTemporaryFolder()
  fileResources.defer(() => rmSync(folder, { recursive: true, force: true }))
  await startedDataFolder(folder)
  const { url: adminUrl, stop } = await startPostgresOn(folder)
  fileResources.defer(stop)
  await adminQuery(adminUrl, `create role ${NAME} login replication password '${NAME}'`)
  await adminQuery(
    adminUrl,
    `create database ${NAME} owner ${NAME} template template0 locale_provider icu icu_locale 'de' locale 'C'`,
  )
  const address = new URL(urlOfDatabase(adminUrl, NAME))
  return { folder, adminUrl, url: Object.assign(address, { username: NAME, password: NAME }).href }
}

/** Starts a server on the cluster in the folder; the address is its superuser's. */
export async function startPostgresOn(folder: string) {
  const { url, stop } = await startEmbeddedPostgres(openDataFolder(folder), silentLog)
  return { url, stop }
}

/** How a program in front of a server treats connections. */
type Interference =
  | undefined
  | { readonly kind: 'cut'; readonly afterBytes: number }
  | { readonly kind: 'refuse-replication' }

export type PostgresProxy = { readonly url: string; interference: Interference }

/** A program between the service and a server. */
export async function startPostgresProxy(url: string): Promise<PostgresProxy> {
  const target = new URL(url)
  const proxy: PostgresProxy = { url: '', interference: undefined }
  const open = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname)
    let bytes = 0
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(socket)
      socket.on('error', () => other.destroy())
      socket.on('close', () => other.destroy())
    }
    client.once('data', (startup) => {
      if (proxy.interference?.kind === 'refuse-replication' && startup.includes('replication')) {
        client.end(refusal('08P01', 'unsupported startup parameter: replication'))
        return
      }
      upstream.write(startup)
      client.pipe(upstream)
    })
    upstream.on('data', (content: Buffer) => {
      bytes += content.length
      const { interference } = proxy
      if (interference?.kind === 'cut' && bytes > interference.afterBytes) client.destroy()
      else if (!client.write(content)) upstream.pause()
    })
    client.on('drain', () => upstream.resume())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  fileResources.defer(() => {
    server.close()
    for (const socket of open) socket.destroy()
  })
  const address = server.address()
  const port = typeof address === 'object' ? String(address?.port) : ''
  return Object.assign(proxy, { url: Object.assign(new URL(url), { port }).href })
}

/** An error of the protocol, as poolers answer. */
function refusal(code: string, message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0C${code}\0M${message}\0\0`)
  const header = Buffer.alloc(5)
  header.write('E')
  header.writeUInt32BE(fields.length + 4, 1)
  return Buffer.concat([header, fields])
}
