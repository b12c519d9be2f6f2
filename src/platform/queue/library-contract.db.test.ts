import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { runTaskListOnce, Logger as WorkerLogger } from 'graphile-worker'
import pg from 'pg'
import { beforeEach, describe, expect, test } from 'vitest'
import { aDatabase, startQueueNode } from '../../../test/support/processes/queue-node.ts'
import type { Database } from '../postgres/database.ts'
import { waitUntil } from '../processes/wait-until.ts'
import { enqueue } from './enqueue.ts'

/**
 * Our SQL names tables and columns that are private to graphile-worker: no release promises to keep them. After an
 * upgrade these tests say which of them, and which behaviour, our queries have to follow.
 */
const VERSION = '0.18.0'

/** Every relation of the library that our SQL names, with the columns that it names and their types. */
const RELATIONS = {
  _private_jobs: {
    id: 'bigint',
    task_id: 'integer',
    key: 'text',
    payload: 'json',
    attempts: 'smallint',
    max_attempts: 'smallint',
    last_error: 'text',
    run_at: 'timestamp with time zone',
    updated_at: 'timestamp with time zone',
    locked_at: 'timestamp with time zone',
    locked_by: 'text',
    is_available: 'boolean',
    flags: 'jsonb',
  },
  _private_tasks: { id: 'integer', identifier: 'text' },
  job_spec: {
    identifier: 'text',
    payload: 'json',
    max_attempts: 'smallint',
    job_key: 'text',
    run_at: 'timestamp with time zone',
    priority: 'smallint',
    flags: 'text[]',
  },
} as const

/** Every function of the library that our SQL calls, with the names of the arguments that it is given. */
const FUNCTIONS = { add_jobs: ['specs'], reschedule_jobs: ['job_ids', 'run_at', 'attempts'] } as const

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const INSTALLED = versionOf('node_modules/graphile-worker/package.json')
const about = (what: string): string =>
  `graphile-worker ${INSTALLED} is installed, and our SQL was written for the private tables of ${VERSION}: ${what}`
const quiet = new WorkerLogger(() => () => {})

let place: { readonly url: string; readonly database: Database }
beforeEach(async () => {
  place = await aDatabase()
})

function versionOf(file: string): string {
  return (JSON.parse(readFileSync(`${ROOT}${file}`, 'utf8')) as { readonly version: string }).version
}

async function columnsOf(relation: string): Promise<Readonly<Record<string, string>>> {
  const { rows } = await place.database.pool.query<{ name: string; type: string }>(
    `select attname as name, format_type(atttypid, null) as type from pg_attribute
     where attrelid = to_regclass('graphile_worker.' || $1) and attnum > 0 and not attisdropped`,
    [relation],
  )
  return Object.fromEntries(rows.map(({ name, type }) => [name, type]))
}

const add = (job: string): Promise<void> => place.database.transaction((tx) => enqueue(tx, { job, payload: {} }))

/** The only job in the queue; `columns` is the select list. */
async function theJob(columns: string): Promise<unknown> {
  const { rows } = await place.database.pool.query(`select ${columns} from graphile_worker._private_jobs`)
  return rows[0]
}

const change = (set: string) => place.database.pool.query(`update graphile_worker._private_jobs set ${set}`)

/** Runs a worker of the library until it finds no more jobs, and returns how many it ran. */
async function runOnce(work: () => Promise<void> = async () => {}): Promise<number> {
  let runs = 0
  const pool = new pg.Pool({ connectionString: place.url, max: 1 })
  const client = await pool.connect()
  const counted = async (): Promise<void> => {
    runs += 1
    await work()
  }
  try {
    await runTaskListOnce({ noHandleSignals: true, logger: quiet }, { work: counted }, client)
  } finally {
    client.release()
    await pool.end()
  }
  return runs
}

