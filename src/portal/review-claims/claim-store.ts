import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/postgres/database.ts'
import type { Claim } from './claim.ts'

const COLUMNS = sql`organization_id as "organizationId", payment_id as "paymentId", person_id as "personId",
  claimed_at as "claimedAt", ends_at as "endsAt"`

type Place = Pick<Claim, 'organizationId' | 'paymentId'>
type Moment = { readonly at: Temporal.Instant }

/** The claims of an organization that have not ended. */
export async function listClaims(db: Db, organizationId: string, { at }: Moment): Promise<readonly Claim[]> {
  const { rows } = await sql<Claim>`select ${COLUMNS} from review_claims
    where organization_id = ${organizationId} and ends_at > ${at.toString()}`.execute(db)
  return rows
}

/** The claim of a payment, ended or not. Claims of one payment wait for each other until the transaction ends. */
export async function lockClaim(tx: Tx, { organizationId, paymentId }: Place): Promise<Claim | undefined> {
  const key = `review claim ${organizationId} ${paymentId}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx)
  const { rows } = await sql<Claim>`select ${COLUMNS} from review_claims
    where organization_id = ${organizationId} and payment_id = ${paymentId}`.execute(tx)
  return rows[0]
}

export async function saveClaim(tx: Tx, claim: Claim): Promise<void> {
  await sql`insert into review_claims (organization_id, payment_id, person_id, claimed_at, ends_at)
    values (${claim.organizationId}, ${claim.paymentId}, ${claim.personId}, ${claim.claimedAt.toString()},
      ${claim.endsAt.toString()})
    on conflict (organization_id, payment_id) do update set person_id = excluded.person_id,
      claimed_at = excluded.claimed_at, ends_at = excluded.ends_at`.execute(tx)
}

/** Deletes the organization's claims that have ended. Those that another transaction has just renewed stay. */
export async function deleteEndedClaims(tx: Tx, organizationId: string, { at }: Moment): Promise<void> {
  await sql`delete from review_claims where (organization_id, payment_id) in (
      select organization_id, payment_id from review_claims
      where organization_id = ${organizationId} and ends_at <= ${at.toString()} for update skip locked)`.execute(tx)
}

/** Gives a payment up; false if the person does not have it. */
export async function deleteClaim(
  tx: Tx,
  { organizationId, paymentId, personId }: Place & Pick<Claim, 'personId'>,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`delete from review_claims
    where organization_id = ${organizationId} and payment_id = ${paymentId} and person_id = ${personId}`.execute(tx)
  return numAffectedRows > 0n
}
