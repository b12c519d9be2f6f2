import type { RoutePlugin } from '../../platform/http/server/create-http-app.ts'
import { type AccessRoutesDeps, organizationAccessRoutes } from './organization-routes.ts'
import { type SessionRoutesDeps, sessionRoutes } from './session-routes.ts'
import { type UserRoutesDeps, userRoutes } from './user-routes.ts'

/** Who may use an organization: its users, their sessions, and the organizations that a caller may choose from. */
export function accessRoutes(deps: AccessRoutesDeps & SessionRoutesDeps & UserRoutesDeps): readonly RoutePlugin[] {
  return [sessionRoutes(deps), userRoutes(deps), organizationAccessRoutes(deps)]
}
