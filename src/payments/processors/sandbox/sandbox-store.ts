import { sql } from 'kysely'
import type { Money } from '../../../kernel/money.ts'
import type { Database, Db } from '../../../platform/postgres/database.ts'
import type { Method, MethodName, Outcome } from '../../port/port.ts'
import type { Behaviour, Later } from './test-cards.ts'

/** Something that happened to a charge at the sandbox, without a call of ours. */
type BookedEvent =
  | 'chargeback'
  | 'bankReturn'
  | 'disputeWon'
  | 'disputeLost'
  | 'refundedElsewhere'
  | 'authorizationEnded'

/** The later course of a charge. */
type ToCome = Pick<Behaviour, 'isReviewed' | 'authorizationDays' | 'later'>

/** A call in the sandbox processor's books, or a later event of one. */
export type BookedCall = {
  readonly organizationId: string
  readonly key: string
  readonly kind: 'authorize' | 'capture' | 'reverse' | 'refund' | 'tombstone' | 'revoke' | BookedEvent
  readonly of: string | undefined
  readonly amount: Money | undefined
  /** The processor's answer; of an authorization that was challenged, the answer so far. */
  readonly outcome: Outcome
  /** How it goes on after a passed challenge, and what happens later. */
  readonly behaviour: ToCome & {
    /** The page that the payer goes to after a challenge or a hosted checkout. */
    readonly returnUrl?: string
    /** The payer cannot go on any more. */
    readonly isAbandoned?: true
    /** How a later charge of the account behaves; only where the payer agreed to have it stored. */
    readonly stored?: { readonly method: MethodName; readonly behaviour: Behaviour }
    /** The terms that a hosted checkout was started with. */
    readonly hosted?: { readonly canReview: boolean; readonly storesCredential: boolean; readonly method: Method }
  }
  readonly challengeResult: 'passed' | 'failed' | undefined
}

type CallRow = {
  readonly organization_id: string
  readonly key: string
  readonly kind: BookedCall['kind']
  readonly of_key: string | null
  readonly currency: string | null
  readonly amount_minor: string | null
  readonly outcome: Outcome
  readonly behaviour: BookedCall['behaviour']
  readonly challenge_result: 'passed' | 'failed' | null
}

type Place = Pick<BookedCall, 'organizationId' | 'key'>

/** Books a call unless its key is booked already, and returns the booked call. */
export async function book(database: Database, call: BookedCall): Promise<BookedCall> {
  const { organizationId, key, kind, of, amount } = call
  const { rows } = await sql<CallRow>`insert into sandbox_processor_calls (organization_id, key, kind, of_key, currency,
      amount_minor, outcome, behaviour)
    values (${organizationId}, ${key}, ${kind}, ${of ?? null}, ${amount?.currency ?? null},
      ${amount === undefined ? null : String(amount.minor)}, ${JSON.stringify(call.outcome)}::jsonb,
      ${JSON.stringify(call.behaviour)}::jsonb)
    on conflict (organization_id, key) do nothing returning *`.execute(database.db)
  const booked = rows[0] === undefined ? await findBooked(database, call) : callOf(rows[0])
  if (booked === undefined) throw new Error('A call that was booked is gone.')
  return booked
}

export async function findBooked(database: Database, { organizationId, key }: Place): Promise<BookedCall | undefined> {
  const { rows } = await sql<CallRow>`select * from sandbox_processor_calls
    where organization_id = ${organizationId} and key = ${key}`.execute(database.db)
  return rows[0] && callOf(rows[0])
}

/**
 * Books a call about an earlier one. The earlier one is locked, so that concurrent refunds never exceed it; `decide`
 * gets it and everything booked about it.
 */
