import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../../kernel/errors.ts'

/** The headers by which a browser says where a request comes from, and the addresses that are ours. */
export type FormOrigin = {
  readonly site: string | undefined
  readonly origin: string | undefined
  /** The host that the browser asked, with its port. */
  readonly host: string
  /** The origin of the public address. */
  readonly ownOrigin: string
}

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * For the routes of pages where people sign in or are signed in: a request that changes something must come from one of
 * our own pages. A page of another site could otherwise sign a visitor in with the attacker's key or password, or sign
 * them out; cookies for the same site do not prevent the former, since a sign-in needs none.
 */
export function acceptOwnFormsOnly(app: FastifyInstance, { baseUrl }: { readonly baseUrl: string }): void {
  const ownOrigin = new URL(baseUrl).origin
  app.addHook('onRequest', async (request, reply) => {
    // With the usual `no-referrer` browsers would send `Origin: null` with our own forms, too.
    reply.header('referrer-policy', 'same-origin')
    if (SAFE_METHODS.has(request.method) || isOwnForm(formOriginOf(request, ownOrigin))) return
    throw new AppError('forbidden', 'FORBIDDEN', 'This form was sent by a page of another site.')
  })
}

function formOriginOf({ headers, host }: FastifyRequest, ownOrigin: string): FormOrigin {
  return { site: headers['sec-fetch-site']?.toString(), origin: headers.origin, host, ownOrigin }
}

/**
 * Whether a request may come from one of our pages. `Sec-Fetch-Site` decides where there is one: browsers send it to
 * https addresses and to this machine. Elsewhere `Origin` must name the host that was asked, or the public address: a
 * sandbox is opened by several names. Every browser of today sends at least one of them with a form, so a request
 * without both comes from a program, which nobody can make send another person's cookies.
 */
export function isOwnForm({ site, origin, host, ownOrigin }: FormOrigin): boolean {
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  if (origin === undefined || origin === ownOrigin) return true
  return URL.parse(origin)?.host === host.toLowerCase()
}

/**
 * Refuses a request that changes something unless it comes from one of our own pages: browsers add the cookie of a
 * session to requests of other pages, too. `Sec-Fetch-Site` decides where there is one, since a form of our own with
 * `no-referrer` has `Origin: null`. Without both headers nothing says where the request comes from.
 */
export function refuseOtherSite(request: FastifyRequest, { ownOrigin }: Pick<FormOrigin, 'ownOrigin'>): void {
  if (SAFE_METHODS.has(request.method) || isFromOwnPage(formOriginOf(request, ownOrigin))) return
  throw new AppError('forbidden', 'OTHER_SITE', 'The request does not come from a page of this service.')
}

/** For public routes that set the cookie of a session. */
export function refuseOtherSites(app: FastifyInstance, { baseUrl }: { readonly baseUrl: string }): void {
  const ownOrigin = new URL(baseUrl).origin
  app.addHook('onRequest', async (request) => refuseOtherSite(request, { ownOrigin }))
}

/** Whether a request certainly comes from one of our pages. */
export function isFromOwnPage({ site, origin, host, ownOrigin }: FormOrigin): boolean {
  if (site !== undefined) return site === 'same-origin'
  if (origin === undefined) return false
  return origin === ownOrigin || URL.parse(origin)?.host === host.toLowerCase()
}
