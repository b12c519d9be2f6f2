import { type RawBuilder, sql } from 'kysely'
import type { SoughtPerson } from '../../kernel/personal-data.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { KEPT_MAX, type LoggedRequest, type Refusal } from './logged-request.ts'

/** Old requests are deleted a part at a time. */
const DELETED_MAX = 5_000

/** Adds requests by one statement. */
export async function insertRequests(db: Db, requests: readonly LoggedRequest[]): Promise<void> {
  const rows = requests.map(({ organizationId, requestId, at, refusal, ...request }) => ({
    ...request,
    ...{ organizationId, requestId, at: at.toString() },
    ...{ reason: refusal?.reason, message: refusal?.message, problems: refusal?.problems },
  }))
  await sql`insert into request_log (organization_id, request_id, at, method, path, status, duration_ms, key_id, person_id,
      reason, message, problems, request_body, response_body)
    select "organizationId", "requestId", at, method, path, status, "durationMs", "keyId", "personId",
      reason, message, problems, "requestBody", "responseBody"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as request ("organizationId" text, "requestId" text,
      at timestamptz, method text, path text, status smallint, "durationMs" integer, "keyId" text, "personId" uuid,
      reason text, message text, problems jsonb, "requestBody" text, "responseBody" text)`.execute(db)
}

export type RequestFilter = {
  readonly organizationId: string
  readonly since: Temporal.Instant
  readonly isFailed?: boolean | undefined
  readonly method?: string | undefined
  /** A key or a person. */
  readonly sender?: string | undefined
  /** A part of the path, or a request id. */
  readonly search?: string | undefined
  /** Before this position. */
  readonly before?: bigint | undefined
}

export type ListedRequest = LoggedRequest & { readonly position: bigint }

/** The newest first, without bodies. */
export async function listRequests(
  db: Db,
  filter: RequestFilter,
  { limit }: { readonly limit: number },
): Promise<readonly ListedRequest[]> {
  const { organizationId, since, isFailed, method, sender, search, before } = filter
  const conditions = [
    sql`organization_id = ${organizationId}`,
    sql`at >= ${since.toString()}`,
    ...(isFailed === undefined ? [] : [isFailed ? sql`status >= 400` : sql`status < 400`]),
    ...(method === undefined ? [] : [sql`method = ${method}`]),
    ...(sender === undefined ? [] : [sql`(key_id = ${sender} or person_id::text = ${sender})`]),
    ...(search === undefined ? [] : [sql`(strpos(lower(path), lower(${search})) > 0 or request_id = ${search})`]),
    ...(before === undefined ? [] : [sql`position < ${String(before)}::bigint`]),
  ]
  const { rows } = await sql<Row>`select ${COLUMNS}, null as request_body, null as response_body
    from request_log where ${sql.join(conditions, sql` and `)}
    order by position desc limit ${limit}`.execute(db)
  return rows.map(requestOf)
}

type Place = { readonly organizationId: string; readonly position: bigint; readonly since: Temporal.Instant }

export async function findRequest(
  db: Db,
  { organizationId, position, since }: Place,
): Promise<ListedRequest | undefined> {
  const { rows } = await sql<Row>`select ${COLUMNS}, request_body, response_body from request_log
    where organization_id = ${organizationId} and position = ${String(position)}::bigint
      and at >= ${since.toString()}`.execute(db)
  return rows[0] === undefined ? undefined : requestOf(rows[0])
}

/** Deletes what an organization has beyond the bound. */
export async function deleteSurplusRequests(db: Db, organizationId: string): Promise<void> {
  await sql`delete from request_log where organization_id = ${organizationId} and position <= (
    select position from request_log where organization_id = ${organizationId}
    order by position desc offset ${KEPT_MAX} limit 1)`.execute(db)
}

/** Deletes some of those that are too old. */
export async function deleteOldRequests(db: Db, { before }: { readonly before: Temporal.Instant }): Promise<void> {
  await sql`delete from request_log where (organization_id, position) in (
    select organization_id, position from request_log where at < ${before.toString()}
    limit ${DELETED_MAX} for update skip locked)`.execute(db)
}

/** A person, with the ids of the people who sign in with the same addresses. */
type SoughtSender = SoughtPerson & { readonly senderIds: readonly string[] }

export async function countRequestsAbout(db: Db, sought: SoughtSender): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count ${aboutPerson(sought)}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Returns how many. */
export async function deleteRequestsAbout(db: Db, sought: SoughtSender): Promise<number> {
  const { numAffectedRows = 0n } = await sql`delete ${aboutPerson(sought)}`.execute(db)
  return Number(numAffectedRows)
}

/** By sender, and by address in path, bodies and problems; in a path it is percent-encoded. */
function aboutPerson({ organizationIds, person, senderIds }: SoughtSender): RawBuilder<unknown> {
  const words = person.emails.flatMap((email) => [email, encodeURIComponent(email)])
  return sql`from request_log where organization_id = any(${[...organizationIds]}::text[])
    and (person_id = any(${[...senderIds]}::uuid[])
      or exists (select from unnest(${words}::text[]) as word
        where strpos(lower(concat_ws(' ', path, request_body, response_body, message, problems::text)), lower(word)) > 0))`
}

const COLUMNS = sql`organization_id, position, request_id, at, method, path, status, duration_ms, key_id, person_id,
  reason, message, problems`

type Row = {
  readonly organization_id: string
  readonly position: bigint
  readonly request_id: string
  readonly at: Temporal.Instant
  readonly method: string
  readonly path: string
  readonly status: number
  readonly duration_ms: number
  readonly key_id: string | null
  readonly person_id: string | null
  readonly reason: string | null
  readonly message: string | null
  readonly problems: Refusal['problems'] | null
  readonly request_body: string | null
  readonly response_body: string | null
}

function requestOf(row: Row): ListedRequest {
  const { reason, message, problems } = row
  return {
    ...{ organizationId: row.organization_id, position: row.position, requestId: row.request_id, at: row.at },
    ...{ method: row.method, path: row.path, status: row.status, durationMs: row.duration_ms },
    ...{ keyId: row.key_id ?? undefined, personId: row.person_id ?? undefined },
    refusal: reason === null ? undefined : { reason, message: message ?? '', problems: problems ?? [] },
    ...{ requestBody: row.request_body ?? undefined, responseBody: row.response_body ?? undefined },
  }
}
