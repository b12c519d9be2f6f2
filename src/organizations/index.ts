export type { AuditProblem, AuditProblemKind } from './audit/audit-check.ts'
export { type AuditEntry, INSTALLATION } from './audit/audit-entry.ts'
export {
  type AuditFilter,
  auditWrites,
  type ListedEntry,
  listAudit,
  recordAudit,
} from './audit/audit-store.ts'
export { auditJobs, startAuditSealing } from './audit/jobs.ts'
export { sealAudit } from './audit/seal-audit.ts'
export { createOrganization } from './creation/create-organization.ts'
export type { CreatedOrganization } from './creation/found-organization.ts'
export { createCertificate, registerCertificate } from './credentials/create-certificate.ts'
export { createBearerKey, createSharedSecret } from './credentials/create-key.ts'
export {
  CREDENTIAL_TYPES,
  type Credential,
  type CredentialType,
  SCOPES,
  stateOf,
} from './credentials/credential.ts'
export { listCredentials } from './credentials/credential-store.ts'
export type { CredentialTerms } from './credentials/issue-credential.ts'
export { revokeKey } from './credentials/revoke-key.ts'
export { changeMerchantGroup } from './groups/change-merchant-group.ts'
export { createMerchantGroup } from './groups/create-merchant-group.ts'
export { deleteMerchantGroup } from './groups/delete-merchant-group.ts'
export type { MerchantGroup } from './groups/merchant-group.ts'
export {
  findGroupNames,
  findMerchantGroup,
  listMerchantGroups,
} from './groups/merchant-group-store.ts'
export { type AuthenticatedApiDeps, authenticatedApi } from './http/authenticated-api.ts'
export { ActingFor } from './http/contract.ts'
export { meRoutes } from './http/me-routes.ts'
export { actorOf } from './http/request-context.ts'
export { securitySchemes } from './http/security-schemes.ts'
export { erasePerson } from './personal-data/erase-person.ts'
export { findPerson } from './personal-data/find-person.ts'
export { keptAnswersHolder } from './personal-data/kept-answers-holder.ts'
export { type AskedClockMove, clockMoveOf } from './sandbox/clock-move.ts'
export { clockRoutes } from './sandbox/clock-routes.ts'
export { moveClock } from './sandbox/move-clock.ts'
export { prepareSandbox, sandboxCredentialsFileOf } from './sandbox/prepare-sandbox.ts'
export {
  resumeOrganization,
  suspendOrganization,
  updateOrganization,
} from './tree/change-organization.ts'
export type { Contact } from './tree/contact.ts'
export {
  ORGANIZATION_TYPES,
  type Organization,
  type OrganizationChanges,
} from './tree/organization.ts'
export {
  findMerchantIdsBelow,
  findMerchantsBelow,
  findOrganization,
  findOrganizations,
  findTree,
  getOrganization,
  listOrganizations,
  listTopOrganizations,
  merchantsBelow,
  organizationsBelow,
} from './tree/organization-store.ts'
export { suspendUnlessSuspended } from './tree/suspend-unless-suspended.ts'
export { type TrailReport, verifyAudit } from './verification/verify-audit.ts'
