import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../platform/postgres/database.ts'
import { personSubject } from '../caller-changes/caller-subject.ts'
import { noteCallerChange } from '../caller-changes/note-caller-change.ts'
import { type JoinedPerson, joinedPersonColumns, joinedPersonOf } from '../users/person-store.ts'
import { isSignedIn, type Session } from './session.ts'
import type { ActiveMembership, SignedIn } from './signed-in.ts'

type SessionRow = {
  readonly token_hash: Buffer
  readonly session_id: string
  readonly person_id: string
  readonly is_kept: boolean
  readonly device: string
  readonly network: string
  readonly created_at: Temporal.Instant
  readonly last_seen_at: Temporal.Instant
  readonly expires_at: Temporal.Instant
  readonly confirmed_at: Temporal.Instant
  readonly ended_at: Temporal.Instant | null
}

export async function insertSession(tx: Tx, session: Session, tokenHash: Buffer): Promise<void> {
  await sql`insert into sessions (token_hash, session_id, person_id, is_kept, device, network, created_at, last_seen_at,
      expires_at, confirmed_at)
    values (${tokenHash}, ${session.sessionId}, ${session.personId}, ${session.isKept}, ${session.device},
      ${session.network}, ${session.createdAt.toString()}, ${session.lastSeenAt.toString()},
      ${session.expiresAt.toString()}, ${session.confirmedAt.toString()})`.execute(tx)
}

/** Lists of users show for a while when somebody was last seen. */
const KEPT_DAYS = 90
const REMOVED_MAX = 100

/** Removes some sessions that ended long ago; each new session removes more than it adds. */
export async function removeOldSessions(tx: Tx, now: Temporal.Instant): Promise<void> {
  const before = now.subtract({ hours: KEPT_DAYS * 24 }).toString()
  await sql`delete from sessions where token_hash in (
    select token_hash from sessions where expires_at < ${before} limit ${REMOVED_MAX} for update skip locked)`.execute(
    tx,
  )
}

type SessionName = { readonly tokenHash: Buffer } | { readonly sessionId: string }
type SignedInRow = SessionRow & JoinedPerson & { readonly memberships: readonly ActiveMembership[] }

/** A session and its person, also one that has ended. One statement, since requests start with it. */
export async function findSession(db: Db, name: SessionName): Promise<SignedIn | undefined> {
  const condition =
    'tokenHash' in name ? sql`sessions.token_hash = ${name.tokenHash}` : sql`sessions.session_id = ${name.sessionId}`
  const [row] = await rowsWhere(db, condition)
  return row === undefined ? undefined : signedInOf(row)
}

/** Several of them, by the hashes of their tokens in Base64. */
export async function findSessions(db: Db, tokenHashes: readonly Buffer[]): Promise<ReadonlyMap<string, SignedIn>> {
  const rows = await rowsWhere(db, sql`sessions.token_hash = any(${[...tokenHashes]}::bytea[])`)
  return new Map(rows.map((row) => [row.token_hash.toString('base64'), signedInOf(row)]))
}

async function rowsWhere(db: Db, condition: RawBuilder<unknown>): Promise<readonly SignedInRow[]> {
  const { rows } = await sql<SignedInRow>`
    select sessions.token_hash, sessions.session_id, sessions.is_kept, sessions.device, sessions.network,
      sessions.created_at, sessions.last_seen_at, sessions.expires_at, sessions.confirmed_at, sessions.ended_at,
      ${joinedPersonColumns},
      (select coalesce(jsonb_agg(jsonb_build_object('organizationId', organization_id, 'role', role)), '[]')
        from memberships where memberships.person_id = sessions.person_id and memberships.status = 'ACTIVE')
        as memberships
    from sessions join persons using (person_id) where ${condition}`.execute(db)
  return rows
}

function signedInOf(row: SignedInRow): SignedIn {
  return { session: sessionOf(row), person: joinedPersonOf(row), memberships: row.memberships }
}

/** The sessions in which a person is signed in now, the last used first. */
export async function listSessions(
  db: Db,
  personId: string,
  { now, limit }: { readonly now: Temporal.Instant; readonly limit: number },
): Promise<readonly Session[]> {
  const { rows } = await sql<SessionRow>`select * from sessions
    where person_id = ${personId} and ended_at is null and expires_at > ${now.toString()}
    order by last_seen_at desc, session_id limit ${limit}`.execute(db)
  return rows.map(sessionOf).filter((session) => isSignedIn(session, now))
}

/** Never earlier than before: nodes write it at about the same time. */
export async function saveLastSeen(
  db: Db,
  { sessionId }: Pick<Session, 'sessionId'>,
  at: Temporal.Instant,
): Promise<void> {
  await sql`update sessions set last_seen_at = greatest(last_seen_at, ${at.toString()})
    where session_id = ${sessionId} and ended_at is null`.execute(db)
}

/** Notes that a password or code was just asked for. */
export async function saveConfirmation(
  tx: Tx,
  { sessionId, personId }: Pick<Session, 'sessionId' | 'personId'>,
  at: Temporal.Instant,
): Promise<void> {
  noteCallerChange(tx, personSubject({ personId }))
  await sql`update sessions set confirmed_at = ${at.toString()} where session_id = ${sessionId}`.execute(tx)
}

type Ended = {
  readonly personId: string
  /** One session; otherwise all of the person. */
  readonly sessionId?: string
  /** This one goes on. */
  readonly exceptSessionId?: string
  readonly at: Temporal.Instant
}

/** Ends one session of a person, or all of them; returns how many were open. */
export async function endSessions(tx: Tx, { personId, sessionId, exceptSessionId, at }: Ended): Promise<number> {
  noteCallerChange(tx, personSubject({ personId }))
  const conditions = [
    sql`person_id = ${personId} and ended_at is null`,
    ...(sessionId === undefined ? [] : [sql`session_id = ${sessionId}`]),
    ...(exceptSessionId === undefined ? [] : [sql`session_id <> ${exceptSessionId}`]),
  ]
  const { numAffectedRows = 0n } = await sql`update sessions set ended_at = ${at.toString()}
    where ${sql.join(conditions, sql` and `)}`.execute(tx)
  return Number(numAffectedRows)
}

/** Deletes sessions that ended long ago. Until then lists of users show when a person was last there. */
export async function deleteOldSessions(db: Db, before: Temporal.Instant): Promise<void> {
  await sql`delete from sessions where expires_at < ${before.toString()}`.execute(db)
}

function sessionOf(row: SessionRow): Session {
  return {
    sessionId: row.session_id,
    personId: row.person_id,
    isKept: row.is_kept,
    device: row.device,
    network: row.network,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    expiresAt: row.expires_at,
    confirmedAt: row.confirmed_at,
    endedAt: row.ended_at ?? undefined,
  }
}
