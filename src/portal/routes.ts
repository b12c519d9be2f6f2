import type { RoutePlugin } from '../platform/http/server/create-http-app.ts'
import { type ActivityDeps, activityRoutes } from './activity/routes.ts'
import { type BackupsDeps, backupsRoutes } from './backups/routes.ts'
import { type ChangesDeps, changesRoutes } from './changes/routes.ts'
import { type EditDeps, editRoutes } from './edits/routes.ts'
import { type FirstStepsDeps, firstStepsRoutes } from './first-steps/routes.ts'
import { type HomeDeps, homeRoutes } from './home/routes.ts'
import { type RequestLogDeps, requestLogRoutes } from './request-log/routes.ts'
import { type ReviewClaimDeps, reviewClaimRoutes } from './review-claims/routes.ts'
import { type TestMailRoutesDeps, testMailRoutes } from './test-mails/routes.ts'
import { type ViewDeps, viewRoutes } from './views/routes.ts'

/** The routes that people's own tools need; keys with the scope may use them too. */
export function portalRoutes(
  deps: ActivityDeps &
    BackupsDeps &
    ChangesDeps &
    EditDeps &
    FirstStepsDeps &
    HomeDeps &
    RequestLogDeps &
    ReviewClaimDeps &
    TestMailRoutesDeps &
    ViewDeps,
): readonly RoutePlugin[] {
  return [
    activityRoutes(deps),
    backupsRoutes(deps),
    changesRoutes(deps),
    editRoutes(deps),
    firstStepsRoutes(deps),
    homeRoutes(deps),
    requestLogRoutes(deps),
    reviewClaimRoutes(deps),
    testMailRoutes(deps),
    viewRoutes(deps),
  ]
}
