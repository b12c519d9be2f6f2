// pure
export { actorWords } from './audit/actor-words.ts'
export { INSTALLATION } from './audit/audit-entry.ts'
export type { Organization } from './tree/organization.ts'
