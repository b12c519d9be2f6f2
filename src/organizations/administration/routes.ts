import type { RoutePlugin } from '../../platform/http/server/create-http-app.ts'
import { type GroupRoutesDeps, groupRoutes } from './group-routes.ts'
import { type MerchantRoutesDeps, merchantRoutes } from './merchant-routes.ts'
import { type SettingsRoutesDeps, settingsRoutes } from './settings-routes.ts'

/** For the people who run an organization: its settings, the merchants below it, and their groups. */
export function administrationRoutes(
  deps: GroupRoutesDeps & MerchantRoutesDeps & SettingsRoutesDeps,
): readonly RoutePlugin[] {
  return [settingsRoutes(deps), merchantRoutes(deps), groupRoutes(deps)]
}
