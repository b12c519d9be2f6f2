import type { RoutePlugin } from '../platform/http/server/create-http-app.ts'
import type { Database } from '../platform/postgres/database.ts'
import { type DeliveryLogDeps, deliveryLogRoutes } from './delivery-log/routes.ts'
import { type EventRoutesDeps, eventRoutes } from './events/routes.ts'
import { type InboxDeps, inboxPageRoutes } from './inbox/page-routes.ts'
import { messageRoutes } from './inbox/routes.ts'
import { type LabPageDeps, labPageRoutes } from './lab/page-routes.ts'
import type { ReceiveDeps } from './lab/receive.ts'
import { receiveRoutes } from './lab/receive-routes.ts'
import { labRoutes } from './lab/routes.ts'
import { type KeyRoutesDeps, signingKeyRoutes } from './webhooks/key-routes.ts'
import { type WebhookRoutesDeps, webhookRoutes } from './webhooks/routes.ts'

type ApiDeps = KeyRoutesDeps & WebhookRoutesDeps & DeliveryLogDeps & EventRoutesDeps

/** The routes of this component. `sandboxApi` and `sandboxPages` exist in sandbox mode only. */
export const notificationRoutes = {
  api: (deps: ApiDeps): readonly RoutePlugin[] => [
    signingKeyRoutes(deps),
    webhookRoutes(deps),
    deliveryLogRoutes(deps),
    eventRoutes(deps),
  ],
  sandboxApi: (database: Database): readonly RoutePlugin[] => [messageRoutes(database), labRoutes({ database })],
  /** Opened without a key of the API. */
  sandboxPages: (deps: InboxDeps & LabPageDeps & ReceiveDeps): readonly RoutePlugin[] => [
    inboxPageRoutes(deps),
    labPageRoutes(deps),
    receiveRoutes(deps),
  ],
}
