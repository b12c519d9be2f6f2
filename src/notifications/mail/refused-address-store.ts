import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/postgres/database.ts'
import type { Write } from '../../platform/postgres/write-together.ts'
import type { OutboxMail } from './mail.ts'

type AddressKey = { readonly organizationId: string; readonly address: string }

export type RefusedAddress = { readonly reason: string; readonly refusedAt: Temporal.Instant }

/** The mail server's reason for refusing the address for good; undefined if it has not refused it. */
export async function findRefusedAddress(db: Db | Tx, key: AddressKey): Promise<RefusedAddress | undefined> {
  const { rows } = await sql<RefusedAddress>`select reason, refused_at as "refusedAt" from refused_addresses
    where (organization_id, address) = (${key.organizationId}, ${normalized(key)})`.execute(db)
  return rows[0]
}

type AddressedMail = Pick<OutboxMail, 'organizationId' | 'mailId' | 'recipient'>

/** Why the mail server refused the addresses of mails for good, by the ids of those mails that it would refuse. */
export async function findRefusedReasons(
  db: Db,
  mails: readonly AddressedMail[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ mail_id: string; reason: string }>`select given.mail_id, reason
    from unnest(${mails.map(({ organizationId }) => organizationId)}::text[],
      ${mails.map(({ recipient }) => normalized(recipient))}::text[], ${mails.map(({ mailId }) => mailId)}::text[])
      as given (organization_id, address, mail_id)
    join refused_addresses using (organization_id, address)`.execute(db)
  return new Map(rows.map((row) => [row.mail_id, row.reason]))
}

/** Marks an address as refused for good; the newest reason is kept. */
export function refusedAddressWrite(key: AddressKey, { reason, refusedAt }: RefusedAddress): Write {
  return sql`insert into refused_addresses (organization_id, address, reason, refused_at)
    values (${key.organizationId}, ${normalized(key)}, ${reason}, ${refusedAt.toString()})
    on conflict (organization_id, address) do update
      set reason = excluded.reason, refused_at = excluded.refused_at`
}

function normalized({ address }: Pick<AddressKey, 'address'>): string {
  return address.trim().toLowerCase()
}
