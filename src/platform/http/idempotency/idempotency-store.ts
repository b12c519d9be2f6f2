import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../postgres/database.ts'

/** The scope within which a key is unique, and the key. */
export type KeyScope = {
  readonly organizationId: string
  readonly method: string
  readonly path: string
  readonly key: string
}

/**
 * The organization whose quota a response uses, and its limit; undefined for no limit. Without it, a caller with
 * a key could fill the database for everyone, by large responses under ever new keys.
 */
export type Quota = { readonly organizationId: string; readonly bytesMax: number | undefined }

/** A claim by its id; its holder may respond. */
export type HeldKey = { readonly scope: KeyScope; readonly claim: string; readonly quota: Quota }
type KeyAndClaim = Omit<HeldKey, 'quota'>

type NewClaim = { readonly claim: string; readonly node: string }

type NewKey = NewClaim & { readonly fingerprint: Buffer }

export type KeyRow = {
  readonly fingerprint: Buffer
  readonly claim: string
  /** The node that is processing it; null once the response is final. */
  readonly node: string | null
  readonly isExpired: boolean
  readonly sealedAnswer: Buffer | null
}

/**
 * How long a response is replayed, counted from its request: twice the promised day, for a retry that is a little late.
 * All times are the database's: nodes whose clocks differ would take over or delete each other's keys.
 */
const IS_EXPIRED = sql`claimed_at < now() - interval '48 hours'`

/** The hours whose responses are still stored. */
const IS_COUNTED = sql`hour > now() - interval '49 hours'`
/** The bytes that a key takes besides its response. */
const ROW_BYTES = 512

const columnsOf = ({ organizationId, method, path, key }: KeyScope) =>
  sql`${organizationId}, ${method}, ${path}, ${key}`
const isKey = (scope: KeyScope) => sql`(organization_id, method, path, key) = (${columnsOf(scope)})`
/** In a transaction, later than its start. */
const NOW = sql`clock_timestamp()`
const IS_ANSWERED = sql`sealed_answer is not null`
const IS_UNANSWERED = sql`sealed_answer is null`
const IS_PROVISIONAL = sql`${IS_ANSWERED} and node is not null`

/** Updates the key's row while this claim holds it and the condition is true; returns whether it did. */
async function updateHeld(
  db: Db | Tx,
  { scope, claim }: KeyAndClaim,
  { set, where = sql`true` }: { readonly set: RawBuilder<unknown>; readonly where?: RawBuilder<unknown> },
): Promise<boolean> {
  const { numAffectedRows } = await sql`update idempotency_keys set ${set}
    where ${isKey(scope)} and claim = ${claim} and ${where}`.execute(db)
  return numAffectedRows === 1n
}

/** Returns false if the key has a row already, or the quota is used up. */
export async function insertClaim(
  db: Db,
  { scope, claim, quota }: HeldKey,
  { node, fingerprint }: Omit<NewKey, 'claim'>,
): Promise<boolean> {
  const { organizationId, bytesMax } = quota
  const isWithin =
    bytesMax === undefined
      ? sql`true`
      : sql`coalesce((select sum(bytes) from idempotency_usage
          where organization_id = ${organizationId} and ${IS_COUNTED}), 0) < ${bytesMax}`
  const { numAffectedRows } = await sql`
    insert into idempotency_keys (organization_id, method, path, key, fingerprint, claim, node, claimed_at)
    select ${columnsOf(scope)}, ${fingerprint}, ${claim}::uuid, ${node}, now() where ${isWithin}
    on conflict do nothing`.execute(db)
  return numAffectedRows === 1n
}

/** Seconds until the quota has room; undefined if it has room now. */
export async function secondsUntilRoom(db: Db, { organizationId, bytesMax }: Quota): Promise<number | undefined> {
  if (bytesMax === undefined) return undefined
  const { rows } = await sql<{ readonly seconds: number | null }>`
    with hours as (
      select hour, bytes, sum(bytes) over (order by hour desc) as bytes_since from idempotency_usage
      where organization_id = ${organizationId} and ${IS_COUNTED}
    )
    select ceil(extract(epoch from min(hour) + interval '49 hours' - now()))::int as seconds from hours
    where bytes_since - bytes < ${bytesMax} having (select max(bytes_since) from hours) >= ${bytesMax}`.execute(db)
  return rows[0]?.seconds ?? undefined
}

export async function findKey(db: Db, scope: KeyScope): Promise<KeyRow | undefined> {
  const { rows } = await sql<KeyRow>`
    select fingerprint, claim, node, ${IS_EXPIRED} as "isExpired", sealed_answer as "sealedAnswer"
    from idempotency_keys where ${isKey(scope)}`.execute(db)
  return rows[0]
}

/** Reuses an expired key; returns false if another request was faster. */
export async function replaceOldKey(db: Db, old: KeyAndClaim, { claim, node, fingerprint }: NewKey): Promise<boolean> {
  const set = sql`fingerprint = ${fingerprint}, claim = ${claim}, node = ${node}, claimed_at = now(),
    sealed_answer = null, answered_at = null`
  return updateHeld(db, old, { set, where: IS_EXPIRED })
}

