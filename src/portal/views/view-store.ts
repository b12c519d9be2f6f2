import { type RawBuilder, sql } from 'kysely'
import type { SoughtPerson } from '../../kernel/personal-data.ts'
import { isUuid } from '../../kernel/uuid.ts'
import type { Db, Tx } from '../../platform/postgres/database.ts'
import type { View, Viewer } from './view.ts'

type Place = Pick<View, 'organizationId' | 'viewId'>
type Visible = Pick<View, 'organizationId'> & Pick<Viewer, 'personId'>

const COLUMNS = sql`organization_id as "organizationId", view_id as "viewId", person_id as "personId", name,
  is_shared as "isShared", list, query, columns`

/** The person's own views of the organization and the shared ones, by name. */
export async function listViews(db: Db, { organizationId, personId }: Visible): Promise<readonly View[]> {
  const { rows } = await sql<View>`select ${COLUMNS} from saved_views
    where organization_id = ${organizationId} and (person_id = ${personId} or is_shared)
    order by lower(name), created_at, view_id`.execute(db)
  return rows
}

/** Locks a view until the transaction ends. */
export async function lockView(tx: Tx, { organizationId, viewId }: Place): Promise<View | undefined> {
  if (!isUuid(viewId)) return undefined
  const { rows } = await sql<View>`select ${COLUMNS} from saved_views
    where organization_id = ${organizationId} and view_id = ${viewId}::uuid for update`.execute(tx)
  return rows[0]
}

/** The number of the person's own views and of the shared ones. Creations of one organization wait for each other. */
export async function countViews(
  tx: Tx,
  { organizationId, personId }: Visible,
): Promise<{ readonly own: number; readonly shared: number }> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`saved views ${organizationId}`}, 0))`.execute(tx)
  const { rows } = await sql<{ own: number; shared: number }>`select
      count(*) filter (where person_id = ${personId})::int as own, count(*) filter (where is_shared)::int as shared
    from saved_views where organization_id = ${organizationId} and (person_id = ${personId} or is_shared)`.execute(tx)
  return rows[0] ?? { own: 0, shared: 0 }
}

type Moment = { readonly at: Temporal.Instant }

export async function insertView(tx: Tx, view: View, { at }: Moment): Promise<void> {
  await sql`insert into saved_views (organization_id, view_id, person_id, name, is_shared, list, query, columns,
      created_at, updated_at)
    values (${view.organizationId}, ${view.viewId}, ${view.personId}, ${view.name}, ${view.isShared}, ${view.list},
      ${view.query}, ${[...view.columns]}::text[], ${at.toString()}, ${at.toString()})`.execute(tx)
}

export async function saveView(tx: Tx, view: View, { at }: Moment): Promise<void> {
  await sql`update saved_views set name = ${view.name}, is_shared = ${view.isShared}, list = ${view.list},
      query = ${view.query}, columns = ${[...view.columns]}::text[], updated_at = ${at.toString()}
    where organization_id = ${view.organizationId} and view_id = ${view.viewId}`.execute(tx)
}

export async function deleteView(tx: Tx, { organizationId, viewId }: Place): Promise<void> {
  await sql`delete from saved_views where organization_id = ${organizationId} and view_id = ${viewId}`.execute(tx)
}

/** A person, with the ids by which views know their makers. */
type SoughtMaker = SoughtPerson & { readonly makerIds: readonly string[] }

export async function countViewsAbout(db: Db, sought: SoughtMaker): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count ${about(sought)}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Returns how many. */
export async function deleteViewsAbout(db: Db, sought: SoughtMaker): Promise<number> {
  const { numAffectedRows = 0n } = await sql`delete ${about(sought)}`.execute(db)
  return Number(numAffectedRows)
}

/** By maker and by address: other words of a person may be anything. A query is percent-encoded, or has the plain address. */
function about({ organizationIds, person, makerIds }: SoughtMaker): RawBuilder<unknown> {
  const words = person.emails.flatMap((email) => [email, encodeURIComponent(email)])
  return sql`from saved_views where organization_id = any(${[...organizationIds]}::text[])
    and (person_id = any(${[...makerIds]}::uuid[]) or exists (select from unnest(${words}::text[]) as word
      where strpos(lower(query), lower(word)) > 0 or strpos(lower(name), lower(word)) > 0))`
}
