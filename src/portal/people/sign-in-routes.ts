import type { FastifyInstance } from 'fastify'
import type { Static } from 'typebox'
import { assert } from '../../kernel/assert.ts'
import { languageOfBrowser } from '../../kernel/language-of-browser.ts'
import { accounts } from '../../organizations/index.ts'
import { networkOf } from '../../platform/http/limits/network-of-address.ts'
import { addRateLimit } from '../../platform/http/limits/rate-limit.ts'
import { refuseOtherSites } from '../../platform/http/pages/own-forms.ts'
import type { RoutePlugin } from '../../platform/http/server/create-http-app.ts'
import {
  InvitationAcceptance,
  InvitationDetails,
  InvitationToken,
  LINK_REFUSALS,
  ResetCompletion,
  ResetRequest,
  SIGN_IN_REFUSALS,
  SignInRequest,
} from './contract.ts'
import { writeLinkMail } from './mails/link-mail.ts'
import { type PeopleDeps, presentSession, presentStarted, sendCookies, visitOf } from './people-deps.ts'

/** Nobody has signed in yet. */
const TAG = { tags: ['Sign-in'], security: [] }

const SIGN_IN = {
  config: { isServedByCopy: true, documentedResponses: SIGN_IN_REFUSALS },
  schema: {
    operationId: 'signIn',
    summary: 'Sign in',
    description: 'Starts a session, whose cookie the following requests of the browser carry.',
    ...TAG,
    body: SignInRequest,
    response: { 200: accounts.SessionContract },
  },
} as const

const REQUEST_RESET = {
  config: { documentedResponses: { 403: SIGN_IN_REFUSALS[403] } },
  schema: {
    operationId: 'requestPasswordReset',
    summary: 'Request a link for a new password',
    description:
      'Mails a link that is valid for an hour, if the address has an account. The response is the same if it has none.',
    ...TAG,
    body: ResetRequest,
    response: { 202: { type: 'null', description: 'Accepted.' } },
  },
} as const

const COMPLETE_RESET = {
  config: { documentedResponses: LINK_REFUSALS },
  schema: {
    operationId: 'completePasswordReset',
    summary: 'Set a new password by a link',
    description: 'Ends all sessions of the person.',
    ...TAG,
    body: ResetCompletion,
    response: { 204: { type: 'null', description: 'Done; sign in with the new password.' } },
  },
} as const

const INVITATION = {
  config: { documentedResponses: LINK_REFUSALS },
  schema: {
    operationId: 'getInvitation',
    summary: 'Get the invitation of a link',
    ...TAG,
    body: InvitationToken,
    response: { 200: InvitationDetails },
  },
} as const

const ACCEPT = {
  config: {
    documentedResponses: {
      ...LINK_REFUSALS,
      401: SIGN_IN_REFUSALS[401],
    },
  },
  schema: {
    operationId: 'acceptInvitation',
    summary: 'Accept an invitation',
    description:
      'Somebody new chooses a name and a password, and is signed in. Somebody who has a password must be signed in: otherwise 401 SIGN_IN_REQUIRED.',
    ...TAG,
    body: InvitationAcceptance,
    response: { 200: accounts.SessionContract },
  },
} as const

/** The routes of people who are not signed in. They are limited, and refuse requests of other sites. */
export function publicPeopleRoutes(deps: PeopleDeps): RoutePlugin {
  return async (app) => {
    refuseOtherSites(app, deps.config)
    addRateLimit(app, { perMinute: deps.config.pageRequestsPerMinute, keyOf: networkOf })
    app.addHook('onSend', async (_request, reply) => {
      reply.header('cache-control', 'no-store')
    })
    app.addHook('onClose', () => deps.background.settled())
    addSignIn(app, deps)
    addResets(app, deps)
    addInvitations(app, deps)
  }
}

function addSignIn(app: FastifyInstance, deps: PeopleDeps): void {
  // The first person who signs in does not wait for it.
  deps.background.start(() => deps.passwords.prepare())
  app.post<{ Body: Static<typeof SignInRequest> }>('/organizations/v1/sign-in', SIGN_IN, async (request, reply) => {
    const { email, password, code, keepSignedIn: isKept = false } = request.body
    const later = (work: () => Promise<unknown>) => deps.background.start(work)
    const started = await accounts.signIn({ ...deps, later }, { ...visitOf(request), email, password, code, isKept })
    sendCookies(reply, deps, started)
    return presentStarted(deps, started)
  })
}

function addResets(app: FastifyInstance, deps: PeopleDeps): void {
  app.post<{ Body: Static<typeof ResetRequest> }>(
    '/organizations/v1/password-resets',
    REQUEST_RESET,
    async (request, reply) => {
      await deps.limits.takeRequest(networkOf(request))
      const language = languageOfBrowser(request.headers['accept-language'])
      // After the response, whose time would otherwise tell whether the address has an account.
      deps.background.start(() =>
        accounts.requestReset(deps, request.body.email, (tx, sent) =>
          writeLinkMail(tx, deps, sent, { kind: 'password-reset', language }),
        ),
      )
      return reply.code(202).send()
    },
  )
  app.post<{ Body: Static<typeof ResetCompletion> }>(
    '/organizations/v1/password-resets/completion',
    COMPLETE_RESET,
    async (request, reply) => {
      const { device, network } = visitOf(request)
      await accounts.completeReset(deps, { ...request.body, device, network })
      return reply.code(204).send()
    },
  )
}

function addInvitations(app: FastifyInstance, deps: PeopleDeps): void {
  const { database, machineClock, cookie } = deps
  app.post<{ Body: Static<typeof InvitationToken> }>(
    '/organizations/v1/invitations/details',
    INVITATION,
    async ({ body }) => {
      const { account, membership, organization } = await accounts.getInvitation(deps, body.token)
      return {
        email: account.email,
        organizationId: organization.organizationId,
        organizationName: organization.name,
        role: membership.role,
        hasPassword: account.passwordHash !== undefined,
      }
    },
  )
  app.post<{ Body: Static<typeof InvitationAcceptance> }>(
    '/organizations/v1/invitations/acceptance',
    ACCEPT,
    async (request, reply) => {
      const { token, name, password } = request.body
      const current = await accounts.currentSession({ db: database.db, machineClock, cookie }, request.headers.cookie)
      const started = await accounts.acceptInvitation(deps, {
        ...{ ...visitOf(request), token, name, password },
        signedInAs: current?.person.personId,
      })
      if (started === undefined) {
        assert(current !== undefined, 'An invitation was accepted by nobody.')
        return presentSession(deps, current)
      }
      sendCookies(reply, deps, started)
      return presentStarted(deps, started)
    },
  )
}
