import type { Actor } from '../../kernel/actor.ts'
import { recordAudit } from '../../organizations/index.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Transactions } from '../../platform/postgres/database.ts'
import { newId, newSecret } from '../../platform/secrets/random.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import type { SigningKeyInput } from './read-signing-key.ts'
import { replaceSigningKey, type SigningKey } from './signing-key-store.ts'

const SECRET_BYTES = 32
const HOURS_PER_DAY = 24

/** Makes a signing key; it replaces the organization's former one immediately. */
export async function createSigningKey(
  { machineClock, secrets }: { readonly machineClock: Clock; readonly secrets: Secrets },
  db: Transactions,
  { organizationId, by }: Actor,
  { keyInformation }: SigningKeyInput,
): Promise<SigningKey> {
  return db.transaction(async (tx) => {
    const createdAt = machineClock.now().round('millisecond')
    const expiresAt = createdAt.add({ hours: keyInformation.expiryDuration * HOURS_PER_DAY })
    const key = { organizationId, keyId: newId(), secret: newSecret(SECRET_BYTES), createdAt, expiresAt }
    await replaceSigningKey(tx, secrets, key)
    await recordAudit(tx, {
      ...{ organizationId, at: createdAt, actor: by, action: 'webhook.key-created' },
      subject: `webhook-key:${key.keyId}`,
      details: { expiresAt: expiresAt.toString() },
    })
    return key
  })
}
