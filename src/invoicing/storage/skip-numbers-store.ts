import { sql } from 'kysely'
import { organizationsBelow } from '../../organizations/index.ts'
import type { Tx } from '../../platform/postgres/database.ts'

type Skipped = { readonly organizationId: string; readonly count: number }

/** Leaves out the next generated numbers of an organization and of all below it, which the original may have given. */
export async function skipNumbers(tx: Tx, { organizationId, count }: Skipped): Promise<void> {
  await sql`insert into invoice_counters as counter (organization_id, last_position, last_number)
    select organization_id, 0, ${count}::bigint from (${organizationsBelow(organizationId, { type: 'merchant' })}) below
    on conflict (organization_id) do update set last_number = counter.last_number + excluded.last_number`.execute(tx)
}
