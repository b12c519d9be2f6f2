export { changeMerchantGroup } from './actions/change-merchant-group.ts'
export {
  resumeOrganization,
  suspendOrganization,
  updateOrganization,
} from './actions/change-organization.ts'
export { createCertificate, registerCertificate } from './actions/create-certificate.ts'
export { createBearerKey, createSharedSecret } from './actions/create-key.ts'
export { createMerchantGroup } from './actions/create-merchant-group.ts'
export { createOrganization } from './actions/create-organization.ts'
export { deleteMerchantGroup } from './actions/delete-merchant-group.ts'
export { erasePerson } from './actions/erase-person.ts'
export { findPerson } from './actions/find-person.ts'
export { moveClock } from './actions/move-clock.ts'
export { prepareSandbox, sandboxCredentialsFileOf } from './actions/prepare-sandbox.ts'
export { revokeKey } from './actions/revoke-key.ts'
export { sealAudit } from './actions/seal-audit.ts'
export { type TrailReport, verifyAudit } from './actions/verify-audit.ts'
export {
  type AuditFilter,
  auditWrites,
  type ListedEntry,
  listAudit,
  recordAudit,
} from './audit-store.ts'
export { listCredentials } from './credential-store.ts'
export type { Actor } from './domain/actor.ts'
export type { AuditProblem, AuditProblemKind } from './domain/audit-check.ts'
export { type AuditActor, type AuditEntry, INSTALLATION } from './domain/audit-entry.ts'
export { type AskedClockMove, clockMoveOf } from './domain/clock-move.ts'
export type { Contact } from './domain/contact.ts'
export {
  CREDENTIAL_TYPES,
  type Credential,
  type CredentialType,
  SCOPES,
  stateOf,
} from './domain/credential.ts'
export type { MerchantGroup } from './domain/merchant-group.ts'
export {
  ORGANIZATION_TYPES,
  type Organization,
  type OrganizationChanges,
} from './domain/organization.ts'
export { isPerson, type Person, readPerson } from './domain/person.ts'
export {
  counted,
  type HeldData,
  heldTogether,
  NOTHING_HELD,
  type PersonalDataHolder,
  type RemainingData,
  type SoughtPerson,
} from './domain/personal-data.ts'
export type { CreatedOrganization } from './found-organization.ts'
export { type AuthenticatedApiDeps, authenticatedApi } from './http/authenticated-api.ts'
export { clockRoutes } from './http/clock-routes.ts'
export { ActingFor } from './http/contract.ts'
export { meRoutes } from './http/me-routes.ts'
export { actorOf } from './http/request-context.ts'
export { securitySchemes } from './http/security-schemes.ts'
export type { CredentialTerms } from './issue-credential.ts'
export { keptAnswersHolder } from './kept-answers-holder.ts'
export {
  findGroupNames,
  findMerchantGroup,
  listMerchantGroups,
} from './merchant-group-store.ts'
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
} from './organization-store.ts'
export { auditJobs, startAuditSealing } from './queue/audit-sealing.ts'
export { suspendUnlessSuspended } from './suspend-unless-suspended.ts'
