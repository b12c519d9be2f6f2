export { auditWrites, recordAudit } from './audit/audit-store.ts'
export { auditJobs, startAuditSealing } from './audit/jobs.ts'
export { findKeyHolder } from './authentication/find-key-holder.ts'
export { addOrganizationCommands } from './commands/add-organization-commands.ts'
export { createOrganization } from './creation/create-organization.ts'
export { erasePerson } from './erasure/erase-person.ts'
export { findPerson } from './erasure/find-person.ts'
export { keptAnswersHolder } from './erasure/kept-answers-holder.ts'
export { findGroupNames, findMerchantGroup } from './groups/merchant-group-store.ts'
export { authenticatedApi } from './http/authenticated-api.ts'
export { ActingFor, AuthenticationFailed } from './http/contract.ts'
export { meRoutes } from './http/me-routes.ts'
export { actForNamed } from './http/organization-hooks.ts'
export { refuseIfNoLongerAllowed } from './http/refuse-if-no-longer-allowed.ts'
export { actorOf } from './http/request-context.ts'
export { securitySchemes } from './http/security-schemes.ts'
export { clockRoutes } from './sandbox/clock-routes.ts'
export { prepareSandbox, sandboxCredentialsFileOf } from './sandbox/prepare-sandbox.ts'
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
