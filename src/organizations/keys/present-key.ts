import type { Static } from 'typebox'
import { writtenInstant } from '../../kernel/time/time-text.ts'
import { type Credential, type CredentialState, stateOf } from '../credentials/credential.ts'
import type { KeyContract } from './contract.ts'

const STATES = { active: 'ACTIVE', expired: 'EXPIRED', revoked: 'REVOKED' } as const satisfies Record<
  CredentialState,
  string
>

/** A key without its secret. Keys live by the machine's time. */
export function presentKey(key: Credential, machineNow: Temporal.Instant): Static<typeof KeyContract> {
  const { keyId, type, label, scopes, createdAt, lastUsedAt, expiresAt, revokedAt } = key
  const written = (at: Temporal.Instant | undefined): string | null => (at === undefined ? null : writtenInstant(at))
  return {
    ...{ keyId, type, label, scopes: [...scopes], state: STATES[stateOf(key, machineNow)] },
    ...{ createdAt: writtenInstant(createdAt), lastUsedAt: written(lastUsedAt) },
    ...{ expiresAt: written(expiresAt), revokedAt: written(revokedAt) },
  }
}
