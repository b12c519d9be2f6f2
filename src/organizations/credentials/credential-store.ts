import { type RawBuilder, type Selectable, sql } from 'kysely'
import { AppError } from '../../kernel/errors.ts'
import type { Db, Tx } from '../../platform/postgres/database.ts'
import { EVERYTHING, keySubject } from '../caller-changes/caller-subject.ts'
import { noteCallerChange } from '../caller-changes/note-caller-change.ts'
import type { Organization } from '../tree/organization.ts'
import {
  type JoinedOrganization,
  joinedOrganizationColumns,
  joinedOrganizationOf,
  refuseDuplicate,
} from '../tree/organization-store.ts'
import type { Credential, CredentialType, Scope } from './credential.ts'

type CredentialTable = {
  organization_id: string
  credential_id: string
  type: CredentialType
  key_id: string
  label: string
  scopes: Scope[]
  sealed_secret: Buffer | null
  secret_hash: Buffer | null
  certificate: Buffer | null
  certificate_fingerprint: Buffer | null
  created_at: Temporal.Instant
  last_used_at: Temporal.Instant | null
  expires_at: Temporal.Instant | null
  revoked_at: Temporal.Instant | null
}
type Tables = { credentials: CredentialTable }

/** The stored form of a secret, by the credential's type. */
export type StoredSecret =
  | { readonly type: 'shared-secret'; readonly sealed: Buffer }
  | { readonly type: 'bearer'; readonly hash: Buffer }
  /** In DER form, with its SHA-256. */
  | { readonly type: 'certificate'; readonly certificate: Buffer; readonly fingerprint: Buffer }

export type StoredCredential = { readonly credential: Credential; readonly secret: StoredSecret }
export type KnownCredential = StoredCredential & { readonly owner: Organization }

/** The key that a request names: by its id, or by the SHA-256 of its certificate. */
export type WantedKey = { readonly keyId: string } | { readonly fingerprint: Buffer }

/** Finds a credential by its key id, also a revoked or expired one. */
export async function findByKeyId(db: Db, keyId: string): Promise<KnownCredential | undefined> {
  const [known] = await findCredentials(db, [{ keyId }])
  return known
}

const COLUMNS = [
  'organization_id',
  'credential_id',
  'type',
  'key_id',
  'label',
  'scopes',
  'sealed_secret',
  'secret_hash',
  'certificate',
  'certificate_fingerprint',
  'created_at',
  'last_used_at',
  'expires_at',
  'revoked_at',
] as const satisfies readonly (keyof CredentialTable)[]

/** Named, so that the statement is planned once. */
const ownColumns = sql.raw(COLUMNS.map((column) => `credentials.${column}`).join(', '))

/** Finds those of the credentials that exist, also revoked and expired ones. One statement, since requests start with it. */
export async function findCredentials(db: Db, wanted: readonly WantedKey[]): Promise<readonly KnownCredential[]> {
  const { rows } = await sql<CredentialTable & JoinedOrganization>`
    select ${ownColumns}, ${joinedOrganizationColumns}
    from credentials join organizations using (organization_id)
    where ${conditionOf(wanted)}`.execute(db)
  return rows.map((row) => ({
    credential: credentialOf(row),
    secret: secretOf(row),
    owner: joinedOrganizationOf(row),
  }))
}

/** Most requests want one key, by one index. */
function conditionOf(wanted: readonly WantedKey[]): RawBuilder<unknown> {
  const keyIds = wanted.flatMap((key) => ('keyId' in key ? [key.keyId] : []))
  const fingerprints = wanted.flatMap((key) => ('fingerprint' in key ? [key.fingerprint] : []))
  const conditions = [
    ...(keyIds.length > 0 ? [sql`credentials.key_id = any(${keyIds})`] : []),
    ...(fingerprints.length > 0 ? [sql`credentials.certificate_fingerprint = any(${fingerprints})`] : []),
  ]
  return sql.join(conditions, sql` or `)
}

/** Lists the credentials of an organization, newest first. */
export async function listCredentials(
  db: Db,
  organizationId: string,
  { limit }: { readonly limit: number },
): Promise<readonly Credential[]> {
  const rows = await db
    .withTables<Tables>()
    .selectFrom('credentials')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('created_at', 'desc')
    .orderBy('credential_id')
    .limit(limit)
    .execute()
  return rows.map(credentialOf)
}

/** The labels of keys, by their ids. */
export async function findKeyLabels(db: Db, keyIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (keyIds.length === 0) return new Map()
  const { rows } = await sql<Pick<CredentialTable, 'key_id' | 'label'>>`select key_id, label from credentials
    where key_id = any(${[...new Set(keyIds)]}::text[])`.execute(db)
  return new Map(rows.map(({ key_id, label }) => [key_id, label]))
}

