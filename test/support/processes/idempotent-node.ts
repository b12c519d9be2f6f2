import { sql } from 'kysely'
import { pino } from 'pino'
import Type from 'typebox'
import { AppError } from '../../../src/kernel/errors.ts'
import { addIdempotency } from '../../../src/platform/http/idempotency/add-idempotency.ts'
import { IdempotencyKeys } from '../../../src/platform/http/idempotency/idempotency-keys.ts'
import { respondOnce } from '../../../src/platform/http/idempotency/respond-once.ts'
import type { RoutePlugin } from '../../../src/platform/http/server/create-http-app.ts'
import { Database, type Transactions } from '../../../src/platform/postgres/database.ts'
import { announcePresence, type Presence } from '../../../src/platform/postgres/presence.ts'
import { Secrets } from '../../../src/platform/secrets/secrets.ts'
import { type RunningHttpApp, startHttpApp } from '../apps/http-app.ts'

/** The moments of a request at which a test may hold it up or kill its process. */
export type Moment = 'claimed' | 'in transaction' | 'committed'

type NodeSettings = {
  readonly databaseUrl: string
  /** The request goes on once the promise is fulfilled; `pause` is its header `x-test-pause`. */
  readonly at?: (moment: Moment, pause: string) => Promise<void>
  /** How many bytes of responses are stored for one organization. */
  readonly bytesMax?: number
  readonly routes?: (node: { readonly database: Database }) => RoutePlugin
}

export type IdempotentNode = RunningHttpApp & {
  readonly database: Database
  readonly presence: Presence
  readonly keys: IdempotencyKeys
  readonly close: () => Promise<void>
}

const log = pino({ level: 'silent' })
/** All nodes of a test share it, as those of an installation do. */
const secrets = new Secrets(Buffer.alloc(32, 7))

export async function createThingsTable(databaseUrl: string): Promise<void> {
  const database = new Database(databaseUrl, log)
  await database.pool.query('create table things (id serial primary key, name text not null)')
  await database.close()
}

/** A node with one real effect: `POST /things` makes a row in a table of the test's own. */
export async function startIdempotentNode(settings: NodeSettings): Promise<IdempotentNode> {
  const { databaseUrl, at = async () => {}, bytesMax } = settings
  const database = new Database(databaseUrl, log)
  const presence = await announcePresence(databaseUrl, log)
  const keys = new IdempotencyKeys({ database, secrets, presence, log, bytesMax })
  const routes: RoutePlugin = async (app) => {
    addIdempotency(app, {
      keys,
      organizationOf: (request) => String(request.headers['x-test-organization'] ?? 'shop1'),
      callerOf: (request) => String(request.headers['x-test-caller'] ?? 'shop1'),
    })
    app.register(thingRoutes(database, at))
    if (settings.routes !== undefined) app.register(settings.routes({ database }))
  }
  const running = await startHttpApp({ routes: [routes] })
  const close = async () => {
    await running.app.close()
    await presence.end()
    await database.close()
  }
  return { ...running, database, presence, keys, close }
}

function thingRoutes(database: Database, at: NonNullable<NodeSettings['at']>): RoutePlugin {
  const body = Type.Object({ name: Type.String() })
  return async (app) => {
    app.post('/things', { schema: { body } }, async (request, reply) => {
      const { name } = request.body
      const hold = (moment: Moment) => at(moment, String(request.headers['x-test-pause'] ?? ''))
      await hold('claimed')
      return respondOnce(reply, {
        database,
        act: (db) => createThing(db, { name, hold: () => hold('in transaction') }),
        present: (thing) => ({
          status: 201,
          headers: { Location: `/things/${thing.id}` },
          body: thing,
        }),
        revise: async (thing) => {
          await hold('committed')
          return name.startsWith('revised') ? { status: 202, body: { id: thing.id } } : undefined
        },
      })
    })
  }
}

type Thing = { readonly id: number; readonly name: string }

async function createThing(
  db: Transactions,
  { name, hold }: { readonly name: string; readonly hold: () => Promise<void> },
): Promise<Thing> {
  return db.transaction(async (tx) => {
    if (name === 'refused') throw new AppError('conflict', 'THING_REFUSED', 'It is refused.')
    if (name === 'broken') throw new Error('It broke.')
    const insert = sql<Thing>`insert into things (name) values (${name}) returning id, name`
    const { rows } = await insert.execute(tx)
    await hold()
    return rows[0] as Thing
  })
}

/** Names of all things that were made, oldest first. */
export async function thingsIn({ database }: { readonly database: Database }): Promise<string[]> {
  const { rows } = await database.pool.query<Thing>('select name from things order by id')
  return rows.map(({ name }) => name)
}

type Sent = {
  readonly name: string
  readonly key?: string
  readonly path?: string
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
}

export type Received = {
  readonly status: number
  readonly text: string
  readonly headers: Headers
  /** Of a refusal. */
  readonly reason: string | undefined
}

export async function send(
  { url }: { readonly url: string },
  { name, key, path = '/things', method = 'POST', headers = {} }: Sent,
): Promise<Received> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(key === undefined ? {} : { 'idempotency-key': key }),
      ...headers,
    },
    body: JSON.stringify({ name }),
  })
  const text = await response.text()
  const isRefusal = response.status >= 400
  const reason = isRefusal ? (JSON.parse(text) as { reason?: string }).reason : undefined
  return { status: response.status, text, headers: response.headers, reason }
}

/** The parts that the first response and its replays share. */
export function essence({ status, text, headers }: Received): readonly unknown[] {
  return [status, text, headers.get('content-type'), headers.get('location')]
}

/** Holds requests up at moments that the test names, until it lets them go. */
export function createGates() {
  const reached = new Map<string, PromiseWithResolvers<void>>()
  const opened = new Map<string, PromiseWithResolvers<void>>()
  const gate = (gates: typeof reached, name: string) => {
    const known = gates.get(name) ?? Promise.withResolvers<void>()
    gates.set(name, known)
    return known
  }
  return {
    /** For a node's `at`: a request whose pause names the moment stops there. */
    at: async (moment: Moment, pause: string) => {
      if (!pause.startsWith(`${moment}:`)) return
      gate(reached, pause).resolve()
      await gate(opened, pause).promise
    },
    reached: (pause: `${Moment}:${string}`) => gate(reached, pause).promise,
    open: (pause: `${Moment}:${string}`) => gate(opened, pause).resolve(),
  }
}
