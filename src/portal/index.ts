import { portalPageErrors } from './pages/page-errors.ts'
import { openPortalPages } from './pages/portal-pages.ts'
import { portalPageRoutes } from './pages/routes.ts'
import { addUserCommands } from './people/commands/users.ts'
import { invitationRoutes } from './people/invitation-routes.ts'
import { peopleMailComposers } from './people/mails/composers.ts'
import { type PeopleDeps, peopleDepsOf } from './people/people-deps.ts'
import { isLoopback, sandboxUrl } from './people/portal-links.ts'
import { profileRoutes } from './people/profile-routes.ts'
import { sandboxLinkRoute } from './people/sandbox-link-route.ts'
import { publicPeopleRoutes } from './people/sign-in-routes.ts'

export { editsHolder } from './edits/edits-holder.ts'
export { addRequestLog } from './request-log/add-request-log.ts'
export { requestLogHolder } from './request-log/request-log-holder.ts'
export { RequestRecorder } from './request-log/request-recorder.ts'
export { portalRoutes } from './routes.ts'
export { portalSandboxData } from './sandbox-data.ts'
export { testMailComposer } from './test-mails/compose-test-mail.ts'
export { viewsHolder } from './views/views-holder.ts'

/** The portal as a browser gets it. */
export const portalPages = { open: openPortalPages, routes: portalPageRoutes, errors: portalPageErrors }
export type { PortalPages } from './pages/portal-pages.ts'

/** The people who use the portal: their sign-in, profile and invitations, with mails and commands. */
export const portalPeople = {
  /** For those who are not signed in. */
  publicRoutes: (deps: PeopleDeps) => [
    publicPeopleRoutes(deps),
    ...(deps.mode === 'sandbox' ? [sandboxLinkRoute(deps)] : []),
  ],
  routes: (deps: PeopleDeps) => [profileRoutes(deps), invitationRoutes(deps)],
  depsOf: peopleDepsOf,
  mailComposers: peopleMailComposers,
  addCommands: addUserCommands,
  isLoopback,
  sandboxUrl,
}
export type { PeopleDeps } from './people/people-deps.ts'
