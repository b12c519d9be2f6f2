import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from '../log/log.ts'
import { CONNECT_MS_MAX } from './database.ts'
import { explainPostgres } from './explain-postgres.ts'

const RETRY_DELAY_MS = 500

/** A connection of its own that comes back after it was lost. */
export type PersistentConnection = {
  /** The next time it connects, it does so there. */
  readonly moveTo: (url: string) => void
  readonly end: () => Promise<void>
}

type LastingConnectionOptions = {
  readonly url: string
  /** What PostgreSQL lists it as. */
  readonly name: string
  /** What each new connection begins with; where it fails, the connection is tried again. */
  readonly prepare: (client: pg.Client) => Promise<void>
  /** What the log says while there is none. */
  readonly absenceMessage: string
  readonly log: Logger
}

/** For what a pool cannot do: locks and notifications that belong to a connection. Fails where the first one does. */
export async function openPersistentConnection(options: LastingConnectionOptions): Promise<PersistentConnection> {
  const ending = new AbortController()
  let url = options.url
  let client = await connect(options, url).catch((error: unknown) => {
    throw explainPostgres(error, url)
  })
  const keeping = keep()

  async function keep(): Promise<void> {
    while (!ending.signal.aborted) {
      await lossOf(client, ending.signal)
      await reconnect()
    }
  }

  async function reconnect(): Promise<void> {
    for (let attempt = 1; !ending.signal.aborted; attempt += 1) {
      try {
        client = await connect(options, url)
        return
      } catch (error) {
        // While PostgreSQL is away every attempt fails for the same reason; once is enough to know.
        const level = attempt === 1 ? 'warn' : 'debug'
        options.log[level]({ reason: (error as Error).message }, options.absenceMessage)
        await sleep(RETRY_DELAY_MS, undefined, { signal: ending.signal }).catch(() => {})
      }
    }
  }

  return {
    moveTo: (newUrl) => {
      url = newUrl
    },
    end: async () => {
      ending.abort()
      await keeping
      await client.end().catch(() => {})
    },
  }
}

async function connect({ name, prepare }: LastingConnectionOptions, url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MS_MAX,
    application_name: name,
    keepAlive: true,
  })
  // A lost connection is told by its end.
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
