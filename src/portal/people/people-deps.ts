import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { assert } from '../../kernel/assert.ts'
import type { Mode } from '../../kernel/mode.ts'
import { accounts } from '../../organizations/index.ts'
import { type Clock, systemClock } from '../../platform/clock/clock.ts'
import { BackgroundWork } from '../../platform/concurrency/background-work.ts'
import { networkOf } from '../../platform/http/limits/network-of-address.ts'
import type { Logger } from '../../platform/log/log.ts'
import type { Database } from '../../platform/postgres/database.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import { securityNotices } from './mails/notice-mail.ts'

type SignInDeps = Omit<Parameters<typeof accounts.signIn>[0], 'later'>
type StartedSession = Awaited<ReturnType<typeof accounts.signIn>>
type Visit = Pick<Parameters<typeof accounts.signIn>[1], 'device' | 'network' | 'deviceCookie'>

/** The dependencies of the routes for people. */
export type PeopleDeps = SignInDeps & {
  /** The product's, for mails. */
  readonly clock: Clock
  readonly mode: Mode
  readonly version: string
  readonly config: {
    readonly baseUrl: string
    readonly smtpUrl: string | undefined
    readonly pageRequestsPerMinute: number
  }
  readonly cookie: ReturnType<typeof accounts.sessionCookieOf>
  readonly background: BackgroundWork
  readonly log: Logger
}

type Options = Pick<PeopleDeps, 'config' | 'mode' | 'version' | 'clock' | 'log'> & {
  readonly stores: { readonly database: Database; readonly secrets: Secrets }
}

/** For each node one of them: it has the turns of hashing. */
export function peopleDepsOf({ stores, ...options }: Options): PeopleDeps {
  const { database, secrets } = stores
  const { config, mode, log } = options
  return {
    ...options,
    ...{ database, secrets, machineClock: systemClock },
    cookie: accounts.sessionCookieOf({ baseUrl: config.baseUrl, mode }),
    passwords: accounts.newPasswordHashes(),
    limits: accounts.newLimits({ pool: database.pool }),
    tellPerson: securityNotices(options),
    background: new BackgroundWork((error) => log.error({ err: error }, 'work after a response failed')),
  }
}

const YEAR_SECONDS = 365 * 24 * 60 * 60

/** Where the request comes from, and the cookie by which its browser is known. */
export function visitOf(request: FastifyRequest): Visit {
  const { headers } = request
  return {
    device: accounts.deviceName(headers['user-agent']),
    network: networkOf(request),
    deviceCookie: parseCookie(headers.cookie ?? '')[accounts.DEVICE_COOKIE],
  }
}

/** The session as its person sees it. */
export async function presentSession(
  { database, mode, version }: PeopleDeps,
  signedIn: Parameters<typeof accounts.presentSession>[1],
) {
  return accounts.presentSession({ db: database.db, mode, version }, signedIn)
}

/** A session that has just been started. */
export async function presentStarted(deps: PeopleDeps, { session }: Pick<StartedSession, 'session'>) {
  const person = await accounts.findPerson(deps.database.db, session.personId)
  assert(person !== undefined, 'A session has a person.')
  return presentSession(deps, { session, person })
}

/** Puts a new session into the browser, and makes the browser known. */
export function sendCookies(
  reply: FastifyReply,
  { cookie }: Pick<PeopleDeps, 'cookie'>,
  { token, session: { isKept }, deviceCookie }: StartedSession,
): void {
  accounts.setSessionCookie(reply, cookie, { token, isKept })
  const { path, isSecure: secure } = cookie
  const terms = { path, secure, httpOnly: true, sameSite: 'lax', maxAge: YEAR_SECONDS } as const
  reply.header('set-cookie', stringifySetCookie({ name: accounts.DEVICE_COOKIE, value: deviceCookie, ...terms }))
}
