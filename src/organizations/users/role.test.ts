import { expect, test } from 'vitest'
import { isPermitted, PERMISSIONS, type Permission, permissionsOf, ROLES, type Role } from './role.ts'

const rolesWith = (permission: Permission): readonly Role[] => ROLES.filter((role) => isPermitted(role, permission))

test.each<[Permission, readonly Role[]]>([
  ['invoices:read', ROLES],
  ['payments:read', ROLES],
  ['reports:read', ROLES],
  ['invoices', ['owner', 'admin', 'clerk']],
  ['payments', ['owner', 'admin', 'clerk']],
  ['reviews', ['owner', 'admin', 'reviewer']],
  ['reports:manage', ['owner', 'admin', 'analyst']],
  ['sandbox', ['owner', 'admin', 'clerk']],
  ['ingest', ['owner', 'admin']],
  ['webhooks', ['owner', 'admin']],
  ['organization', ['owner', 'admin']],
  ['users', ['owner', 'admin']],
  ['keys', ['owner', 'admin']],
  ['audit', ['owner', 'admin']],
])('the permission %s belongs to %j', (permission, roles) => {
  expect(rolesWith(permission)).toEqual(roles)
})

test('the permissions of a role are listed in one order, and an owner has all of them', () => {
  expect(permissionsOf('owner')).toEqual(PERMISSIONS)
  expect(permissionsOf('viewer')).toEqual(['invoices:read', 'payments:read', 'reports:read'])
})
