import { type RawBuilder, sql } from 'kysely'
import { assert } from '../../kernel/assert.ts'
import type { Db, Tx } from '../../platform/postgres/database.ts'

/** A stored account that the merchant may charge again. */
export type Token = {
  readonly organizationId: string
  readonly tokenId: string
  readonly paymentId: string
  readonly createdAt: Temporal.Instant
  readonly revokedAt: Temporal.Instant | undefined
}

/** Inserts the token unless its payment has one already, and returns the payment's token. */
export async function insertToken(tx: Tx, token: Token): Promise<Token> {
  const { organizationId, tokenId, paymentId } = token
  await sql`insert into payment_tokens (organization_id, token_id, payment_id, created_at)
    values (${organizationId}, ${tokenId}, ${paymentId}, ${token.createdAt.toString()})
    on conflict (organization_id, payment_id) do nothing`.execute(tx)
  const stored = await findTokenOfPayment(tx, token)
  assert(stored !== undefined, 'A payment that cannot have a new token has one.')
  return stored
}

export async function findTokenOfPayment(
  db: Db | Tx,
  { organizationId, paymentId }: Pick<Token, 'organizationId' | 'paymentId'>,
): Promise<Token | undefined> {
  return findOne(db, sql`organization_id = ${organizationId} and payment_id = ${paymentId}`)
}

export type TokenPlace = Pick<Token, 'organizationId' | 'tokenId'>

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export async function findToken(db: Db, { organizationId, tokenId }: TokenPlace): Promise<Token | undefined> {
  if (!UUID.test(tokenId)) return undefined
  return findOne(db, sql`organization_id = ${organizationId} and token_id = ${tokenId}`)
}

/** Records once that the token is revoked, and removes the processor's reference; returns the token as it is then. */
export async function markRevoked(
  tx: Tx,
  token: Token,
  at: Temporal.Instant,
): Promise<{ readonly isNew: boolean; readonly token: Token }> {
  const { organizationId, tokenId, paymentId } = token
  const { rows } = await sql`update payment_tokens set revoked_at = ${at.toString()}
    where organization_id = ${organizationId} and token_id = ${tokenId} and revoked_at is null
    returning true`.execute(tx)
  await sql`update payment_attempts set facts = facts - 'storedCredential'
    where organization_id = ${organizationId} and attempt_id = ${paymentId}`.execute(tx)
  const stored = await findTokenOfPayment(tx, token)
  assert(stored !== undefined, 'A token is never deleted.')
  return { isNew: rows.length > 0, token: stored }
}

export type TokenRow = {
  readonly organization_id: string
  readonly token_id: string
  readonly payment_id: string
  readonly created_at: Temporal.Instant
  readonly revoked_at: Temporal.Instant | null
}

/** Of `payment_tokens token`. */
export const TOKEN_COLUMNS = sql`token.organization_id, token.token_id, token.payment_id, token.created_at,
  token.revoked_at`

async function findOne(db: Db | Tx, condition: RawBuilder<unknown>): Promise<Token | undefined> {
  const { rows } = await sql<TokenRow>`select ${TOKEN_COLUMNS} from payment_tokens token where ${condition}`.execute(db)
  return rows[0] && tokenOf(rows[0])
}

export function tokenOf(row: TokenRow): Token {
  return {
    organizationId: row.organization_id,
    tokenId: row.token_id,
    paymentId: row.payment_id,
    createdAt: row.created_at,
    revokedAt: row.revoked_at ?? undefined,
  }
}
