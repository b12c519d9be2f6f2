import { expect, test } from 'vitest'
import { isAllowed, type Permission, ROLES, type Role } from './user.ts'

const may = (role: Role, permission: Permission) => isAllowed({ status: 'ACTIVE', roles: [role] }, permission)

test('a user without access to keys cannot grant rights', () => {
  const withKeys = ROLES.filter((role) => may(role, 'keys'))

  expect(withKeys).toEqual(['owner', 'admin'])
  expect(ROLES.filter((role) => may(role, 'users'))).toEqual(withKeys)
})

test('every role may read reports, and only some may take payments', () => {
  expect(ROLES.filter((role) => may(role, 'reports:read'))).toEqual(ROLES)
  expect(ROLES.filter((role) => may(role, 'payments'))).toEqual(['owner', 'admin', 'clerk'])
})

test('a user who is disabled or only invited may do nothing', () => {
  for (const status of ['DISABLED', 'INVITED'] as const) {
    expect(isAllowed({ status, roles: ['owner'] }, 'reports:read')).toBe(false)
  }
})
