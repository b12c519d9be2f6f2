// pure
import { SCOPES, type Scope } from '../credentials/credential.ts'

export const ROLES = ['owner', 'admin', 'clerk', 'reviewer', 'analyst', 'viewer'] as const
export type Role = (typeof ROLES)[number]

/** A route requires one of them: the scopes of API keys, and permissions that only people have. */
export const PERMISSIONS = [...SCOPES, 'organization', 'keys', 'audit'] as const
export type Permission = Scope | 'organization' | 'keys' | 'audit'

const READING = ['invoices:read', 'payments:read', 'reports:read'] as const satisfies readonly Permission[]

/** The permissions of each role. The database refuses a new role until its table allows it. */
const PERMISSIONS_OF: Readonly<Record<Role, readonly Permission[]>> = {
  owner: PERMISSIONS,
  admin: PERMISSIONS,
  clerk: [...READING, 'invoices', 'payments', 'sandbox'],
  reviewer: [...READING, 'reviews'],
  analyst: [...READING, 'reports:manage'],
  viewer: READING,
}

/** In the order of `PERMISSIONS`. */
export function permissionsOf(role: Role): readonly Permission[] {
  return PERMISSIONS.filter((permission) => PERMISSIONS_OF[role].includes(permission))
}

export function isPermitted(role: Role, permission: Permission): boolean {
  return PERMISSIONS_OF[role].includes(permission)
}
