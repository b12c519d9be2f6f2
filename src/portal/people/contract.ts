import Type from 'typebox'
import { LANGUAGES } from '../../kernel/language.ts'
import { ROLES } from '../../organizations/pure.ts'
import { failureWhen } from '../../platform/http/errors/failure-contract.ts'

/** Long enough for everything that people type; the rules themselves are stricter. */
const text = (maxLength: number, description?: string) =>
  Type.String({ maxLength, ...(description === undefined ? {} : { description }) })
const PASSWORD_LENGTH_MAX = 1_000
const CODE_LENGTH_MAX = 50
const email = text(254)
const password = text(PASSWORD_LENGTH_MAX)
const newPassword = text(
  PASSWORD_LENGTH_MAX,
  'At least 12 characters; not a common one, and without the email address.',
)
const code = text(CODE_LENGTH_MAX, 'The code of an authenticator app, or a recovery code; each works once.')
const token = text(200, 'The token of the link.')

export const SignInRequest = Type.Object({
  email,
  password,
  code: Type.Optional(code),
  keepSignedIn: Type.Optional(Type.Boolean({ default: false, description: 'For 30 days on this device.' })),
})

export const SIGN_IN_REFUSALS = {
  401: failureWhen(
    'INVALID_CREDENTIALS: the address or the password is wrong. CODE_REQUIRED: the password is right, and a code is missing. INVALID_CODE: the code is wrong or was used.',
  ),
  403: failureWhen('The request comes from a page of another site.'),
  429: failureWhen('TOO_MANY_ATTEMPTS: ten failures of an account or thirty of a network within 15 minutes.'),
}

export const ResetRequest = Type.Object({ email })
export const ResetCompletion = Type.Object({ token, password: newPassword })
export const LINK_REFUSALS = { 410: failureWhen('LINK_INVALID: the link was used or has expired.') }

export const InvitationToken = Type.Object({ token })
export const InvitationDetails = Type.Object({
  email: Type.String(),
  organizationId: Type.String(),
  organizationName: Type.String(),
  role: Type.Enum([...ROLES]),
  hasPassword: Type.Boolean({
    description: 'Whether the person must sign in to accept; otherwise a password is chosen.',
  }),
})
export const InvitationAcceptance = Type.Object({
  token,
  name: Type.Optional(text(100)),
  password: Type.Optional(newPassword),
})

export const InvitationRequest = Type.Object({
  email,
  name: Type.Optional(text(100)),
  role: Type.Enum([...ROLES]),
})
export const Invitation = Type.Object({
  personId: Type.String(),
  email: Type.String(),
  role: Type.Enum([...ROLES]),
  status: Type.Literal('INVITED'),
  expiresAt: Type.String({ format: 'date-time' }),
  link: Type.Optional(Type.String({ description: 'Only where no mail server is configured: give it to the person.' })),
})
export const InvitedPerson = Type.Object({ personId: Type.String({ format: 'uuid' }) })

const nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()])
export const ProfileChanges = Type.Object({
  name: Type.Optional(text(100)),
  language: Type.Optional(nullable(Type.Enum([...LANGUAGES]))),
  theme: Type.Optional(nullable(Type.Enum(['light', 'dark']))),
})
export const PasswordChange = Type.Object({ currentPassword: password, newPassword })
export const CodesSecret = Type.Object({
  secret: Type.String({ description: 'In Base32, to be typed into an app.' }),
  uri: Type.String({ description: 'For a QR code.' }),
})
export const CodesConfirmation = Type.Object({ code })
export const RecoveryCodes = Type.Object({
  recoveryCodes: Type.Array(Type.String(), { description: 'Ten codes, shown only this once; each works once.' }),
})
export const Confirmation = Type.Object({ password: Type.Optional(password), code: Type.Optional(code) })
