import { accessRoutes } from './access/routes.ts'
import { auditJobs, startAuditSealing } from './audit/jobs.ts'
import { erasePerson } from './erasure/erase-person.ts'
import { findPerson } from './erasure/find-person.ts'
import { keptAnswersHolder } from './erasure/kept-answers-holder.ts'
import { meRoutes } from './http/me-routes.ts'
import { isStaff } from './http/is-staff.ts'
import { senderOf, signedInOf, userOf } from './http/request-context.ts'
import { clockRoutes } from './sandbox/clock-routes.ts'
import { organizationSandboxData } from './sandbox/delete-sandbox.ts'
import { goLive } from './sandbox/go-live.ts'
import { prepareSandbox } from './sandbox/prepare-sandbox.ts'
import { sandboxPageErrors } from './sandbox-pages/page-errors.ts'
import { sandboxPageRoutes } from './sandbox-pages/routes.ts'
import { openSandboxPages } from './sandbox-pages/sandbox-pages.ts'
import { findActorWords } from './users/actor-words.ts'

export { auditWrites, recordAudit } from './audit/audit-store.ts'
export { addOrganizationCommands } from './commands/add-organization-commands.ts'
export { createOrganization } from './creation/create-organization.ts'
export { findGroupNames, findMerchantGroup } from './groups/merchant-group-store.ts'
export { authenticatedApi } from './http/authenticated-api.ts'
export { ActingFor, AuthenticationFailed } from './http/contract.ts'
export { actForNamed, refuseIfNoLongerAllowed } from './http/organization-hooks.ts'
export { actorOf } from './http/request-context.ts'
export { securitySchemes } from './http/security-schemes.ts'
export { sandboxCredentialsFileOf } from './sandbox/prepare-sandbox.ts'
export type { SandboxVisit } from './sandbox-pages/sandbox-pages.ts'
export { suspendUnlessSuspended } from './tree/change-organization.ts'
export {
  findIdsBelow,
  findOrganizations,
  getOrganization,
  joinedOrganization,
  listTopOrganizations,
  organizationsAbove,
  organizationsBelow,
  type ShownOrganization,
} from './tree/organization-store.ts'

export const auditSealing = { jobs: auditJobs, start: startAuditSealing }

export const personErasure = { find: findPerson, erase: erasePerson, keptAnswers: keptAnswersHolder }

/** What other components have to know about the people who sign in. */
export const people = { findActorWords, isStaff, senderOf, signedInOf, userOf }

/** The beginning and the end of a sandbox. */
export const sandbox = { prepare: prepareSandbox, data: organizationSandboxData, goLive }

/** `clock` exists in sandbox mode only. */
export const organizationRoutes = { me: meRoutes, access: accessRoutes, clock: clockRoutes }

/** The pages of the sandbox: their sign-in, their frame, and the page of its clock. */
export const sandboxPages = { open: openSandboxPages, routes: sandboxPageRoutes, errors: sandboxPageErrors }
