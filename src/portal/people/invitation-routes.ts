import type { FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { ActingFor, accounts, actorOf } from '../../organizations/index.ts'
import { failureWhen } from '../../platform/http/errors/failure-contract.ts'
import { OnceHeaders } from '../../platform/http/idempotency/once-headers.ts'
import { respondOnce } from '../../platform/http/idempotency/respond-once.ts'
import type { RoutePlugin } from '../../platform/http/server/create-http-app.ts'
import { Invitation, InvitationRequest, InvitedPerson } from './contract.ts'
import { writeLinkMail } from './mails/link-mail.ts'
import type { PeopleDeps } from './people-deps.ts'
import { invitationUrl } from './portal-links.ts'

const REFUSALS = {
  403: failureWhen('OWNERS_ONLY: only owners invite owners. CONFIRMATION_REQUIRED: confirm the session first.'),
  409: failureWhen('ALREADY_USER: the person is a user already. NOT_INVITED: there is no open invitation.'),
  429: failureWhen('TOO_MANY_INVITATIONS: five mails to the address within a day.'),
}

const INVITE = {
  // The response may have a link that opens an account.
  compress: false,
  config: { scope: 'users', needsConfirmation: true, documentedHeaders: OnceHeaders, documentedResponses: REFUSALS },
  schema: {
    operationId: 'inviteUser',
    summary: 'Invite a person',
    description:
      'Mails a link that is valid for 24 hours. Somebody who has an account already accepts it after signing in. An open invitation is replaced.',
    tags: ['Users'],
    querystring: ActingFor,
    body: InvitationRequest,
    response: { 201: Invitation },
  },
} as const

const RESEND = {
  compress: false,
  config: { scope: 'users', needsConfirmation: true, documentedHeaders: OnceHeaders, documentedResponses: REFUSALS },
  schema: {
    operationId: 'resendInvitation',
    summary: 'Send an invitation again',
    description: 'The former link no longer works.',
    tags: ['Users'],
    params: InvitedPerson,
    querystring: ActingFor,
    response: { 200: Invitation },
  },
} as const

/** Invitations of an organization. */
export function invitationRoutes(deps: PeopleDeps): RoutePlugin {
  return async (app) => {
    app.post<{ Body: Static<typeof InvitationRequest> }>(
      '/organizations/v1/invitations',
      INVITE,
      async (request, reply) => {
        const { email, name = '', role } = request.body
        return respondOnce(reply, {
          database: deps.database,
          act: ({ transaction }) => {
            const once = { ...deps, database: { db: deps.database.db, transaction } }
            return accounts.invitePerson(once, actorOf(request), { email, name, role }, mailFor(deps, request))
          },
          present: (invited) => ({ status: 201, body: present(deps, invited) }),
        })
      },
    )
    app.post<{ Params: Static<typeof InvitedPerson> }>(
      '/organizations/v1/invitations/:personId/resend',
      RESEND,
      async (request, reply) => {
        const { personId } = request.params
        return respondOnce(reply, {
          database: deps.database,
          act: ({ transaction }) => {
            const once = { ...deps, database: { db: deps.database.db, transaction } }
            return accounts.resendInvitation(once, actorOf(request), { personId }, mailFor(deps, request))
          },
          present: (invited) => ({ status: 200, body: present(deps, invited) }),
        })
      },
    )
  }
}

type Invited = Awaited<ReturnType<typeof accounts.invitePerson>>
type AlsoWrite = Parameters<typeof accounts.invitePerson>[3]

/** In a sandbox without a mail server the inbox has the mail. */
function mailFor(deps: PeopleDeps, request: FastifyRequest): AlsoWrite {
  const { mode, config } = deps
  const invitedBy = request.signedIn?.person.personId
  return async (tx, sent) => {
    if (mode === 'live' && config.smtpUrl === undefined) return
    await writeLinkMail(tx, deps, sent, { kind: 'invitation', invitedBy })
  }
}

function present({ config }: PeopleDeps, { person, membership, link }: Invited): Static<typeof Invitation> {
  return {
    personId: person.personId,
    email: person.email,
    role: membership.role,
    status: 'INVITED',
    expiresAt: link.expiresAt.toString(),
    ...(config.smtpUrl === undefined ? { link: invitationUrl(config, link.token) } : {}),
  }
}