/** How many of an organization's credentials are valid, by the machine's time. */
export async function countActiveCredentials(db: Db, organizationId: string, at: Temporal.Instant): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from credentials
    where organization_id = ${organizationId} and revoked_at is null
      and (expires_at is null or expires_at > ${at.toString()})`.execute(db)
  return rows[0]?.count ?? 0
}

/** One of an organization's credentials by its key id, locked until the transaction ends. */
export async function lockCredential(
  tx: Tx,
  { organizationId, keyId }: Pick<Credential, 'organizationId' | 'keyId'>,
): Promise<Credential> {
  const row = await tx
    .withTables<Tables>()
    .selectFrom('credentials')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('key_id', '=', keyId)
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) {
    throw new AppError('not-found', 'NOT_FOUND', `The organization ${organizationId} has no key ${keyId}.`, [
      { field: 'keyId', reason: 'is not known' },
    ])
  }
  return credentialOf(row)
}

export async function insertCredential(tx: Tx, { credential, secret }: StoredCredential): Promise<void> {
  const instant = (at: Temporal.Instant | undefined): string | null => at?.toString() ?? null
  await refuseDuplicate(
    sql`insert into credentials (organization_id, credential_id, type, key_id, label, scopes,
        sealed_secret, secret_hash, certificate, certificate_fingerprint, created_at, expires_at)
      values (${credential.organizationId}, ${credential.credentialId}, ${credential.type},
        ${credential.keyId}, ${credential.label}, ${[...credential.scopes]}::text[],
        ${secret.type === 'shared-secret' ? secret.sealed : null},
        ${secret.type === 'bearer' ? secret.hash : null},
        ${secret.type === 'certificate' ? secret.certificate : null},
        ${secret.type === 'certificate' ? secret.fingerprint : null},
        ${credential.createdAt.toString()}, ${instant(credential.expiresAt)})`.execute(tx),
    'This certificate or key id is already registered.',
    { field: 'certificate', reason: 'is already registered' },
  )
}

export async function saveRevocation(tx: Tx, credential: Credential): Promise<void> {
  noteCallerChange(tx, keySubject(credential))
  await sql`update credentials set revoked_at = ${credential.revokedAt?.toString() ?? null}
    where organization_id = ${credential.organizationId}
      and credential_id = ${credential.credentialId}`.execute(tx)
}

export async function saveExpiry(tx: Tx, credential: Credential): Promise<void> {
  noteCallerChange(tx, keySubject(credential))
  await sql`update credentials set expires_at = ${credential.expiresAt?.toString() ?? null}
    where organization_id = ${credential.organizationId}
      and credential_id = ${credential.credentialId}`.execute(tx)
}

/** Revokes every key of every organization; returns those that were not revoked until now. */
export async function revokeEveryKey(
  tx: Tx,
  { at }: { readonly at: Temporal.Instant },
): Promise<readonly Pick<Credential, 'organizationId' | 'keyId' | 'type'>[]> {
  noteCallerChange(tx, EVERYTHING)
  const { rows } = await sql<Pick<CredentialTable, 'organization_id' | 'key_id' | 'type'>>`
    update credentials set revoked_at = ${at.toString()}
    where revoked_at is null
    returning organization_id, key_id, type`.execute(tx)
  return rows.map(({ organization_id, key_id, type }) => ({ organizationId: organization_id, keyId: key_id, type }))
}

/** Never goes back in time, so that nodes can write in any order. */
export async function saveLastUse(
  db: Db,
  { organizationId, credentialId }: Pick<Credential, 'organizationId' | 'credentialId'>,
  at: Temporal.Instant,
): Promise<void> {
  await sql`update credentials set last_used_at = greatest(last_used_at, ${at.toString()})
    where organization_id = ${organizationId} and credential_id = ${credentialId}`.execute(db)
}

function secretOf(row: Selectable<CredentialTable>): StoredSecret {
  // Constraints of the table guarantee which column is filled for which type.
  const bytes = (value: Buffer | null): Buffer => value ?? Buffer.alloc(0)
  if (row.type === 'shared-secret') return { type: row.type, sealed: bytes(row.sealed_secret) }
  if (row.type === 'bearer') return { type: row.type, hash: bytes(row.secret_hash) }
  return {
    type: row.type,
    certificate: bytes(row.certificate),
    fingerprint: bytes(row.certificate_fingerprint),
  }
}

function credentialOf(row: Selectable<CredentialTable>): Credential {
  return {
    organizationId: row.organization_id,
    credentialId: row.credential_id,
    type: row.type,
    keyId: row.key_id,
    label: row.label,
    scopes: row.scopes,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at ?? undefined,
    expiresAt: row.expires_at ?? undefined,
    revokedAt: row.revoked_at ?? undefined,
  }
}
