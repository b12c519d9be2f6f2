import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/postgres/database.ts'
import type { Write } from '../../platform/postgres/write-together.ts'
import type { OutboxMail } from './mail.ts'

type AddressKey = { readonly organizationId: string; readonly address: string }

export type RefusedAddress = { readonly reason: string; readonly refusedAt: Temporal.Instant }

/** The mail server's reason for refusing the address for good; undefined if it has not refused it. */
async function findRefusedAddress(db: Db | Tx, key: AddressKey): Promise<RefusedAddress | undefined> {
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

/** Lets an address be tried again. */
function liftWrite(key: AddressKey): Write {
  return sql`delete from refused_addresses
    where (organization_id, address) = (${key.organizationId}, ${normalized(key)})`
}

type ListedAddress = RefusedAddress & AddressKey

/** Refused addresses of all organizations or of one, newest first. */
export async function listRefusedAddresses(
  db: Db,
  { organizationId, limit }: { readonly organizationId: string | undefined; readonly limit: number },
): Promise<readonly ListedAddress[]> {
  const chosen = organizationId === undefined ? sql`true` : sql`organization_id = ${organizationId}`
  const { rows } = await sql<ListedAddress>`select organization_id as "organizationId", address, reason,
      refused_at as "refusedAt" from refused_addresses
    where ${chosen} order by refused_at desc, organization_id, address limit ${limit}`.execute(db)
  return rows
}

/** Lets an address be tried again, by one organization or by all; returns those that it was refused for. */
export async function liftAddress(
  tx: Tx,
  { organizationId, address }: { readonly organizationId: string | undefined; readonly address: string },
): Promise<readonly string[]> {
  const chosen = organizationId === undefined ? sql`true` : sql`organization_id = ${organizationId}`
  const { rows } = await sql<{ id: string }>`delete from refused_addresses
    where ${chosen} and address = ${normalized({ address })} returning organization_id as id`.execute(tx)
  return rows.map(({ id }) => id).toSorted()
}

/** Addresses that get no mail until the merchant confirms or the operator lifts them. */
export const refusedAddresses = { find: findRefusedAddress, lift: liftWrite }

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
