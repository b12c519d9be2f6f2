import { type RawBuilder, sql } from 'kysely'
import { plainEmail } from '../../kernel/person.ts'
import type { PagePlace } from '../../kernel/reading/page-query.ts'
import type { Db, Tx } from '../../platform/postgres/database.ts'
import { ATTEMPT_COLUMNS, type AttemptRow, attemptOf } from '../attempts/attempt-store.ts'
import type { Attempt } from '../model/attempt.ts'
import { monthOf } from '../port/account-expiry.ts'
import type { TokenStatus } from './token-status.ts'
import { TOKEN_COLUMNS, type Token, type TokenRow, tokenOf } from './token-store.ts'

export type TokenFilter = {
  readonly organizationId: string
  readonly status?: TokenStatus | undefined
  /** The customer who consented, by the merchant's own number. */
  readonly merchantCustomerId?: string | undefined
  /** The customer who consented, by mail address. */
  readonly email?: string | undefined
  /** Decides which cards have expired. */
  readonly at: Temporal.Instant
}

/** Oldest first, so that new tokens do not move others to another page. */
export async function listTokens(db: Db, filter: TokenFilter, { offset, limit }: PagePlace): Promise<readonly Token[]> {
  const { rows } = await sql<TokenRow>`select ${TOKEN_COLUMNS} from ${matching(filter)}
    order by token.created_at, token.token_id offset ${offset} limit ${limit}`.execute(db)
  return rows.map(tokenOf)
}

export async function countTokens(db: Db, filter: TokenFilter): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`select count(*) as count from ${matching(filter)}`.execute(db)
  return Number(rows[0]?.count ?? 0)
}

function matching(filter: TokenFilter): RawBuilder<unknown> {
  const { organizationId, status, merchantCustomerId, email, at } = filter
  const conditions = [
    sql`token.organization_id = ${organizationId}`,
    ...(status === undefined ? [] : [CONDITIONS[status](at)]),
    ...(merchantCustomerId === undefined
      ? []
      : [
          sql`charge.payer ? 'consent'
          and charge.payer #>> '{consent,customer,merchantCustomerId}' = ${merchantCustomerId}`,
        ]),
    ...(email === undefined
      ? []
      : [sql`charge.payer ? 'consent' and lower(charge.payer #>> '{consent,customer,email}') = ${plainEmail(email)}`]),
  ]
  return sql`payment_tokens token
    join payment_attempts charge on charge.organization_id = token.organization_id and charge.attempt_id = token.payment_id
    where ${sql.join(conditions, sql` and `)}`
}

/** The same as `tokenStatusOf`. */
const CONDITIONS: Readonly<Record<TokenStatus, (at: Temporal.Instant) => RawBuilder<unknown>>> = {
  ACTIVE: (at) => sql`token.revoked_at is null and not ${expiredBy(at)}`,
  EXPIRED: (at) => sql`token.revoked_at is null and ${expiredBy(at)}`,
  REVOKED: () => sql`token.revoked_at is not null`,
}

function expiredBy(at: Temporal.Instant): RawBuilder<unknown> {
  return sql`coalesce((charge.facts #>> '{account,expirationYear}')::integer * 12
    + (charge.facts #>> '{account,expirationMonth}')::integer < ${monthOf(at)}::integer, false)`
}

/** The charges that these tokens were made of. */
export async function findFirstCharges(db: Db | Tx, tokens: readonly Token[]): Promise<readonly Attempt[]> {
  const [first] = tokens
  if (first === undefined) return []
  const { rows } = await sql<AttemptRow>`select ${ATTEMPT_COLUMNS} from payment_attempts
    where organization_id = ${first.organizationId}
      and attempt_id = any(${tokens.map(({ paymentId }) => paymentId)}::text[])`.execute(db)
  return rows.map(attemptOf)
}

/** The last charge of each of these tokens that has one. */
export async function findLastCharges(db: Db | Tx, tokens: readonly Token[]): Promise<readonly Attempt[]> {
  const [first] = tokens
  if (first === undefined) return []
  const { rows } = await sql<AttemptRow>`select last.*
    from unnest(${tokens.map(({ tokenId }) => tokenId)}::uuid[]) as used (token_id)
    cross join lateral (select * from payment_attempts
      where organization_id = ${first.organizationId} and token_id = used.token_id and kind = 'charge'
      order by created_at desc, attempt_id desc limit 1) last`.execute(db)
  return rows.map(attemptOf)
}