export async function bookFollowUp(
  database: Database,
  call: Pick<BookedCall, 'organizationId' | 'key' | 'kind'> & { readonly of: string },
  decide: (
    of: BookedCall | undefined,
    earlier: readonly BookedCall[],
  ) => { readonly amount: Money | undefined; readonly outcome: Outcome },
): Promise<BookedCall> {
  const { organizationId, key, of } = call
  return database.transaction(async (tx) => {
    await sql`select from sandbox_processor_calls
      where organization_id = ${organizationId} and key = ${of} for update`.execute(tx)
    // A statement of its own: it sees what others booked while this one waited for the lock.
    const { rows } = await sql<CallRow>`select * from sandbox_processor_calls
      where organization_id = ${organizationId} and (key = ${of} or of_key = ${of} or key = ${key})
      order by created_at`.execute(tx)
    const calls = rows.map(callOf)
    const same = calls.find((booked) => booked.key === key)
    if (same !== undefined) return same
    const about = calls.filter((booked) => booked.of === of)
    const { amount, outcome } = decide(
      calls.find((booked) => booked.key === of),
      about,
    )
    const booked: BookedCall = { ...call, amount, outcome, behaviour: {}, challengeResult: undefined }
    await sql`insert into sandbox_processor_calls (organization_id, key, kind, of_key, currency, amount_minor,
        outcome, behaviour)
      values (${organizationId}, ${key}, ${call.kind}, ${of}, ${amount?.currency ?? null},
        ${amount === undefined ? null : String(amount.minor)}, ${JSON.stringify(outcome)}::jsonb, '{}')`.execute(tx)
    return booked
  })
}

/** The charges among these that something happens to some days later. */
export async function findLaterEvents(
  db: Db,
  { organizationId, keys }: { readonly organizationId: string; readonly keys: readonly string[] },
): Promise<readonly { readonly key: string; readonly later: Later }[]> {
  if (keys.length === 0) return []
  const { rows } = await sql<{ key: string; later: Later }>`
    select key, behaviour->>'later' as later from sandbox_processor_calls
    where organization_id = ${organizationId} and key = any(${[...keys]}::text[]) and behaviour->>'later' is not null
    order by key`.execute(db)
  return rows
}

/** Replaces the answer about a refund that had been approved: it failed later. Repeated, it changes nothing more. */
export async function bookFailure(database: Database, place: Place, outcome: Outcome): Promise<void> {
  const { organizationId, key } = place
  await sql`update sandbox_processor_calls set outcome = ${JSON.stringify(outcome)}::jsonb
    where organization_id = ${organizationId} and key = ${key} and kind = 'refund'
      and outcome->>'status' = 'approved'`.execute(database.db)
}

/** Records how the payer ended the challenge; the first answer counts. */
export async function recordChallenge(
  database: Database,
  { organizationId, key }: Place,
  result: 'passed' | 'failed',
): Promise<void> {
  await sql`update sandbox_processor_calls set challenge_result = coalesce(challenge_result, ${result})
    where organization_id = ${organizationId} and key = ${key} and outcome->>'status' = 'challenge'`.execute(
    database.db,
  )
}

/** Replaces the answer of a challenged authorization or of a hosted checkout, once. */
export async function concludeChallenge(
  database: Database,
  place: Place,
  outcome: Outcome,
  behaviour: BookedCall['behaviour'] = {},
): Promise<Outcome> {
  const { organizationId, key } = place
  const { rows } = await sql<{ outcome: Outcome }>`update sandbox_processor_calls
    set outcome = case when outcome->>'status' = 'challenge' then ${JSON.stringify(outcome)}::jsonb else outcome end,
      behaviour = case when outcome->>'status' = 'challenge' then behaviour || ${JSON.stringify(behaviour)}::jsonb
        else behaviour end
    where organization_id = ${organizationId} and key = ${key} returning outcome`.execute(database.db)
  return rows[0] === undefined ? outcome : outcomeOf(rows[0].outcome)
}

function callOf(row: CallRow): BookedCall {
  const { currency, amount_minor } = row
  return {
    organizationId: row.organization_id,
    key: row.key,
    kind: row.kind,
    of: row.of_key ?? undefined,
    amount: currency === null || amount_minor === null ? undefined : { minor: BigInt(amount_minor), currency },
    outcome: outcomeOf(row.outcome),
    behaviour: row.behaviour,
    challengeResult: row.challenge_result ?? undefined,
  }
}

/** In the books an instant is a string. */
function outcomeOf(stored: Outcome): Outcome {
  if (stored.status !== 'review' || stored.decideBy === undefined) return stored
  return { ...stored, decideBy: Temporal.Instant.from(String(stored.decideBy)) }
}
