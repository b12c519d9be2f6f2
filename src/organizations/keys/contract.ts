import Type from 'typebox'
import { CREDENTIAL_TYPES, SCOPES } from '../credentials/credential.ts'

const OptionalInstant = Type.Union([Type.String({ format: 'date-time' }), Type.Null()])
const LABEL_LENGTH_MAX = 255
/** A month: programs that run once a month take the new key in time. */
const OVERLAP_HOURS_MAX = 31 * 24
export const OVERLAP_HOURS_DEFAULT = 24

/** Types that the service makes itself; a certificate is registered on the command line. */
const MADE_TYPES = ['bearer', 'shared-secret'] as const
export type MadeType = (typeof MADE_TYPES)[number]

export const KeyContract = Type.Object({
  keyId: Type.String(),
  type: Type.Enum([...CREDENTIAL_TYPES]),
  label: Type.String(),
  scopes: Type.Array(Type.Enum([...SCOPES])),
  state: Type.Enum(['ACTIVE', 'EXPIRED', 'REVOKED']),
  createdAt: Type.String({ format: 'date-time' }),
  lastUsedAt: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
    description: 'To the minute; null if it was never used.',
  }),
  expiresAt: OptionalInstant,
  revokedAt: OptionalInstant,
})

export const KeyList = Type.Object({
  keys: Type.Array(KeyContract, { description: 'The newest first; at most 1000.' }),
})

export const KeyName = Type.Object({ keyId: Type.String() })

const expiresAt = Type.Optional(
  Type.String({
    maxLength: 64,
    description: 'An instant, such as 2027-03-09T10:00:00Z. Default: the key does not expire.',
  }),
)

export const KeyRequest = Type.Object({
  type: Type.Optional(Type.Enum([...MADE_TYPES], { description: 'Default: bearer.' })),
  label: Type.String({ maxLength: LABEL_LENGTH_MAX, description: 'The program that uses the key.' }),
  scopes: Type.Optional(
    Type.Array(Type.Enum([...SCOPES]), { maxItems: SCOPES.length, description: 'Default: all but `users`.' }),
  ),
  expiresAt,
})

export const KeyRotation = Type.Object({
  overlapHours: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: OVERLAP_HOURS_MAX,
      description: `How long the former key stays valid. Default: ${OVERLAP_HOURS_DEFAULT}. With 0 it is revoked.`,
    }),
  ),
  expiresAt,
})

export const NewKeyContract = Type.Object({
  key: KeyContract,
  secret: Type.String({
    description: 'The bearer key, or the shared secret in Base64. It is in this response only.',
  }),
})
