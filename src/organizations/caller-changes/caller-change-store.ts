import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/postgres/database.ts'
import { sendAhead } from '../../platform/postgres/send-ahead.ts'
import type { CallerSubject } from './caller-subject.ts'

/** A node of a version from before this migration changes callers without saying so. */
export const CALLER_CHANGES_MIGRATION = 17

/** A node that has missed more changes than these forgets everything. */
export const CHANGES_KEPT_MAX = 1_000

/**
 * Adds changes with the next numbers. The counter's row stays locked until the commit, so numbers become visible in their
 * order: a reader that sees one has seen all before it. A counter that is missing begins with small numbers, by which every
 * node forgets everything.
 */
export async function insertCallerChanges(tx: Tx, subjects: readonly CallerSubject[]): Promise<void> {
  const count = subjects.length
  const changes = sql`with counted as (
      insert into caller_change_counter as counter (last_number) values (${count}::bigint)
      on conflict (only_one) do update set last_number = counter.last_number + excluded.last_number
      returning last_number
    ), removed as (
      delete from caller_changes using counted where number <= counted.last_number - ${CHANGES_KEPT_MAX}
    )
    insert into caller_changes (number, subject)
    select counted.last_number - ${count}::bigint + place, subject
    from counted, unnest(${[...subjects]}::text[]) with ordinality as noted (subject, place)`
  await sendAhead(() => changes.execute(tx))
}

export type CallerChanges = {
  /** The number of the last change. */
  readonly last: bigint
  /** The subjects of later changes than the given one, in their order. */
  readonly subjects: readonly string[]
}

/** One statement, so that number and subjects are of the same moment. */
export async function readCallerChanges(db: Db, after: bigint): Promise<CallerChanges> {
  const { rows } = await sql<CallerChanges>`select last_number as last,
      array(select subject from caller_changes where number > ${after}::bigint order by number
        limit ${CHANGES_KEPT_MAX}) as subjects
    from caller_change_counter`.execute(db)
  return rows[0] ?? { last: 0n, subjects: [] }
}
