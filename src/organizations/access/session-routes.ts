import type { Static } from 'typebox'
import { failureWhen } from '../../platform/http/errors/failure-contract.ts'
import type { RoutePlugin } from '../../platform/http/server/create-http-app.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { signedInOf } from '../http/request-context.ts'
import { clearSessionCookie, sessionCookieOf } from '../sessions/session-cookie.ts'
import { listSessions } from '../sessions/session-store.ts'
import { SessionContract, SessionList, SessionName } from './contract.ts'
import { type EndSessionsDeps, endOwnSessions } from './end-own-sessions.ts'
import { type PresentSessionDeps, presentSession } from './present-session.ts'

export type SessionRoutesDeps = Omit<PresentSessionDeps, 'db'> &
  Omit<EndSessionsDeps, 'db'> & { readonly database: Database; readonly baseUrl: string }

const SESSIONS_MAX = 100
const config = { scope: 'any', isAboutPerson: true } as const
const tags = ['Sign-in']
const noContent = { type: 'null', description: 'Done.' } as const

/** Routes for people to see and end their own sessions. */
export function sessionRoutes({ database, machineClock, mode, version, baseUrl }: SessionRoutesDeps): RoutePlugin {
  const cookie = sessionCookieOf({ baseUrl, mode })
  const ending = { db: database, machineClock }
  return async (app) => {
    app.get(
      '/organizations/v1/session',
      {
        config,
        schema: {
          operationId: 'getSession',
          summary: 'Get the session',
          description: 'Returns who has signed in, and their organizations, roles and permissions.',
          tags,
          response: { 200: SessionContract },
        },
      },
      async (request) => presentSession({ db: database.db, mode, version }, signedInOf(request)),
    )
    app.delete(
      '/organizations/v1/session',
      {
        config: { ...config, isServedByCopy: true, documentedResponses: { 204: noContent } },
        schema: { operationId: 'signOut', summary: 'Sign out', tags },
      },
      async (request, reply) => {
        const signedIn = signedInOf(request)
        await endOwnSessions(ending, signedIn, signedIn.session.sessionId)
        clearSessionCookie(reply, cookie)
        return reply.code(204).send()
      },
    )
    app.get(
      '/organizations/v1/sessions',
      {
        config,
        schema: {
          operationId: 'getSessions',
          summary: 'List your sessions',
          description: 'Returns the browsers in which you are signed in, the last used first; at most 100.',
          tags,
          response: { 200: SessionList },
        },
      },
      async (request) => listOwn(database, signedInOf(request), machineClock.now()),
    )
    app.delete(
      '/organizations/v1/sessions/:sessionId',
      {
        config: { ...config, documentedResponses: { 204: noContent, 404: failureWhen('You have no such session.') } },
        schema: { operationId: 'endSession', summary: 'End one of your sessions', tags, params: SessionName },
      },
      async (request, reply) => {
        await endOwnSessions(ending, signedInOf(request), request.params.sessionId)
        return reply.code(204).send()
      },
    )
    app.delete(
      '/organizations/v1/sessions',
      {
        config: { ...config, documentedResponses: { 204: noContent } },
        schema: {
          operationId: 'endSessions',
          summary: 'Sign out everywhere',
          description: 'Ends all of your sessions, this one too.',
          tags,
        },
      },
      async (request, reply) => {
        await endOwnSessions(ending, signedInOf(request))
        clearSessionCookie(reply, cookie)
        return reply.code(204).send()
      },
    )
  }
}

async function listOwn(
  { db }: Database,
  { person, session: current }: ReturnType<typeof signedInOf>,
  now: Temporal.Instant,
): Promise<Static<typeof SessionList>> {
  const sessions = await listSessions(db, person.personId, { now, limit: SESSIONS_MAX })
  return {
    sessions: sessions.map(({ sessionId, device, network, createdAt, lastSeenAt }) => ({
      sessionId,
      device,
      network,
      createdAt: createdAt.toString(),
      lastSeenAt: lastSeenAt.toString(),
      isCurrent: sessionId === current.sessionId,
    })),
  }
}
