import { type RawBuilder, sql } from 'kysely'
import { identifyingNames, PERSONAL_NAMES } from '../../catalogue/personal-fields.ts'
import type { Person } from '../../kernel/person.ts'
import type { Db } from '../../platform/postgres/database.ts'
import type { Evidence, EvidenceQuery } from './erasure-targets.ts'

/** Rows of another release may have any shape. */
const OUTBOX_FIELDS = sql`case when jsonb_typeof(record -> 'fields') = 'object'
  then record -> 'fields' else '{}'::jsonb end`
const REQUEST_ID = sql`coalesce(record -> 'fields' ->> 'Request.RequestID', '')`
const PERSONAL = sql`${[...PERSONAL_NAMES]}::text[]`

/** Finds outbox records that name the person, up to a number of them. */
export async function findOutboxEvidence(
  db: Db,
  { merchantIds, person, rowsMax }: EvidenceQuery,
): Promise<readonly Evidence[]> {
  const { rows } = await sql<Evidence>`
    select kind, merchant_id as "merchantId",
      (extract(epoch from occurred_at) * 1000)::float8 as "occurredAtMs",
      coalesce(record ->> 'recordId', '') as "recordId", ${REQUEST_ID} as "requestId"
    from record_outbox
    where merchant_id = any(${[...merchantIds]}::text[]) and ${namesPerson(person)}
    order by outbox_id limit ${rowsMax}`.execute(db)
  return rows
}

export async function countOutboxTargets(db: Db, evidence: readonly Evidence[]): Promise<number> {
  const { rows } = await sql<{ readonly rows: number }>`
    select count(*)::int as rows from record_outbox where ${isTarget(evidence)}`.execute(db)
  return rows[0]?.rows ?? 0
}

/**
 * Blanks outbox records; waits for loaders that have locked them, and skips the rows they have loaded. Those that are kept
 * for a backup are blanked afterwards and not counted: the record store has them, too.
 */
export async function blankOutboxTargets(db: Db, evidence: readonly Evidence[]): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update record_outbox
    set record = jsonb_set(record, '{fields}', (record -> 'fields') - ${PERSONAL})
    where ${isTarget(evidence)}`.execute(db)
  await sql`
    update record_outbox_delivered
    set record = jsonb_set(record, '{fields}', (record -> 'fields') - ${PERSONAL})
    where ${isTarget(evidence)}`.execute(db)
  return Number(numAffectedRows)
}

export type PendingTargets = { readonly targetId: string; readonly evidence: readonly Evidence[] }

/** Stores the targets of an erasure: once blank, records no longer show which others belong to them. */
export async function saveTargets(
  db: Db,
  organizationId: string,
  { targetId, evidence }: PendingTargets,
): Promise<void> {
  await sql`insert into record_erasure_targets (organization_id, target_id, targets)
    values (${organizationId}, ${targetId}, ${JSON.stringify(evidence)}::jsonb)`.execute(db)
}

export async function findPendingTargets(db: Db, organizationId: string): Promise<PendingTargets | undefined> {
  const { rows } = await sql<PendingTargets>`
    select target_id as "targetId", targets as evidence from record_erasure_targets
    where organization_id = ${organizationId} order by target_id limit 1`.execute(db)
  return rows[0]
}

export async function deleteTargets(
  db: Db,
  organizationId: string,
  { targetId }: Pick<PendingTargets, 'targetId'>,
): Promise<void> {
  await sql`delete from record_erasure_targets
    where organization_id = ${organizationId} and target_id = ${targetId}`.execute(db)
}

function namesPerson({ emails, phones, customerIds }: Person): RawBuilder<unknown> {
  const among = (texts: readonly string[]) => sql`any(${[...texts]}::text[])`
  return sql`exists (select from jsonb_each_text(${OUTBOX_FIELDS}) as field (name, value) where
    (name = ${among(identifyingNames('email'))}
      and lower(btrim(value, E' \\t\\r\\n')) = ${among(emails)})
    or (name = ${among(identifyingNames('phone'))}
      and regexp_replace(value, '[^0-9]', '', 'g') = ${among(phones)})
    or (name = ${among(identifyingNames('customer'))} and value = ${among(customerIds)}))`
}

/** The condition for records of the evidence that are not blank yet. */
function isTarget(evidence: readonly Evidence[]): RawBuilder<unknown> {
  const paid = evidence.filter(({ requestId }) => requestId !== '')
  const texts = (values: readonly string[]) => sql`${[...values]}::text[]`
  const times = evidence.map(({ occurredAtMs }) => occurredAtMs)
  return sql`(${OUTBOX_FIELDS}) ?| ${PERSONAL} and ((merchant_id, ${REQUEST_ID}) in (
      select * from unnest(${texts(paid.map(({ merchantId }) => merchantId))},
        ${texts(paid.map(({ requestId }) => requestId))}))
    or (kind, merchant_id, record ->> 'recordId', occurred_at) in (
      select kind, merchant_id, record_id, to_timestamp(ms / 1000.0) from unnest(
        ${texts(evidence.map(({ kind }) => kind))},
        ${texts(evidence.map(({ merchantId }) => merchantId))},
        ${texts(evidence.map(({ recordId }) => recordId))}, ${times}::bigint[])
        as found (kind, merchant_id, record_id, ms)))`
}
