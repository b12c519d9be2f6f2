// pure
export { actorWords, INSTALLATION } from './audit/audit-entry.ts'
export type { Organization } from './tree/organization.ts'
