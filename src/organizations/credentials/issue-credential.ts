import type { Actor } from '../../kernel/actor.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { newId } from '../../platform/secrets/random.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import { recordAudit } from '../audit/audit-store.ts'
import { type Credential, issued, type NewCredential } from './credential.ts'
import { insertCredential, type StoredSecret } from './credential-store.ts'
import { type BearerKey, makeBearerKey, makeSharedSecret, type SharedSecret } from './make-secret.ts'
import { fingerprintOf } from './read-certificate.ts'

export type CredentialTerms = Pick<Credential, 'label' | 'scopes' | 'expiresAt'>

type Issue = {
  readonly actor: Actor
  readonly terms: CredentialTerms
  /** By the machine's clock. */
  readonly at: Temporal.Instant
}

/** Creates a shared secret in the caller's transaction; the secret is shown only this once. */
export async function issueSharedSecret(tx: Tx, secrets: Secrets, issue: Issue): Promise<SharedSecret> {
  const owner = { organizationId: issue.actor.organizationId, credentialId: newId() }
  const { shown, stored } = makeSharedSecret(secrets, owner)
  await save(tx, issue, { ...owner, type: 'shared-secret', keyId: shown.keyId }, stored)
  return shown
}

/** Creates a bearer key in the caller's transaction; it is shown only this once. */
export async function issueBearerKey(tx: Tx, issue: Issue): Promise<BearerKey> {
  const owner = { organizationId: issue.actor.organizationId, credentialId: newId() }
  const { shown, stored } = makeBearerKey()
  await save(tx, issue, { ...owner, type: 'bearer', keyId: shown.keyId }, stored)
  return shown
}

/** Registers a certificate in the caller's transaction. The key expires with it at the latest. */
export async function issueCertificate(
  tx: Tx,
  { terms, ...issue }: Issue,
  {
    keyId,
    certificate,
    validUntil,
  }: {
    readonly keyId: string
    readonly certificate: Buffer
    readonly validUntil: Temporal.Instant
  },
): Promise<void> {
  const { organizationId } = issue.actor
  const { expiresAt = validUntil } = terms
  const end = Temporal.Instant.compare(expiresAt, validUntil) < 0 ? expiresAt : validUntil
  await save(
    tx,
    { ...issue, terms: { ...terms, expiresAt: end } },
    { organizationId, credentialId: newId(), type: 'certificate', keyId },
    { type: 'certificate', certificate, fingerprint: fingerprintOf(certificate) },
  )
}

async function save(
  tx: Tx,
  { actor, terms, at }: Issue,
  identity: Omit<NewCredential, keyof CredentialTerms>,
  secret: StoredSecret,
): Promise<void> {
  const credential = issued({ ...identity, ...terms }, { at })
  await insertCredential(tx, { credential, secret })
  await recordAudit(tx, {
    organizationId: actor.organizationId,
    at,
    actor: actor.by,
    action: 'key.created',
    subject: `key:${credential.keyId}`,
    details: { type: credential.type, scopes: credential.scopes.join(' ') },
  })
}
