import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/postgres/database.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'

/** The key that signs an organization's notifications. */
export type SigningKey = {
  readonly organizationId: string
  readonly keyId: string
  /** The bytes of the shared secret; clients know it in Base64. */
  readonly secret: Buffer
  /** By the machine's clock, as all times of keys. */
  readonly createdAt: Temporal.Instant
  readonly expiresAt: Temporal.Instant
}

/** The secret is undefined if another key has replaced it. */
export type VerificationKey = Pick<SigningKey, 'expiresAt'> & { readonly secret: Buffer | undefined }

type KeyRow = {
  readonly organization_id: string
  readonly key_id: string
  readonly sealed_key: Buffer
  readonly created_at: Temporal.Instant
  readonly expires_at: Temporal.Instant
}

/** The organization's signing key, also an expired one (`isExpired`); undefined if it never made one. */
export async function signingKeyOf(db: Db, secrets: Secrets, organizationId: string): Promise<SigningKey | undefined> {
  const { rows } = await sql<KeyRow>`select organization_id, key_id, sealed_key, created_at, expires_at
    from webhook_signing_keys where organization_id = ${organizationId} and replaced_at is null`.execute(db)
  const [row] = rows
  if (row === undefined) return undefined
  const { key_id: keyId, sealed_key, created_at: createdAt, expires_at: expiresAt } = row
  const secret = secrets.open(sealed_key, contextOf({ organizationId, keyId }))
  return { organizationId, keyId, secret, createdAt, expiresAt }
}

/** The key with this id of one of the organizations, for a receiver of the sandbox; without its secret if it was replaced. */
export async function findSigningKey(
  db: Db,
  secrets: Secrets,
  { organizationIds, keyId }: { readonly organizationIds: readonly string[]; readonly keyId: string },
): Promise<VerificationKey | undefined> {
  const { rows } = await sql<Omit<KeyRow, 'sealed_key'> & { readonly sealed_key: Buffer | null }>`
    select organization_id, key_id, sealed_key, created_at, expires_at from webhook_signing_keys
    where organization_id = any(${[...organizationIds]}::text[]) and key_id::text = ${keyId}`.execute(db)
  const [row] = rows
  if (row === undefined) return undefined
  const { organization_id: organizationId, sealed_key: sealed, expires_at: expiresAt } = row
  return { secret: sealed === null ? undefined : secrets.open(sealed, contextOf({ organizationId, keyId })), expiresAt }
}

/** By the machine's time: receivers compare with theirs. */
export function isExpired({ expiresAt }: Pick<SigningKey, 'expiresAt'>, machineNow: Temporal.Instant): boolean {
  return Temporal.Instant.compare(expiresAt, machineNow) <= 0
}

/** Whether the organization has a key that has not expired. */
export async function hasSigningKey(db: Db, organizationId: string, machineNow: Temporal.Instant): Promise<boolean> {
  const { rows } = await sql<{ one: number }>`select 1 as one from webhook_signing_keys
    where organization_id = ${organizationId} and replaced_at is null and expires_at > ${machineNow.toString()}`.execute(
    db,
  )
  return rows.length > 0
}

/** Makes the key the only one of its organization: the former one signs nothing from now on. */
export async function replaceSigningKey(tx: Tx, secrets: Secrets, key: SigningKey): Promise<void> {
  // Of two concurrent requests, the second waits here and replaces the first one's key.
  const name = JSON.stringify(['webhook signing key', key.organizationId])
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
  await sql`update webhook_signing_keys set replaced_at = ${key.createdAt.toString()}, sealed_key = null
    where organization_id = ${key.organizationId} and replaced_at is null`.execute(tx)
  await sql`insert into webhook_signing_keys (organization_id, key_id, sealed_key, created_at, expires_at)
    values (${key.organizationId}, ${key.keyId}, ${secrets.seal(key.secret, contextOf(key))},
      ${key.createdAt.toString()}, ${key.expiresAt.toString()})`.execute(tx)
}

function contextOf({ organizationId, keyId }: Pick<SigningKey, 'organizationId' | 'keyId'>): string {
  return `webhook signing key ${organizationId} ${keyId}`
}
