import Type from 'typebox'
import { CREDENTIAL_TYPES, SCOPES } from '../credentials/credential.ts'
import { ORGANIZATION_TYPES } from '../tree/organization.ts'
import { PERMISSIONS, ROLES } from '../users/role.ts'

/** The same for every reason, which only the log contains. */
export const AuthenticationFailed = Type.Object(
  { response: Type.Object({ rmsg: Type.Literal('Authentication Failed') }) },
  { description: 'Unknown caller or invalid signature.' },
)

export const OrganizationSummary = Type.Object({
  organizationId: Type.String(),
  name: Type.String(),
  type: Type.Enum([...ORGANIZATION_TYPES]),
  parentId: Type.Union([Type.String(), Type.Null()]),
  timeZone: Type.String(),
  status: Type.Enum(['ACTIVE', 'SUSPENDED'], {
    description: 'SUSPENDED also where an organization above it is suspended.',
  }),
})

export const ActingFor = Type.Object({
  organizationId: Type.Optional(
    Type.String({
      description: 'The organization to act for: your own or one below it. Default: your own.',
    }),
  ),
})

const ActedFor = Type.Object({
  ...OrganizationSummary.properties,
  suspensionReason: Type.Union([Type.String(), Type.Null()], {
    description: 'Why it is suspended; null also where an organization above yours is suspended.',
  }),
  hasFraudManagement: Type.Boolean({ description: 'Whether risky payments are held for review.' }),
})

const KeyAuthentication = Type.Object({
  scheme: Type.Enum(['http_signature', 'jwt', 'bearer']),
  keyId: Type.String(),
  keyType: Type.Enum([...CREDENTIAL_TYPES]),
  label: Type.String(),
  scopes: Type.Array(Type.Enum([...SCOPES])),
  expiresAt: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
})

const SessionAuthentication = Type.Object({
  scheme: Type.Literal('session'),
  personId: Type.String(),
  email: Type.String(),
  role: Type.Enum([...ROLES]),
  permissions: Type.Array(Type.Enum([...PERMISSIONS])),
})

export const Me = Type.Object(
  {
    organization: OrganizationSummary,
    actingFor: ActedFor,
    organizations: Type.Array(OrganizationSummary, {
      description:
        'Organizations you may act for, parents first; at most 1000. In a session only your own and the one that you act for.',
    }),
    totalOrganizations: Type.Integer(),
    authentication: Type.Union([KeyAuthentication, SessionAuthentication]),
  },
  { description: 'Your organization, the one you act for, and how you were authenticated.' },
)