describe('the private tables of the queue library', () => {
  test('the library has the version that our SQL was written for', () => {
    const advice = about('read what its migrations and statements changed, then write its version into this test.')

    expect(INSTALLED, advice).toBe(VERSION)
  })

  test.each(Object.entries(RELATIONS))('%s has the columns that our SQL names', async (relation, columns) => {
    expect(await columnsOf(relation), about(`columns of ${relation} differ.`)).toMatchObject(columns)
  })

  test.each(Object.entries(FUNCTIONS))('the function %s exists with its arguments', async (name, given) => {
    const { rows } = await place.database.pool.query<{ names: readonly string[] }>(
      `select proargnames as names from pg_proc
       where proname = $1 and pronamespace = 'graphile_worker'::regnamespace`,
      [name],
    )

    const advice = about(`the function ${name} or its arguments differ.`)
    expect(
      rows.map(({ names }) => names),
      advice,
    ).toEqual([expect.arrayContaining([...given])])
  })

  test('a job is available while it is not locked and has attempts left', async () => {
    await add('work')
    const seen: unknown[] = []
    for (const set of ['attempts = 0', 'locked_at = now()', 'locked_at = null', 'attempts = max_attempts']) {
      await change(set)
      seen.push(await theJob('is_available'))
    }

    const expected = [true, false, true, false].map((is_available) => ({ is_available }))
    expect(seen, about('is_available follows another rule, by which we find running and dead jobs.')).toEqual(expected)
  })

  test('a running job is locked by its node since its start, with the attempt counted', async () => {
    const running = Promise.withResolvers<void>()
    const mayEnd = Promise.withResolvers<void>()
    const work = (): Promise<void> => {
      running.resolve()
      return mayEnd.promise
    }
    const node = await startQueueNode(place, { work })
    await add('work')
    await running.promise

    const job = await theJob(`locked_by, attempts, is_available, locked_at between run_at and now() as is_since_start`)
    mayEnd.resolve()
    const isGone = async () => (await theJob('id')) === undefined || undefined

    const locked = { locked_by: node.id, attempts: 1, is_available: false, is_since_start: true }
    expect(job, about('a running job is marked in another way.')).toEqual(locked)
    expect(await waitUntil(isGone, { withinMs: 20_000 }), about('a finished job stays in its table.')).toBe(true)
  })

  test('a failed job is postponed by the exponential of its attempts, and keeps its last error', async () => {
    await add('work')
    const failing = async (): Promise<void> => {
      throw new Error('no luck')
    }

    expect(await runOnce(failing)).toBe(1)
    const job = await theJob(`last_error, locked_at, locked_by, attempts, is_available,
      run_at - exp(least(attempts, 10)) * interval '1 second' between now() - interval '1 minute' and now() as is_dated`)

    const failed = { last_error: 'no luck', locked_at: null, locked_by: null, attempts: 1, is_available: true }
    const advice = about('a failure is recorded in another way, from which we tell when a job died.')
    expect(job, advice).toEqual({ ...failed, is_dated: true })
  })

  test.each([
    { title: 'a lock of the future is kept', lockedAt: `now() + interval '24 hours'`, runs: 0 },
    { title: 'a lock is kept for almost four hours', lockedAt: `now() - interval '3 hours 50 minutes'`, runs: 0 },
    { title: 'a lock is lost after four hours', lockedAt: `now() - interval '4 hours 10 minutes'`, runs: 1 },
  ])('$title', async ({ lockedAt, runs }) => {
    await add('work')
    await change(`locked_by = 'another node', attempts = 1, locked_at = ${lockedAt}`)

    const advice = about('locks are taken away at another age, and renew-locks.ts dates them for four hours.')
    expect(await runOnce(), advice).toBe(runs)
  })
})

describe('our SQL on the queue library', () => {
  const sources = globSync('src/**/*.ts', { cwd: ROOT })
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => ({ file, text: withoutComments(readFileSync(`${ROOT}${file}`, 'utf8')) }))
    .filter(({ text }) => text.includes('graphile_worker.'))

  test('our SQL names nothing that this contract leaves out', () => {
    const known = new Set([...Object.keys(RELATIONS), ...Object.keys(FUNCTIONS)])
    const unknown = sources.flatMap(({ file, text }) =>
      [...text.matchAll(/graphile_worker\.(\w+)/g)].flatMap(([, name = '']) =>
        known.has(name) ? [] : [`${file}: ${name}`],
      ),
    )

    expect(unknown, 'Add the name to the contract, with its columns and types.').toEqual([])
  })

  test('our SQL names no column that this contract leaves out', async () => {
    const known = new Set(Object.values(RELATIONS).flatMap((columns) => Object.keys(columns)))
    const all = await Promise.all(Object.keys(RELATIONS).map(columnsOf))
    const others = [...new Set(all.flatMap((columns) => Object.keys(columns)))].filter((name) => !known.has(name))

    const unknown = sources.flatMap(({ file, text }) =>
      others.filter((name) => new RegExp(`\\b${name}\\b`).test(text)).map((name) => `${file}: ${name}`),
    )

    expect(sources.length).toBeGreaterThan(0)
    expect(unknown, 'Add the column to the contract, with its type.').toEqual([])
  })

  function withoutComments(text: string): string {
    return text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
  }
})
