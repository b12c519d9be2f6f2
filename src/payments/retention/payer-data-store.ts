import { sql } from 'kysely'
import type { Tx } from '../../platform/postgres/database.ts'

/** Removes payer data of attempts without a payment last changed before an instant; returns their organizations. */
export async function removePayerData(
  tx: Tx,
  { before, limit }: { readonly before: Temporal.Instant; readonly limit: number },
): Promise<readonly string[]> {
  const { rows } = await sql<{ organization_id: string }>`update payment_attempts set payer = '{}'
    where (organization_id, attempt_id) in (
      select organization_id, attempt_id from payment_attempts
      where status in ('declined', 'rejected', 'lapsed', 'excess') and payer <> '{}'::jsonb
        and changed_at < ${before.toString()}
      order by changed_at limit ${limit}
      -- One that is being changed is left until the next day.
      for update skip locked
    ) returning organization_id`.execute(tx)
  return rows.map(({ organization_id }) => organization_id)
}
