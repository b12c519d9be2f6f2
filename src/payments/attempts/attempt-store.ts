import { type RawBuilder, sql } from 'kysely'
import { assert } from '../../kernel/assert.ts'
import type { Db, Tx } from '../../platform/postgres/database.ts'
import type { Write } from '../../platform/postgres/write-together.ts'
import type { AddressCodes } from '../declines/decline-store.ts'
import { type Attempt, type AttemptKind, type AttemptStatus, isOpen, type Payer } from '../model/attempt.ts'
import type { DeclineReason, MethodName, ProcessorFacts } from '../port/port.ts'
import { isRequestId } from './request-id.ts'

export type AttemptRow = {
  readonly organization_id: string
  readonly attempt_id: string
  readonly kind: AttemptKind
  readonly payment_id: string
  readonly invoice_number: string
  readonly request_key: string
  readonly status: AttemptStatus
  readonly is_reserved: boolean
  readonly processor: string
  readonly processor_account: string
  readonly method: MethodName
  readonly is_hosted: boolean
  readonly token_id: string | null
  readonly currency: string
  readonly amount_minor: string
  readonly decline_reason: DeclineReason | null
  readonly facts: ProcessorFacts | null
  readonly challenge_url: string | null
  readonly note: string | null
  readonly payer: Payer
  readonly created_at: Temporal.Instant
  readonly changed_at: Temporal.Instant
}

/** The columns of attempts, but for the codes of addresses and the times of calls: statements that name them can be prepared. */
export const ATTEMPT_COLUMNS = sql`organization_id, attempt_id, kind, payment_id, invoice_number, request_key, status,
  is_reserved, processor, processor_account, method, is_hosted, token_id, currency, amount_minor, decline_reason, facts,
  challenge_url, note, payer, created_at, changed_at`

export type AttemptPlace = Pick<Attempt, 'organizationId' | 'attemptId'>
/** The key by which a repeated request is recognized. */
export type RequestPlace = Pick<Attempt, 'organizationId' | 'invoiceNumber' | 'kind' | 'requestKey'>

/**
 * Inserts the attempt; false if its request has one already. Waits for a transaction that is inserting it. The codes of
 * the payer's address are kept while the attempt is open.
 */
export async function insertAttempt(tx: Tx, attempt: Attempt, codes?: AddressCodes): Promise<boolean> {
  const { rows } =
    await sql`insert into payment_attempts (organization_id, attempt_id, kind, payment_id, invoice_number,
      request_key, status, is_reserved, processor, processor_account, method, is_hosted, token_id, currency, amount_minor,
      decline_reason, facts, challenge_url, note, payer, created_at, changed_at, address_code,
      network_code, range_code)
    values (${attempt.organizationId}, ${attempt.attemptId}, ${attempt.kind}, ${attempt.paymentId},
      ${attempt.invoiceNumber}, ${attempt.requestKey}, ${attempt.status}, ${attempt.isReserved}, ${attempt.processor},
      ${attempt.account}, ${attempt.method}, ${attempt.isHosted}, ${attempt.tokenId ?? null}, ${attempt.amount.currency},
      ${String(attempt.amount.minor)}, ${attempt.declineReason ?? null},
      ${jsonOf(attempt.facts)}::jsonb, ${attempt.challengeUrl ?? null}, ${attempt.note ?? null},
      ${JSON.stringify(attempt.payer)}::jsonb,
      ${attempt.createdAt.toString()}, ${attempt.changedAt.toString()}, ${codes?.addressCode ?? null},
      ${codes?.networkCode ?? null}, ${codes?.rangeCode ?? null})
    on conflict (organization_id, invoice_number, kind, request_key) do nothing
    returning true`.execute(tx)
  return rows.length > 0
}

/** The attempt that the request has already. */
export async function getAttemptOfRequest(tx: Tx, place: RequestPlace): Promise<Attempt> {
  const attempt = await findAttemptOfRequest(tx, place)
  assert(attempt !== undefined, 'A request that cannot have a new attempt has one.')
  return attempt
}

/** Updates what changes during an attempt. Once it is decided, nothing says from which address it came. */
export function attemptUpdate(attempt: Attempt): Write {
  const keepsAddress = isOpen(attempt) && attempt.status !== 'lapsed'
  return sql`update payment_attempts set status = ${attempt.status}, is_reserved = ${attempt.isReserved},
      method = ${attempt.method}, decline_reason = ${attempt.declineReason ?? null}, facts = ${jsonOf(attempt.facts)}::jsonb,
      challenge_url = ${attempt.challengeUrl ?? null}, changed_at = ${attempt.changedAt.toString()},
      address_code = case when ${keepsAddress} then address_code end,
      network_code = case when ${keepsAddress} then network_code end,
      range_code = case when ${keepsAddress} then range_code end
    where organization_id = ${attempt.organizationId} and attempt_id = ${attempt.attemptId}`
}

