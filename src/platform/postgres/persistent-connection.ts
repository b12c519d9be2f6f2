import pg from 'pg'
import { repeat } from '../concurrency/repeat.ts'
import type { Logger } from '../log/log.ts'
import { CONNECT_MS_MAX } from './connections.ts'
import { explainPostgres } from './explain-postgres.ts'

const RETRY_DELAY_MS = 500

/** A dedicated connection that reconnects after it was lost. */
export type PersistentConnection = {
  /** Reconnects go to this address. */
  readonly moveTo: (url: string) => void
  readonly end: () => Promise<void>
}

type PersistentConnectionOptions = {
  readonly url: string
  /** The application name that PostgreSQL shows. */
  readonly name: string
  /** Runs on each new connection; if it fails, connecting is retried. */
  readonly prepare: (client: pg.Client) => Promise<void>
  /** The log message while the connection is lost. */
  readonly absenceMessage: string
  readonly log: Logger
}

/** Opens a connection for locks and notifications, which belong to a connection; throws if the first attempt fails. */
export async function openPersistentConnection(options: PersistentConnectionOptions): Promise<PersistentConnection> {
  let url = options.url
  let client: pg.Client | undefined = await connect(options, url).catch((error: unknown) => {
    throw explainPostgres(error, url)
  })
  const connecting = repeat({
    work: async (signal) => {
      client ??= await connect(options, url)
      await lossOf(client, signal)
      if (!signal.aborted) client = undefined
      return 0
    },
    delayAfterFailureMs: RETRY_DELAY_MS,
    failureMessage: options.absenceMessage,
    log: options.log,
  })
  return {
    moveTo: (newUrl) => {
      url = newUrl
    },
    end: async () => {
      await connecting.stop()
      await client?.end().catch(() => {})
    },
  }
}

async function connect({ name, prepare }: PersistentConnectionOptions, url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MS_MAX,
    application_name: name,
    keepAlive: true,
  })
  // The end event reports a lost connection.
  client.on('error', () => {})
  try {
    await client.connect()
    await prepare(client)
    return client
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
}

async function lossOf(client: pg.Client, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    client.once('end', resolve)
    signal.addEventListener('abort', () => resolve(), { once: true })
    if (signal.aborted) resolve()
  })
}
