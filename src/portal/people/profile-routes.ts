import type { FastifyInstance } from 'fastify'
import type { Static } from 'typebox'
import { AppError } from '../../kernel/errors.ts'
import { accounts, people } from '../../organizations/index.ts'
import { failureWhen } from '../../platform/http/errors/failure-contract.ts'
import type { RoutePlugin } from '../../platform/http/server/create-http-app.ts'
import {
  CodesConfirmation,
  CodesSecret,
  Confirmation,
  PasswordChange,
  ProfileChanges,
  RecoveryCodes,
} from './contract.ts'
import { type PeopleDeps, presentSession } from './people-deps.ts'

const ABOUT_PERSON = { scope: 'any', isAboutPerson: true } as const
const DONE = { type: 'null', description: 'Done.' } as const
const TOO_MANY = failureWhen('TOO_MANY_ATTEMPTS: ten failures of a session within 15 minutes.')
const UNCONFIRMED = failureWhen('CONFIRMATION_REQUIRED: confirm the session first, with the password or a code.')

const CHANGE_PROFILE = {
  config: ABOUT_PERSON,
  schema: {
    operationId: 'changeProfile',
    summary: 'Change your name, language or theme',
    description: 'Members that are left out stay as they are; null means as the browser asks.',
    tags: ['Sign-in'],
    body: ProfileChanges,
    response: { 200: accounts.SessionContract },
  },
} as const

const CHANGE_PASSWORD = {
  config: { ...ABOUT_PERSON, documentedResponses: { 429: TOO_MANY } },
  schema: {
    operationId: 'changePassword',
    summary: 'Change your password',
    description: 'Ends all your other sessions.',
    tags: ['Sign-in'],
    body: PasswordChange,
    response: { 204: DONE },
  },
} as const

const SET_UP_CODES = {
  // The response has a secret.
  compress: false,
  config: { ...ABOUT_PERSON, needsConfirmation: true, documentedResponses: { 403: UNCONFIRMED } },
  schema: {
    operationId: 'setUpCodes',
    summary: 'Set up one-time codes',
    description: 'Returns a secret for an authenticator app. Codes count once the first of them is confirmed.',
    tags: ['Sign-in'],
    response: { 200: CodesSecret },
  },
} as const

const CONFIRM_CODES = {
  compress: false,
  config: { ...ABOUT_PERSON, documentedResponses: { 429: TOO_MANY } },
  schema: {
    operationId: 'confirmCodes',
    summary: 'Turn one-time codes on',
    description: 'With the first code of the app. Returns ten recovery codes, which are shown only this once.',
    tags: ['Sign-in'],
    body: CodesConfirmation,
    response: { 200: RecoveryCodes },
  },
} as const

const REMOVE_CODES = {
  config: { ...ABOUT_PERSON, needsConfirmation: true, documentedResponses: { 403: UNCONFIRMED } },
  schema: {
    operationId: 'removeCodes',
    summary: 'Turn one-time codes off',
    tags: ['Sign-in'],
    response: { 204: DONE },
  },
} as const

const CONFIRM = {
  config: { ...ABOUT_PERSON, isServedByCopy: true, documentedResponses: { 429: TOO_MANY } },
  schema: {
    operationId: 'confirmSession',
    summary: 'Confirm the session',
    description: 'With your password or a code. For 15 minutes, sensitive requests are then accepted.',
    tags: ['Sign-in'],
    body: Confirmation,
    response: { 204: DONE },
  },
} as const

/** The routes by which people change their own profile, password and codes. */
export function profileRoutes(deps: PeopleDeps): RoutePlugin {
  return async (app) => {
    app.patch<{ Body: Static<typeof ProfileChanges> }>('/organizations/v1/profile', CHANGE_PROFILE, async (request) => {
      const { name, language, theme } = request.body
      const { session, person } = people.signedInOf(request)
      const after = await accounts.changeProfile(deps, person.personId, {
        ...(name === undefined ? {} : { name }),
        ...(language === undefined ? {} : { language: language ?? undefined }),
        ...(theme === undefined ? {} : { theme: theme ?? undefined }),
      })
      return presentSession(deps, { session, person: after })
    })
    app.post<{ Body: Static<typeof PasswordChange> }>(
      '/organizations/v1/profile/password',
      CHANGE_PASSWORD,
      async (request, reply) => {
        await accounts.changePassword(deps, people.signedInOf(request), request.body)
        return reply.code(204).send()
      },
    )
    app.post<{ Body: Static<typeof Confirmation> }>(
      '/organizations/v1/session/confirmation',
      CONFIRM,
      async (request, reply) => {
        const { password, code } = request.body
        if ((password === undefined) === (code === undefined)) throw oneOfThem()
        await accounts.confirmSession(deps, people.signedInOf(request), { password, code })
        return reply.code(204).send()
      },
    )
    addCodes(app, deps)
  }
}

function addCodes(app: FastifyInstance, deps: PeopleDeps): void {
  app.post('/organizations/v1/profile/codes', SET_UP_CODES, async (request) =>
    accounts.setUpCodes(deps, people.signedInOf(request)),
  )
  app.post<{ Body: Static<typeof CodesConfirmation> }>(
    '/organizations/v1/profile/codes/confirmation',
    CONFIRM_CODES,
    async (request) => {
      const recoveryCodes = await accounts.confirmCodes(deps, people.signedInOf(request), request.body.code)
      return { recoveryCodes: [...recoveryCodes] }
    },
  )
  app.delete('/organizations/v1/profile/codes', REMOVE_CODES, async (request, reply) => {
    const { person, session } = people.signedInOf(request)
    await accounts.removeCodes(deps, person.personId, { session })
    return reply.code(204).send()
  })
}

function oneOfThem(): AppError {
  return new AppError('invalid', 'INVALID_DATA', 'Send either the password or a code.', [
    { field: 'password', reason: 'MISSING_FIELD' },
  ])
}
