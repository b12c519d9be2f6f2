// pure

/** The pages about an organization, in their order. A merchant has nothing below it. */
export const SECTIONS = [
  { name: 'users', to: '/o/$organizationId/organization/users', isForParents: false },
  { name: 'merchants', to: '/o/$organizationId/organization/merchants', isForParents: true },
  { name: 'groups', to: '/o/$organizationId/organization/groups', isForParents: true },
  { name: 'settings', to: '/o/$organizationId/organization/settings', isForParents: false },
  { name: 'audit', to: '/o/$organizationId/organization/audit', isForParents: false },
] as const

export type Section = (typeof SECTIONS)[number]['name']
