import Type from 'typebox'
import { CREDENTIAL_TYPES, SCOPES } from '../credentials/credential.ts'
import { ORGANIZATION_TYPES } from '../tree/organization.ts'

/** The same for every reason: it is told to the log only. */
export const AuthenticationFailed = Type.Object(
  { response: Type.Object({ rmsg: Type.Literal('Authentication Failed') }) },
  { description: 'Nobody we know, or not signed rightly.' },
)

export const OrganizationSummary = Type.Object({
  organizationId: Type.String(),
  name: Type.String(),
  type: Type.Enum([...ORGANIZATION_TYPES]),
  parentId: Type.Union([Type.String(), Type.Null()]),
  timeZone: Type.String(),
  status: Type.Enum(['ACTIVE', 'SUSPENDED']),
})

export const ActingFor = Type.Object({
  organizationId: Type.Optional(
    Type.String({
      description: 'Whom to act for: your own organization or one below it. Default: your own.',
    }),
  ),
})

export const Me = Type.Object(
  {
    organization: OrganizationSummary,
    actingFor: OrganizationSummary,
    organizations: Type.Array(OrganizationSummary, {
      description: 'Those you may act for, parents first; the first 1000.',
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
  { description: 'Your organization, whom you act for, and how you were authenticated.' },
)
