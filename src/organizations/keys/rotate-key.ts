import type { Actor } from '../../kernel/actor.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { recordAudit } from '../audit/audit-store.ts'
import { type Credential, ending, revoked, stateOf } from '../credentials/credential.ts'
import { lockCredential, saveExpiry, saveRevocation } from '../credentials/credential-store.ts'
import { lockOrganization } from '../tree/organization-store.ts'
import type { MadeType } from './contract.ts'
import { type IssuedKey, insertKey, type KeyDeps } from './issue-key.ts'

type Rotation = {
  readonly keyId: string
  /** How long the former key stays valid, so that programs can switch one by one. */
  readonly overlapHours: number
  readonly expiresAt: Temporal.Instant | undefined
}

/** Replaces a key by one with the same label and scopes. The former one ends after the overlap. */
export async function rotateKey(
  { db, ...deps }: KeyDeps,
  actor: Actor,
  { keyId, overlapHours, expiresAt }: Rotation,
): Promise<IssuedKey> {
  return db.transaction(async (tx) => {
    const { organizationId } = actor
    await lockOrganization(tx, organizationId)
    const before = await lockCredential(tx, { organizationId, keyId })
    const at = deps.machineClock.now()
    const { label, scopes } = before
    const issued = await insertKey(tx, deps, actor, {
      type: rotatedType(before, at),
      terms: { label, scopes, expiresAt },
      at,
    })
    await end(tx, actor, before, { at, overlapHours, replacedBy: issued.key.keyId })
    return issued
  })
}

function rotatedType(key: Credential, at: Temporal.Instant): MadeType {
  if (stateOf(key, at) !== 'active') throw new AppError('conflict', 'KEY_ENDED', 'The key is no longer valid.')
  if (key.type !== 'certificate') return key.type
  const message =
    'A certificate is replaced by registering another one: see `quittance keys create --type certificate`.'
  throw new AppError('conflict', 'KEY_IS_CERTIFICATE', message)
}

type End = { readonly at: Temporal.Instant; readonly overlapHours: number; readonly replacedBy: string }

async function end(
  tx: Tx,
  { organizationId, by }: Actor,
  before: Credential,
  { at, overlapHours, replacedBy }: End,
): Promise<void> {
  const after = overlapHours === 0 ? revoked(before, { at }) : ending(before, { at: at.add({ hours: overlapHours }) })
  if (overlapHours === 0) await saveRevocation(tx, after)
  else await saveExpiry(tx, after)
  await recordAudit(tx, {
    organizationId,
    at,
    actor: by,
    action: 'key.rotated',
    subject: `key:${before.keyId}`,
    details: { replacedBy, validUntil: (after.revokedAt ?? after.expiresAt ?? at).toString() },
  })
}
