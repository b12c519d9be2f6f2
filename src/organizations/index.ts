export {
  resumeOrganization,
  suspendOrganization,
  updateOrganization,
} from './actions/change-organization.ts'
export { createCertificate, registerCertificate } from './actions/create-certificate.ts'
export { createBearerKey, createSharedSecret } from './actions/create-key.ts'
export { createOrganization } from './actions/create-organization.ts'
export { revokeKey } from './actions/revoke-key.ts'
export { recordAudit } from './audit-store.ts'
export { listCredentials } from './credential-store.ts'
export type { Actor } from './domain/actor.ts'
export type { AuditActor, AuditEntry } from './domain/audit-entry.ts'
export {
  CREDENTIAL_TYPES,
  type Credential,
  SCOPES,
  type Scope,
  stateOf,
} from './domain/credential.ts'
export {
  ORGANIZATION_TYPES,
  type Organization,
  type OrganizationChanges,
} from './domain/organization.ts'
export { type AuthenticatedApiDeps, authenticatedApi } from './http/authenticated-api.ts'
export { meRoutes } from './http/me-routes.ts'
export { actorOf } from './http/request-context.ts'
export { securitySchemes } from './http/security-schemes.ts'
export { findOrganization, listOrganizations } from './organization-store.ts'
