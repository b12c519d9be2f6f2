import { type RawBuilder, sql } from 'kysely'
import { assert } from '../../kernel/assert.ts'
import type { Clock } from '../clock/clock.ts'
import { type Repetition, repeat } from '../concurrency/repeat.ts'
import type { Logger } from '../log/log.ts'
import type { Database, Db, Tx } from '../postgres/database.ts'
import type { Write } from '../postgres/write-together.ts'
import { enqueueAll } from './enqueue.ts'

type AgendaKey = {
  readonly organizationId: string
  /** The name of the job that is enqueued when it is due. */
  readonly kind: string
  readonly subject: string
}

type AgendaRow = AgendaKey & {
  /** By the product's clock, stored to the microsecond. */
  readonly dueAt: Temporal.Instant
  /** Whether a moved clock stops here until the job has finished; default: true. */
  readonly stopsClock?: boolean
}

/** Schedules a job in the caller's transaction; an existing row of the same key gets the new time. */
export async function schedule(tx: Tx, row: AgendaRow): Promise<void> {
  await scheduleAll(tx, [row])
}

/** Schedules many jobs in one statement; no two of them may have the same key. */
export async function scheduleAll(tx: Tx, rows: readonly AgendaRow[]): Promise<void> {
  await upsert(tx, rows, sql`excluded.due_at`)
}

/** Schedules a job for no later than the time; an existing row keeps an earlier one. */
export async function scheduleAtLatest(tx: Tx, row: AgendaRow): Promise<void> {
  await upsert(tx, [row], sql`least(agenda.due_at, excluded.due_at)`)
}

async function upsert(tx: Tx, rows: readonly AgendaRow[], dueAtOnConflict: RawBuilder<unknown>): Promise<void> {
  if (rows.length === 0) return
  await sql`insert into agenda (organization_id, kind, subject, due_at, stops_clock)
    select id, kind, subject, due_at, stops_clock from unnest(
      ${rows.map(({ organizationId }) => organizationId)}::text[], ${rows.map(({ kind }) => kind)}::text[],
      ${rows.map(({ subject }) => subject)}::text[], ${rows.map(({ dueAt }) => dueAt.toString())}::timestamptz[],
      ${rows.map(({ stopsClock = true }) => stopsClock)}::boolean[]) as row (id, kind, subject, due_at, stops_clock)
    on conflict (organization_id, kind, subject)
      do update set due_at = ${dueAtOnConflict}, stops_clock = excluded.stops_clock`.execute(tx)
}

/**
 * Makes the write that schedules a job unless its row exists, without locking that row: for a row that many
 * transactions want concurrently. The job begins with `awaitSchedulers`, so that it sees what they wrote.
 */
export function scheduleUnlessScheduled({ organizationId, kind, subject, dueAt }: AgendaRow): Write {
  return sql`insert into agenda (organization_id, kind, subject, due_at)
    select ${organizationId}, ${kind}, ${subject}, ${dueAt.toString()}::timestamptz
    from (select pg_advisory_xact_lock_shared(${lockOf({ organizationId, kind, subject })})) as locked
    on conflict (organization_id, kind, subject) do nothing`
}

/** Waits for the transactions that found the row of this job, before it was taken from the agenda. */
export async function awaitSchedulers(database: Database, key: AgendaKey): Promise<void> {
  await database.transaction((tx) => sql`select pg_advisory_xact_lock(${lockOf(key)})`.execute(tx))
}

function lockOf({ organizationId, kind, subject }: AgendaKey): RawBuilder<unknown> {
  return sql`hashtextextended(${`agenda ${kind} ${organizationId} ${subject}`}, 0)`
}

/** Removes a row from the agenda. A job that was already made from it still runs: it reloads, and decides again. */
export async function unschedule(tx: Tx, key: AgendaKey): Promise<void> {
  const { organizationId, kind, subject } = key
  await sql`delete from agenda
    where (organization_id, kind, subject) = (${organizationId}, ${kind}, ${subject})`.execute(tx)
}

/** The due times of the subjects that are on the agenda with this kind. */
export async function dueTimes(
  db: Db,
  kind: string,
  subjects: readonly string[],
): Promise<ReadonlyMap<string, Temporal.Instant>> {
  const { rows } = await sql<{ subject: string; due_at: Temporal.Instant }>`select subject, due_at from agenda
    where kind = ${kind} and subject = any(${[...subjects]}::text[])`.execute(db)
  return new Map(rows.map((row) => [row.subject, row.due_at]))
}

/** The payload of a job that comes from the agenda. */
export type AgendaItem = {
  readonly organizationId: string
  readonly subject: string
  readonly dueAt: Temporal.Instant
}

export function readAgendaItem(payload: unknown): AgendaItem {
  const { organizationId, subject, dueAt } = payload as Readonly<Record<string, unknown>>
  assert(
    typeof organizationId === 'string' && typeof subject === 'string' && typeof dueAt === 'string',
    'A job of the agenda carries organization, subject and due time.',
  )
  return { organizationId, subject, dueAt: Temporal.Instant.from(dueAt) }
}

const BATCH_ROWS = 500
const TICK_DELAY_MS = 1_000
/** A job that has just run often makes the next one due immediately, such as after an outage. */
const BUSY_DELAY_MS = 10

type AgendaOptions = {
  readonly database: Database
  readonly clock: Clock
  /** The kinds that this release has handlers for; other rows wait for a node that has one. */
  readonly kinds: readonly string[]
  readonly log: Logger
}

/** Turns due rows into jobs, every second and when woken; any number of nodes may do so concurrently. */
export function startAgenda({ database, clock, kinds, log }: AgendaOptions): Repetition {
  let delayMs = TICK_DELAY_MS
  const tick = async (signal: AbortSignal): Promise<number> => {
    let isBusy = false
    for (let rows = BATCH_ROWS; rows === BATCH_ROWS && !signal.aborted; ) {
      rows = await takeDueRows(database, { now: clock.now(), kinds })
      isBusy ||= rows > 0
    }
    delayMs = isBusy ? BUSY_DELAY_MS : Math.min(delayMs * 2, TICK_DELAY_MS)
    return delayMs
  }
  return repeat({
    work: tick,
    delayAfterFailureMs: TICK_DELAY_MS,
    failureMessage: 'the agenda could not be read',
    log,
  })
}

/** Moves up to a batch of due rows to the queue, oldest first, and returns how many. */
export async function takeDueRows(
  database: Database,
  { now, kinds }: { readonly now: Temporal.Instant; readonly kinds: readonly string[] },
): Promise<number> {
  return database.transaction(async (tx) => {
    const { rows } = await sql<AgendaRow>`
      with taken as (
        delete from agenda where ctid = any(array(
          select ctid from agenda
          where due_at <= ${now.toString()} and kind = any(${kinds})
          order by due_at limit ${BATCH_ROWS}
          for update skip locked
        ))
        returning *
      )
      select organization_id as "organizationId", kind, subject, due_at as "dueAt" from taken order by due_at`.execute(
      tx,
    )
    await enqueueAll(
      tx,
      rows.map(({ kind, dueAt, ...key }) => ({ job: kind, payload: { ...key, dueAt: dueAt.toString() } })),
    )
    return rows.length
  })
}