/** Takes over a key without a response from a dead node; returns false if it has a response now or was taken over. */
export async function takeOverClaim(db: Db, old: KeyAndClaim, { claim, node }: NewClaim): Promise<boolean> {
  const set = sql`claim = ${claim}, node = ${node}, claimed_at = now()`
  return updateHeld(db, old, { set, where: IS_UNANSWERED })
}

/**
 * Makes a dead node's response final: with a new claim it can no longer be revised. Returns false if it was revised
 * before.
 */
export async function finalizeResponse(db: Db, old: KeyAndClaim, claim: string): Promise<boolean> {
  return updateHeld(db, old, { set: sql`claim = ${claim}, node = null`, where: IS_PROVISIONAL })
}

/** Returns false if the claim was taken over or has a response already. */
export async function writeResponse(
  db: Db | Tx,
  held: HeldKey,
  { sealed, isFinal }: { readonly sealed: Buffer; readonly isFinal: boolean },
): Promise<boolean> {
  const bytes = sealed.length + ROW_BYTES
  const node = isFinal ? sql`null` : sql`node`
  // The row of the bytes is locked last, and the transaction ends right after it.
  const { rows } = await sql<{ readonly count: bigint }>`
    with written as (
      update idempotency_keys set sealed_answer = ${sealed}, answered_at = ${NOW}, node = ${node}
      where ${isKey(held.scope)} and claim = ${held.claim} and ${IS_UNANSWERED} returning 1
    ), used as (
      insert into idempotency_usage (organization_id, hour, bytes)
      select ${held.quota.organizationId}, date_trunc('hour', now(), 'UTC'), ${bytes} from written
      on conflict (organization_id, hour) do update set bytes = idempotency_usage.bytes + excluded.bytes
    )
    select count(*) from written`.execute(db)
  return rows[0]?.count === 1n
}

/**
 * Replaces a provisional response with the final one, which counts as its first version; returns false if the claim was
 * taken over.
 */
export async function replaceResponse(db: Db, held: HeldKey, sealed: Buffer): Promise<boolean> {
  const set = sql`sealed_answer = ${sealed}, answered_at = ${NOW}, node = null`
  return updateHeld(db, held, { set, where: IS_PROVISIONAL })
}

/** Ends a claim: a response that was written becomes final; without one the key is free again. */
export async function endClaim(db: Db, held: HeldKey): Promise<void> {
  await sql`delete from idempotency_keys
    where ${isKey(held.scope)} and claim = ${held.claim} and ${IS_UNANSWERED}`.execute(db)
  await updateHeld(db, held, { set: sql`node = null`, where: IS_PROVISIONAL })
}

type AnsweredKey = { readonly scope: KeyScope; readonly sealedAnswer: Buffer }

const PAGE = { rowsMax: 200, bytesMax: 8 * 1024 * 1024 }

/** Returns one page of the keys with a response of an organization, sorted; it is bounded in rows and in bytes. */
export async function listAnswered(db: Db, organizationId: string, after?: KeyScope): Promise<readonly AnsweredKey[]> {
  const { method = '', path = '', key = '' } = after ?? {}
  const { rows } = await sql<Omit<KeyScope, 'organizationId'> & { readonly sealed: Buffer }>`
    with answered as (
      select method, path, key, sealed_answer from idempotency_keys
      where organization_id = ${organizationId} and ${IS_ANSWERED}
        and (method, path, key) > (${method}, ${path}, ${key})
      order by method, path, key limit ${PAGE.rowsMax}
    ), measured as (
      select method, path, key, sum(octet_length(sealed_answer)) over (order by method, path, key)
        - octet_length(sealed_answer) as bytes_before from answered
    )
    select method, path, key, sealed_answer as sealed
    from measured join answered using (method, path, key)
    where bytes_before < ${PAGE.bytesMax} order by method, path, key`.execute(db)
  return rows.map(({ sealed, ...scope }) => ({ scope: { organizationId, ...scope }, sealedAnswer: sealed }))
}

/** Replaces a response unless it has changed since it was read; a claim on it stays valid. */
export async function overwriteResponse(db: Db, { scope, sealedAnswer }: AnsweredKey, sealed: Buffer): Promise<void> {
  await sql`update idempotency_keys set sealed_answer = ${sealed}
    where ${isKey(scope)} and sealed_answer = ${sealedAnswer}`.execute(db)
}

/** Deletes hours that no longer count. */
export async function deleteUncounted(db: Db): Promise<void> {
  await sql`delete from idempotency_usage where not ${IS_COUNTED}`.execute(db)
}

/** Deletes at most `rowsMax` expired keys, and returns how many. */
export async function deleteExpired(db: Db, rowsMax: number): Promise<number> {
  // A key that was reused since the selection is not expired any more, so that is checked twice.
  const { numAffectedRows = 0n } = await sql`delete from idempotency_keys
    where ${IS_EXPIRED} and (organization_id, method, path, key) in (
      select organization_id, method, path, key from idempotency_keys
      where ${IS_EXPIRED} order by claimed_at limit ${rowsMax}
    )`.execute(db)
  return Number(numAffectedRows)
}
