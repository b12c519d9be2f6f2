import { type ColumnType, type ExpressionBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../postgres/database.ts'

/** The scope within which a key is unique, and the key. */
export type KeyScope = {
  readonly organizationId: string
  readonly method: string
  readonly path: string
  readonly key: string
}

/** A claim by its id; its holder may respond. */
export type HeldKey = { readonly scope: KeyScope; readonly claim: string }

type NewClaim = { readonly claim: string; readonly node: string; readonly at: Temporal.Instant }

type SealedAnswer = { readonly sealed: Buffer; readonly at: Temporal.Instant }

export type KeyRow = {
  readonly fingerprint: Buffer
  readonly claim: string
  /** The node that is processing it; null once the response is final. */
  readonly node: string | null
  readonly claimedAt: Temporal.Instant
  readonly sealedAnswer: Buffer | null
}

type Time = ColumnType<Temporal.Instant, string, string>
type Tables = {
  idempotency_keys: {
    organization_id: string
    method: string
    path: string
    key: string
    fingerprint: Buffer
    claim: string
    node: string | null
    claimed_at: Time
    sealed_answer: Buffer | null
    answered_at: Time | null
  }
}

const columnsOf = ({ organizationId, method, path, key }: KeyScope) => ({
  organization_id: organizationId,
  method,
  path,
  key,
})

const isKey = (scope: KeyScope) => (where: ExpressionBuilder<Tables, 'idempotency_keys'>) => where.and(columnsOf(scope))

/** Updates the key's row while this claim holds it. */
function updateHeld(db: Db | Tx, { scope, claim }: HeldKey) {
  return db.withTables<Tables>().updateTable('idempotency_keys').where(isKey(scope)).where('claim', '=', claim)
}

async function changesRow(update: { executeTakeFirst: () => Promise<{ numUpdatedRows: bigint }> }): Promise<boolean> {
  const { numUpdatedRows } = await update.executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Returns false if the key has a row already. */
export async function insertClaim(
  db: Db,
  scope: KeyScope,
  { claim, node, at, fingerprint }: NewClaim & { readonly fingerprint: Buffer },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .withTables<Tables>()
    .insertInto('idempotency_keys')
    .values({ ...columnsOf(scope), fingerprint, claim, node, claimed_at: at.toString() })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

export async function findKey(db: Db, scope: KeyScope): Promise<KeyRow | undefined> {
  return db
    .withTables<Tables>()
    .selectFrom('idempotency_keys')
    .select(['fingerprint', 'claim', 'node'])
    .select(['claimed_at as claimedAt', 'sealed_answer as sealedAnswer'])
    .where(isKey(scope))
    .executeTakeFirst()
}

/** Reuses an expired key; returns false if another request was faster. */
export async function replaceOldKey(
  db: Db,
  old: HeldKey,
  { claim, node, at, fingerprint }: NewClaim & { readonly fingerprint: Buffer },
): Promise<boolean> {
  return changesRow(
    updateHeld(db, old)
      .set({ fingerprint, claim, node, claimed_at: at.toString() })
      .set({ sealed_answer: null, answered_at: null }),
  )
}

/** Takes over an unanswered key of a dead node; returns false if it was answered or taken over meanwhile. */
export async function takeOverClaim(db: Db, old: HeldKey, { claim, node, at }: NewClaim): Promise<boolean> {
  return changesRow(
    updateHeld(db, old).where('sealed_answer', 'is', null).set({ claim, node, claimed_at: at.toString() }),
  )
}

/**
 * Makes a dead node's response final: with a new claim it can no longer be revised. Returns false if it was revised
 * meanwhile.
 */
export async function finalizeResponse(db: Db, old: HeldKey, claim: string): Promise<boolean> {
  return changesRow(
    updateHeld(db, old).where('sealed_answer', 'is not', null).where('node', 'is not', null).set({ claim, node: null }),
  )
}

/** Returns false if the claim was taken over or answered already. */
export async function writeResponse(
  db: Db | Tx,
  held: HeldKey,
  { sealed, at, isFinal }: SealedAnswer & { readonly isFinal: boolean },
): Promise<boolean> {
  return changesRow(
    updateHeld(db, held)
      .where('sealed_answer', 'is', null)
      .set({ sealed_answer: sealed, answered_at: at.toString() })
      .$if(isFinal, (update) => update.set({ node: null })),
  )
}

/** Replaces a provisional response with the final one; returns false if the claim was taken over. */
export async function replaceResponse(db: Db, held: HeldKey, { sealed, at }: SealedAnswer): Promise<boolean> {
  return changesRow(
    updateHeld(db, held)
      .where('sealed_answer', 'is not', null)
      .where('node', 'is not', null)
      .set({ sealed_answer: sealed, answered_at: at.toString(), node: null }),
  )
}

/** Ends a claim: a response that was written becomes final; without one the key is free again. */
export async function endClaim(db: Db, held: HeldKey): Promise<void> {
  await db
    .withTables<Tables>()
    .deleteFrom('idempotency_keys')
    .where(isKey(held.scope))
    .where('claim', '=', held.claim)
    .where('sealed_answer', 'is', null)
    .execute()
  await updateHeld(db, held)
    .where('sealed_answer', 'is not', null)
    .where('node', 'is not', null)
    .set({ node: null })
    .execute()
}

type AnsweredKey = { readonly scope: KeyScope; readonly sealedAnswer: Buffer }

/** Lists answered keys of an organization by key, up to a number of rows and up to a total size. */
export async function listAnswered(
  db: Db,
  organizationId: string,
  {
    after,
    rowsMax,
    bytesMax,
  }: {
    readonly after?: KeyScope | undefined
    readonly rowsMax: number
    readonly bytesMax: number
  },
): Promise<readonly AnsweredKey[]> {
  const { method = '', path = '', key = '' } = after ?? {}
  const { rows } = await sql<Omit<KeyScope, 'organizationId'> & { readonly sealed: Buffer }>`
    with answered as (
      select method, path, key, sealed_answer from idempotency_keys
      where organization_id = ${organizationId} and sealed_answer is not null
        and (method, path, key) > (${method}, ${path}, ${key})
      order by method, path, key limit ${rowsMax}
    ), measured as (
      select method, path, key, sum(octet_length(sealed_answer)) over (order by method, path, key)
        - octet_length(sealed_answer) as bytes_before from answered
    )
    select method, path, key, sealed_answer as sealed
    from measured join answered using (method, path, key)
    where bytes_before < ${bytesMax} order by method, path, key`.execute(db)
  return rows.map(({ sealed, ...scope }) => ({
    scope: { organizationId, ...scope },
    sealedAnswer: sealed,
  }))
}

/** Replaces a response unless it has changed since it was read; a claim on it stays valid. */
export async function overwriteResponse(
  db: Db,
  scope: KeyScope,
  { before, after }: { readonly before: Buffer; readonly after: Buffer },
): Promise<void> {
  await db
    .withTables<Tables>()
    .updateTable('idempotency_keys')
    .where(isKey(scope))
    .where('sealed_answer', '=', before)
    .set({ sealed_answer: after })
    .execute()
}

/** Deletes at most `rowsMax` keys that were claimed before the time, and returns how many. */
export async function deleteOldKeys(
  db: Db,
  { before, rowsMax }: { readonly before: Temporal.Instant; readonly rowsMax: number },
): Promise<number> {
  const columns = ['organization_id', 'method', 'path', 'key'] as const
  const tables = db.withTables<Tables>()
  const limit = sql<Temporal.Instant>`${before.toString()}`
  const old = tables
    .selectFrom('idempotency_keys')
    .select(columns)
    .where('claimed_at', '<', limit)
    .orderBy('claimed_at')
    .limit(rowsMax)
  const { numDeletedRows } = await tables
    .deleteFrom('idempotency_keys')
    .where(({ eb, refTuple }) => eb(refTuple(...columns), 'in', old.$asTuple(...columns)))
    // A key that was reused meanwhile is not old any more.
    .where('claimed_at', '<', limit)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
