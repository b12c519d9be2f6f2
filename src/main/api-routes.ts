import { authenticatedApi, meRoutes } from '../organizations/index.ts'
import { systemClock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import type { RoutePlugin } from '../platform/http/create-http-app.ts'
import { addIdempotency } from '../platform/http/idempotency/add-idempotency.ts'
import { IdempotencyKeys } from '../platform/http/idempotency/idempotency-keys.ts'
import { addRateLimit } from '../platform/http/rate-limit.ts'
import type { Logger } from '../platform/log.ts'
import type { Metrics } from '../platform/metrics.ts'
import type { Presence } from '../platform/postgres/presence.ts'
import type { Stores } from '../platform/stores.ts'

type ApiDeps = {
  readonly config: Config
  readonly stores: Stores
  readonly presence: Presence
  readonly metrics: Metrics
  readonly log: Logger
}

/** Everything that only a known caller reaches, and what all of it has in common. */
export function apiRoutes({ config, stores, presence, metrics, log }: ApiDeps): RoutePlugin {
  const { database, secrets } = stores
  const { db } = database
  const keys = new IdempotencyKeys({ database, secrets, presence, log })
  return authenticatedApi(
    {
      db,
      secrets,
      machineClock: systemClock,
      log,
      config,
      metrics,
      afterAuthentication: (app) =>
        addRateLimit(app, {
          perMinute: config.rateLimitPerMinute,
          keyOf: ({ caller }) => caller.credential.credentialId,
        }),
      afterOrganization: (app) =>
        addIdempotency(app, {
          keys,
          organizationOf: (request) => request.organization.organizationId,
        }),
    },
    [meRoutes({ db })],
  )
}
