import { sql } from 'kysely'
import { assert } from '../../kernel/assert.ts'
import type { Tx } from '../../platform/postgres/database.ts'

/** A stored account that the merchant may charge again. */
export type Token = {
  readonly organizationId: string
  readonly tokenId: string
  readonly paymentId: string
  readonly createdAt: Temporal.Instant
}

/** Inserts the token unless its payment has one already, and returns the payment's token. */
export async function insertToken(tx: Tx, token: Token): Promise<Token> {
  const { organizationId, tokenId, paymentId } = token
  await sql`insert into payment_tokens (organization_id, token_id, payment_id, created_at)
    values (${organizationId}, ${tokenId}, ${paymentId}, ${token.createdAt.toString()})
    on conflict (organization_id, payment_id) do nothing`.execute(tx)
  const { rows } = await sql<{ token_id: string; created_at: Temporal.Instant }>`
    select token_id, created_at from payment_tokens
    where organization_id = ${organizationId} and payment_id = ${paymentId}`.execute(tx)
  const [row] = rows
  assert(row !== undefined, 'A payment that cannot have a new token has one.')
  return { ...token, tokenId: row.token_id, createdAt: row.created_at }
}
