import Type from 'typebox'
import { ActingFor, OrganizationSummary } from '../http/contract.ts'
import { ORGANIZATION_TYPES } from '../tree/organization.ts'
import { MEMBERSHIP_STATUSES } from '../users/membership.ts'
import { THEMES } from '../users/person.ts'
import { PERMISSIONS, ROLES } from '../users/role.ts'

const Instant = Type.String({ format: 'date-time' })
const OptionalInstant = Type.Union([Instant, Type.Null()])

export const SessionContract = Type.Object(
  {
    person: Type.Object({
      personId: Type.String(),
      email: Type.String(),
      name: Type.String(),
      language: Type.Union([Type.String(), Type.Null()]),
      theme: Type.Union([Type.Enum([...THEMES]), Type.Null()]),
      hasCodes: Type.Boolean({ description: 'Whether one-time codes are set up.' }),
    }),
    memberships: Type.Array(
      Type.Object({
        organizationId: Type.String(),
        organizationName: Type.String(),
        organizationType: Type.Enum([...ORGANIZATION_TYPES]),
        timeZone: Type.String(),
        requiresCodes: Type.Boolean(),
        role: Type.Enum([...ROLES]),
        status: Type.Enum(['INVITED', 'ACTIVE']),
        permissions: Type.Array(Type.Enum([...PERMISSIONS])),
      }),
      { description: 'By name. An invitation has no permissions until it is accepted.' },
    ),
    session: Type.Object({
      sessionId: Type.String(),
      createdAt: Instant,
      expiresAt: Instant,
      confirmedAt: Type.String({
        format: 'date-time',
        description: 'When a password or code was last asked for. Sensitive changes ask again after 15 minutes.',
      }),
    }),
    mustSetUpCodes: Type.Boolean({
      description: 'One of the organizations requires one-time codes, and the person has none.',
    }),
    mode: Type.Enum(['sandbox', 'live']),
    version: Type.String(),
  },
  { description: 'Who has signed in, and what they may do where.' },
)

export const SessionList = Type.Object({
  sessions: Type.Array(
    Type.Object({
      sessionId: Type.String(),
      device: Type.String(),
      network: Type.String(),
      createdAt: Instant,
      lastSeenAt: Instant,
      isCurrent: Type.Boolean(),
    }),
  ),
})

export const SessionName = Type.Object({ sessionId: Type.String() })

export const UserContract = Type.Object({
  personId: Type.String(),
  email: Type.String(),
  name: Type.String(),
  role: Type.Enum([...ROLES]),
  status: Type.Enum([...MEMBERSHIP_STATUSES]),
  hasCodes: Type.Boolean(),
  lastSeenAt: OptionalInstant,
  invitationExpiresAt: OptionalInstant,
})

export const UserList = Type.Object({ users: Type.Array(UserContract, { description: 'By name; at most 1000.' }) })

export const UserName = Type.Object({ personId: Type.String() })

export const UserChange = Type.Object(
  {
    role: Type.Optional(Type.Enum([...ROLES])),
    status: Type.Optional(Type.Enum(['ACTIVE', 'DISABLED'])),
  },
  { description: 'Members that are not sent stay as they are.' },
)

export const SignInRules = Type.Object({
  requiresCodes: Type.Boolean({ description: 'Whether the users of the organization need one-time codes.' }),
})

const ORGANIZATIONS_LIMIT_MAX = 100
const ORGANIZATIONS_LIMIT_DEFAULT = 20
const OFFSET_MAX = 1_000_000
const SEARCH_LENGTH_MAX = 100

export const OrganizationListQuery = Type.Object({
  ...ActingFor.properties,
  search: Type.Optional(
    Type.String({
      maxLength: SEARCH_LENGTH_MAX,
      description: 'Parts of the name or of the id, in any order, without regard to case and accents.',
    }),
  ),
  offset: Type.Optional(Type.Integer({ minimum: 0, maximum: OFFSET_MAX, default: 0 })),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: ORGANIZATIONS_LIMIT_MAX, default: ORGANIZATIONS_LIMIT_DEFAULT }),
  ),
})

export const OrganizationList = Type.Object({
  organizations: Type.Array(OrganizationSummary, { description: 'Partners and accounts first, then by name.' }),
  total: Type.Integer(),
})
