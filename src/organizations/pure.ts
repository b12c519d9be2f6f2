// pure
export { actorWords, INSTALLATION } from './audit/audit-entry.ts'
export { challenges } from './http/security-schemes.ts'
export type { SandboxContent, SandboxPlace } from './sandbox-pages/sandbox-page.ts'
export { instantTag } from './sandbox-pages/shown-time.ts'
export { SECURITY_EVENT_KINDS, type SecurityEventKind } from './sign-in/security-event.ts'
export { isOrganizationId, type Organization } from './tree/organization.ts'
export { isPermitted, permissionsOf, ROLES } from './users/role.ts'
