export { changeMerchantGroup } from './actions/change-merchant-group.ts'
export {
  resumeOrganization,
  suspendOrganization,
  updateOrganization,
} from './actions/change-organization.ts'
export { createBearerKey, createSharedSecret } from './actions/create-key.ts'
export { createMerchantGroup } from './actions/create-merchant-group.ts'
export { createOrganization } from './actions/create-organization.ts'
export { deleteMerchantGroup } from './actions/delete-merchant-group.ts'
export { revokeKey } from './actions/revoke-key.ts'
export { sealAudit } from './actions/seal-audit.ts'
export { type TrailReport, verifyAudit } from './actions/verify-audit.ts'
export { type AuditFilter, type ListedEntry, listAudit, recordAudit } from './audit-store.ts'
export { listCredentials } from './credential-store.ts'
export type { Actor } from './domain/actor.ts'
export type { AuditProblem, AuditProblemKind } from './domain/audit-check.ts'
export type { AuditActor, AuditEntry } from './domain/audit-entry.ts'
export {
  CREDENTIAL_TYPES,
  type Credential,
  SCOPES,
  type Scope,
  stateOf,
} from './domain/credential.ts'
export type { MerchantGroup } from './domain/merchant-group.ts'
export {
  ORGANIZATION_TYPES,
  type Organization,
  type OrganizationChanges,
} from './domain/organization.ts'
export {
  findMerchantGroup,
  listMerchantGroups,
} from './merchant-group-store.ts'
export { findOrganization, listOrganizations } from './organization-store.ts'
export { auditJobs, startAuditSealing } from './queue/audit-sealing.ts'
