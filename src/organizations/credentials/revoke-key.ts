import type { Actor } from '../../kernel/actor.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Transactions } from '../../platform/postgres/database.ts'
import { recordAudit } from '../audit/audit-store.ts'
import { type Credential, revoked } from './credential.ts'
import { lockCredential, saveRevocation } from './credential-store.ts'

type Deps = { readonly db: Transactions; readonly machineClock: Clock }

/** Revokes a key, on this node with immediate effect; revoking it again changes nothing. */
export async function revokeKey(
  { db, machineClock }: Deps,
  { organizationId, by }: Actor,
  { keyId }: { readonly keyId: string },
): Promise<Credential> {
  return db.transaction(async (tx) => {
    const before = await lockCredential(tx, { organizationId, keyId })
    const at = machineClock.now()
    const after = revoked(before, { at })
    if (after === before) return before
    await saveRevocation(tx, after)
    await recordAudit(tx, {
      organizationId,
      at,
      actor: by,
      action: 'key.revoked',
      subject: `key:${keyId}`,
      details: { type: after.type },
    })
    return after
  })
}
