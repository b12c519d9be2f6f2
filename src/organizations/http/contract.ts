import Type from 'typebox'
import { CREDENTIAL_TYPES, SCOPES } from '../credentials/credential.ts'
import { ORGANIZATION_TYPES } from '../tree/organization.ts'

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

export const Me = Type.Object(
  {
    organization: OrganizationSummary,
    actingFor: OrganizationSummary,
    organizations: Type.Array(OrganizationSummary, {
      description: 'Organizations you may act for, parents first; at most 1000.',
    }),
    totalOrganizations: Type.Integer(),
    authentication: Type.Object({
      scheme: Type.Enum(['http_signature', 'jwt', 'bearer']),
      keyId: Type.String(),
      keyType: Type.Enum([...CREDENTIAL_TYPES]),
      label: Type.String(),
      scopes: Type.Array(Type.Enum([...SCOPES])),
      expiresAt: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
    }),
  },
  { description: 'Your organization, the one you act for, and how you were authenticated.' },
)
