import Type from 'typebox'
import { ActingFor, OrganizationSummary } from '../http/contract.ts'
import { ORGANIZATION_TYPES, VALIDATIONS } from '../tree/organization.ts'

const MERCHANTS_LIMIT_MAX = 100
const MERCHANTS_LIMIT_DEFAULT = 50
const OFFSET_MAX = 1_000_000
const SEARCH_LENGTH_MAX = 100
const TEXT_LENGTH_MAX = 255
const MEMBERS_MAX = 10_000

const Validation = Type.Union([Type.Enum([...VALIDATIONS]), Type.Null()], {
  description: 'How strictly requests are checked; null if the setting of the service applies.',
})

export const SettingsContract = Type.Object({
  hasFraudManagement: Type.Boolean({ description: 'Whether risky payments are held for review.' }),
  validation: Validation,
  usualValidation: Type.Enum([...VALIDATIONS], { description: 'The setting of the service.' }),
})

export const SettingsChange = Type.Object(
  { hasFraudManagement: Type.Optional(Type.Boolean()), validation: Type.Optional(Validation) },
  { description: 'Members that are not sent stay as they are.' },
)

const Merchant = Type.Object({
  ...OrganizationSummary.properties,
  owners: Type.Integer({ description: 'How many owners the organization has itself.' }),
  invitedOwners: Type.Integer({ description: 'Owners who have not accepted their invitation yet.' }),
})

export const MerchantListQuery = Type.Object({
  ...ActingFor.properties,
  search: Type.Optional(
    Type.String({
      maxLength: SEARCH_LENGTH_MAX,
      description: 'Parts of the name or of the id, in any order, without regard to case and accents.',
    }),
  ),
  type: Type.Optional(Type.Enum([...ORGANIZATION_TYPES])),
  offset: Type.Optional(Type.Integer({ minimum: 0, maximum: OFFSET_MAX, default: 0 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MERCHANTS_LIMIT_MAX, default: MERCHANTS_LIMIT_DEFAULT })),
})

export const MerchantList = Type.Object({
  merchants: Type.Array(Merchant, { description: 'Partners and accounts first, then by name.' }),
  total: Type.Integer(),
})

export const MerchantRequest = Type.Object({
  organizationId: Type.Optional(ActingFor.properties.organizationId),
  merchantId: Type.String({
    maxLength: 64,
    description: 'The id of the new organization: 1 to 32 letters, digits, - and _. It never changes.',
  }),
  name: Type.String({ maxLength: TEXT_LENGTH_MAX }),
  timeZone: Type.Optional(Type.String({ maxLength: 64, description: 'Default: that of the organization above.' })),
  type: Type.Optional(Type.Enum([...ORGANIZATION_TYPES], { description: 'Default: merchant.' })),
})

export const CreatedMerchant = OrganizationSummary

export const GroupSummary = Type.Object({ name: Type.String(), members: Type.Integer() })

export const GroupList = Type.Object({
  groups: Type.Array(GroupSummary, { description: 'By name; at most 1000.' }),
})

export const GroupContract = Type.Object({
  name: Type.String(),
  merchants: Type.Array(Type.Object({ organizationId: Type.String(), name: Type.String() }), {
    description: 'The members, by id.',
  }),
})

export const GroupName = Type.Object({ name: Type.String({ description: 'The name, percent-encoded.' }) })

const merchantIds = Type.Array(Type.String({ maxLength: 64 }), {
  maxItems: MEMBERS_MAX,
  description: 'Merchants that are the organization itself or below it.',
})

export const GroupRequest = Type.Object({ name: Type.String({ maxLength: TEXT_LENGTH_MAX }), merchantIds })

export const GroupChange = Type.Object(
  {
    name: Type.Optional(Type.String({ maxLength: TEXT_LENGTH_MAX })),
    merchantIds: Type.Optional(merchantIds),
    add: Type.Optional(merchantIds),
    remove: Type.Optional(merchantIds),
  },
  {
    description: '`merchantIds` replaces all members; `add` and `remove` change some. Members that are not sent stay.',
  },
)
