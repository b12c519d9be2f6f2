import type { FastifyInstance } from 'fastify'
import { assert } from '../../kernel/assert.ts'
import { addRoutes, type RoutePlugin } from '../../platform/http/server/create-http-app.ts'
import type { Metrics } from '../../platform/metrics/metrics.ts'
import { Authenticator, type AuthenticatorDeps } from '../authentication/authenticator.ts'
import { CallerMemory } from '../lookups/caller-memory.ts'
import { followCallerChanges } from '../lookups/follow-caller-changes.ts'
import { OrganizationLookups } from '../lookups/organization-lookups.ts'
import { sessionCookieOf } from '../sessions/session-cookie.ts'
import { addAuthentication } from './authentication-hooks.ts'
import { AuthenticationFailed } from './contract.ts'
import { FailedAuthentications } from './failed-authentications.ts'
import { addFairTurns } from './fair-turns-hooks.ts'
import { addOrganization, addScopes } from './organization-hooks.ts'
import { security, sessionOnly } from './security-schemes.ts'

export type AuthenticatedApiDeps = Omit<AuthenticatorDeps, 'memory' | 'organizations' | 'onLookup'> & {
  readonly config: AuthenticatorDeps['config'] & { readonly baseUrl: string }
  readonly metrics: Metrics
  /** Adds `onRequest` hooks that know the caller; the body is not read yet. */
  readonly afterAuthentication?: (app: FastifyInstance) => void
  /** Adds `preHandler` hooks that also know the organization; the body is read and checked. */
  readonly afterOrganization?: (app: FastifyInstance) => void
}

/**
 * Registers routes that require authentication. The order is: authentication, `afterAuthentication`, scope or
 * permission, a person's confirmation,
 * the body and its digest, the route's contract, the turn of a list, the organization acted for, suspension,
 * `afterOrganization`, the route itself.
 */
export function authenticatedApi(deps: AuthenticatedApiDeps, routes: readonly RoutePlugin[]): RoutePlugin {
  return async (app) => {
    app.addHook('onRoute', (route) => {
      assert(route.config?.scope !== undefined, `The route ${route.url} does not declare its scope.`)
      const response = { 401: AuthenticationFailed, ...(route.schema?.response ?? {}) }
      const { isForPeople, isAboutPerson } = route.config
      route.schema = { ...route.schema, security: isForPeople || isAboutPerson ? sessionOnly : security, response }
    })
    const countLookup = deps.metrics.countBy({
      name: 'authentication_lookups_total',
      help: 'Statements that looked for keys and sessions of requests, for one or for those of several requests.',
      label: 'keys',
    })
    const onLookup = (count: number): void => countLookup(count === 1 ? 'one' : 'several')
    const memory = rememberedCallers(app, deps)
    const organizations = new OrganizationLookups({ ...deps, memory })
    addAuthentication(app, {
      authenticator: new Authenticator({ ...deps, memory, organizations, onLookup }),
      organizations,
      cookie: sessionCookieOf({ ...deps.config, mode: deps.mode }),
      ownOrigin: new URL(deps.config.baseUrl).origin,
      failures: new FailedAuthentications({ perMinute: deps.config.failedAuthenticationsPerMinute }),
      metrics: deps.metrics,
    })
    deps.afterAuthentication?.(app)
    addScopes(app, deps)
    addFairTurns(app)
    addOrganization(app, organizations)
    deps.afterOrganization?.(app)
    addRoutes(app, routes)
  }
}

/** Of this node; used from when it listens. */
function rememberedCallers(app: FastifyInstance, deps: AuthenticatedApiDeps): CallerMemory {
  const memory = new CallerMemory(deps)
  let following: ReturnType<typeof followCallerChanges> | undefined
  app.addHook('onListen', async () => {
    following = followCallerChanges({ ...deps, memory })
  })
  app.addHook('onClose', async () => following?.stop())
  return memory
}