/**
 * Loads an attempt and locks it until the transaction ends. Attempts are locked before their invoice, everywhere, so
 * that two transactions never wait for each other.
 */
export async function lockAttempt(tx: Tx, place: AttemptPlace): Promise<Attempt | undefined> {
  if (!isRequestId(place.attemptId)) return undefined
  const { rows } = await sql<AttemptRow>`select ${ATTEMPT_COLUMNS} from payment_attempts
    where organization_id = ${place.organizationId} and attempt_id = ${place.attemptId} for update`.execute(tx)
  return rows[0] && attemptOf(rows[0])
}

export async function findAttempt(db: Db, place: AttemptPlace): Promise<Attempt | undefined> {
  if (!isRequestId(place.attemptId)) return undefined
  const { rows } = await sql<AttemptRow>`select ${ATTEMPT_COLUMNS} from payment_attempts
    where organization_id = ${place.organizationId} and attempt_id = ${place.attemptId}`.execute(db)
  return rows[0] && attemptOf(rows[0])
}

/** The attempt of the same request; undefined if it has none yet. */
export async function findAttemptOfRequest(db: Db | Tx, place: RequestPlace): Promise<Attempt | undefined> {
  const { rows } = await sql<AttemptRow>`select ${ATTEMPT_COLUMNS} from payment_attempts
    where organization_id = ${place.organizationId} and invoice_number = ${place.invoiceNumber}
      and kind = ${place.kind} and request_key = ${place.requestKey}`.execute(db)
  return rows[0] && attemptOf(rows[0])
}

/** The attempts that a condition selects, in its order. */
export async function findAttempts(db: Db, condition: RawBuilder<unknown>): Promise<readonly Attempt[]> {
  const { rows } = await sql<AttemptRow>`select ${ATTEMPT_COLUMNS} from payment_attempts where ${condition}`.execute(db)
  return rows.map(attemptOf)
}

/** The attempts that belong to these payments, oldest first. */
export async function findAttemptsOfPayments(
  db: Db,
  { organizationId, paymentIds }: { readonly organizationId: string; readonly paymentIds: readonly string[] },
): Promise<readonly Attempt[]> {
  if (paymentIds.length === 0) return []
  const { rows } = await sql<AttemptRow>`select ${ATTEMPT_COLUMNS} from payment_attempts
    where organization_id = ${organizationId} and payment_id = any(${[...paymentIds]}::text[])
    order by created_at, attempt_id`.execute(db)
  return rows.map(attemptOf)
}

/** The attempts about one charge besides itself, oldest first. */
export async function findFollowUps(db: Db, { organizationId, attemptId }: AttemptPlace): Promise<readonly Attempt[]> {
  const { rows } = await sql<AttemptRow>`select ${ATTEMPT_COLUMNS} from payment_attempts
    where organization_id = ${organizationId} and payment_id = ${attemptId} and kind <> 'charge'
    order by created_at, attempt_id`.execute(db)
  return rows.map(attemptOf)
}

/** Charges that were started some time ago, by the database's clock, and have no outcome. */
export async function findLostCharges(
  db: Db,
  { olderThanMs, limit }: { readonly olderThanMs: number; readonly limit: number },
): Promise<readonly AttemptPlace[]> {
  const { rows } = await sql<AttemptPlace>`
    select organization_id as "organizationId", attempt_id as "attemptId" from payment_attempts
    where status = 'started' and kind = 'charge'
      and called_at < clock_timestamp() - ${olderThanMs}::double precision * interval '1 millisecond'
    limit ${limit}`.execute(db)
  return rows
}

export function attemptOf(row: AttemptRow): Attempt {
  return {
    organizationId: row.organization_id,
    attemptId: row.attempt_id,
    kind: row.kind,
    paymentId: row.payment_id,
    invoiceNumber: row.invoice_number,
    requestKey: row.request_key,
    status: row.status,
    isReserved: row.is_reserved,
    processor: row.processor,
    account: row.processor_account,
    method: row.method,
    isHosted: row.is_hosted,
    tokenId: row.token_id ?? undefined,
    amount: { minor: BigInt(row.amount_minor), currency: row.currency },
    declineReason: row.decline_reason ?? undefined,
    facts: row.facts ?? undefined,
    challengeUrl: row.challenge_url ?? undefined,
    note: row.note ?? undefined,
    payer: row.payer,
    createdAt: row.created_at,
    changedAt: row.changed_at,
  }
}

function jsonOf(value: object | undefined): string | null {
  return value === undefined ? null : JSON.stringify(value)
}
