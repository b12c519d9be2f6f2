import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../kernel/errors.ts'
import { accounts, sandbox } from '../../organizations/index.ts'
import { networkOf } from '../../platform/http/limits/network-of-address.ts'
import { addRateLimit } from '../../platform/http/limits/rate-limit.ts'
import type { RoutePlugin } from '../../platform/http/server/create-http-app.ts'
import { type PeopleDeps, sendCookies, visitOf } from './people-deps.ts'

/** The link that the start of a sandbox prints on a loopback address. Live mode does not have this route. */
export function sandboxLinkRoute(deps: PeopleDeps): RoutePlugin {
  const { baseUrl, pageRequestsPerMinute: perMinute } = deps.config
  const base = new URL(baseUrl).pathname.replace(/\/+$/, '')
  return async (app) => {
    addRateLimit(app, { perMinute, keyOf: networkOf })
    // Programs that look at links with HEAD must not use it up.
    app.get('/sign-in/link', { schema: { hide: true }, exposeHeadRoute: false }, async (request, reply) => {
      reply.header('cache-control', 'no-store')
      const path = await signInWith(deps, request, reply)
      return reply.redirect(`${base}${path}`, 303)
    })
  }
}

/** Signs in, and returns the page to open; the page to sign in on if the link was used or has expired. */
async function signInWith(deps: PeopleDeps, request: FastifyRequest, reply: FastifyReply): Promise<string> {
  const { token } = request.query as { readonly token?: unknown }
  try {
    const started = await sandbox.signInWithLink(deps, { ...visitOf(request), token: String(token) })
    sendCookies(reply, deps, started)
    return await firstPage(deps, started.session.personId)
  } catch (error) {
    if (error instanceof AppError && error.kind === 'gone') return '/sign-in?reason=link'
    throw error
  }
}

/** The merchant's home, which has invoices; the partner has none of its own. */
async function firstPage({ database }: PeopleDeps, personId: string): Promise<string> {
  const memberships = await accounts.listMemberships(database.db, personId)
  const merchant = memberships.find(({ organization }) => organization.type === 'merchant')
  return merchant === undefined ? '/' : `/o/${merchant.organization.organizationId}/`
}
