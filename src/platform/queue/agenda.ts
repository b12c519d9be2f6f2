import { sql } from 'kysely'
import { assert } from '../../kernel/assert.ts'
import type { Clock } from '../clock/clock.ts'
import { type Repetition, repeat } from '../concurrency/repeat.ts'
import type { Logger } from '../log/log.ts'
import type { Database, Tx } from '../postgres/database.ts'
import { enqueueAll } from './enqueue.ts'

type AgendaKey = {
  readonly organizationId: string
  /** The name of the job that is made when the time comes. */
  readonly kind: string
  readonly subject: string
}

type AgendaRow = AgendaKey & {
  /** By the product's clock, kept to the microsecond. */
  readonly dueAt: Temporal.Instant
}

/** Puts it on the agenda in the caller's transaction; where it already stands there, the latest word holds. */
export async function schedule(tx: Tx, row: AgendaRow): Promise<void> {
  const { organizationId, kind, subject, dueAt } = row
  await sql`insert into agenda (organization_id, kind, subject, due_at)
    values (${organizationId}, ${kind}, ${subject}, ${dueAt.toString()})
    on conflict (organization_id, kind, subject) do update set due_at = excluded.due_at`.execute(tx)
}

/** The same for what is to happen no later than that; an earlier time that was said before holds. */
export async function scheduleAtLatest(tx: Tx, row: AgendaRow): Promise<void> {
  const { organizationId, kind, subject, dueAt } = row
  await sql`insert into agenda (organization_id, kind, subject, due_at)
    values (${organizationId}, ${kind}, ${subject}, ${dueAt.toString()})
    on conflict (organization_id, kind, subject)
      do update set due_at = least(agenda.due_at, excluded.due_at)`.execute(tx)
}

/** Takes it off the agenda. What has become a job before still runs: the job reloads, and decides again. */
export async function unschedule(tx: Tx, key: AgendaKey): Promise<void> {
  const { organizationId, kind, subject } = key
  await sql`delete from agenda
    where (organization_id, kind, subject) = (${organizationId}, ${kind}, ${subject})`.execute(tx)
}

/** Those of the subjects that stand on the agenda with something of the kind. */
export async function subjectsOnAgenda(
  tx: Tx,
  kind: string,
  subjects: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ subject: string }>`select subject from agenda
    where kind = ${kind} and subject = any(${[...subjects]}::text[])`.execute(tx)
  return new Set(rows.map(({ subject }) => subject))
}

/** What a job that comes from the agenda is about. */
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
/** What has just run often makes the next thing due at once, as after an outage: look again soon. */
const BUSY_DELAY_MS = 10

type AgendaOptions = {
  readonly database: Database
  readonly clock: Clock
  /** What this release has handlers for; rows of any other kind wait for a node that knows them. */
  readonly kinds: readonly string[]
  readonly log: Logger
}

/** Turns due rows into jobs, every second and when woken; any number of nodes may do so at once. */
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

/** Moves up to a batch of due rows to the queue, oldest first, and says how many. */
export async function takeDueRows(
  database: Database,
  { now, kinds }: { readonly now: Temporal.Instant; readonly kinds: readonly string[] },
): Promise<number> {
  return database.transaction(async (tx) => {
    const { rows } = await sql<TakenRow>`
      with taken as (
        delete from agenda where ctid = any(array(
          select ctid from agenda
          where due_at <= ${now.toString()} and kind = any(${kinds})
          order by due_at limit ${BATCH_ROWS}
          for update skip locked
        ))
        returning *
      )
      select * from taken order by due_at`.execute(tx)
    await enqueueAll(tx, rows.map(jobOf))
    return rows.length
  })
}

type TakenRow = {
  readonly organization_id: string
  readonly kind: string
  readonly subject: string
  readonly due_at: Temporal.Instant
}

function jobOf({ organization_id, kind, subject, due_at }: TakenRow) {
  const payload = { organizationId: organization_id, subject, dueAt: due_at.toString() }
  return { job: kind, payload }
}
