// pure
import { SCOPES, type Scope } from './credential.ts'

export const ROLES = ['owner', 'admin', 'clerk', 'analyst', 'viewer'] as const
export type Role = (typeof ROLES)[number]

/** Permissions of people in the portal: the scopes of API keys and more. */
export type Permission = Scope | 'organization' | 'keys' | 'users' | 'audit'

/** The permissions of each role. The database refuses a new role until a migration allows it. */
const PERMISSIONS: Readonly<Record<Role, readonly Permission[]>> = {
  owner: [...SCOPES, 'organization', 'keys', 'users', 'audit'],
  admin: [...SCOPES, 'organization', 'keys', 'users', 'audit'],
  clerk: ['invoices', 'invoices:read', 'payments', 'payments:read', 'reviews', 'reports:read'],
  analyst: ['reports:read', 'reports:manage'],
  viewer: ['reports:read'],
}

export type User = {
  readonly organizationId: string
  readonly userId: string
  readonly email: string
  readonly name: string
  readonly status: 'INVITED' | 'ACTIVE' | 'DISABLED'
  readonly roles: readonly Role[]
}

export function isAllowed({ roles, status }: Pick<User, 'roles' | 'status'>, permission: Permission): boolean {
  return status === 'ACTIVE' && roles.some((role) => PERMISSIONS[role].includes(permission))
}
