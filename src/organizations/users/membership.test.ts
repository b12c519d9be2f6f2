import { expect, test } from 'vitest'
import { changed, type Membership, type MembershipChanges, membershipFor, refuseRemoval } from './membership.ts'
import type { Role } from './role.ts'

const at = Temporal.Instant.from('2026-03-01T12:00:00Z')
const aMembership = (role: Role, status: Membership['status'] = 'ACTIVE'): Membership => ({
  organizationId: 'shop',
  personId: 'ada',
  role,
  status,
  invitedBy: undefined,
  createdAt: at,
  updatedAt: at,
})
const owner = { isOwner: true, personId: 'olga' }
const admin = { isOwner: false, personId: 'adam' }

test.each<[string, Role, MembershipChanges]>([
  ['changes an owner', 'owner', { role: 'viewer' }],
  ['disables an owner', 'owner', { status: 'DISABLED' }],
  ['makes an owner', 'clerk', { role: 'owner' }],
])('only an owner %s', (_, role, changes) => {
  const before = aMembership(role)

  expect(changed(before, changes, { by: owner, at })).toMatchObject(changes)
  expect(() => changed(before, changes, { by: admin, at })).toThrow('Only an owner')
})

test('only an owner removes an owner, and an admin removes the others', () => {
  expect(() => refuseRemoval(aMembership('owner'), admin)).toThrow('Only an owner')
  expect(() => refuseRemoval(aMembership('owner'), owner)).not.toThrow()
  expect(() => refuseRemoval(aMembership('clerk'), admin)).not.toThrow()
})

test('nobody changes or removes their own membership, so an organization keeps its last owner', () => {
  const self = { isOwner: true, personId: 'ada' }

  expect(() => changed(aMembership('owner'), { role: 'viewer' }, { by: self, at })).toThrow('another person')
  expect(() => refuseRemoval(aMembership('owner'), self)).toThrow('another person')
})

test('an invitation is accepted by the person alone, but can be changed and disabled', () => {
  const invited = aMembership('clerk', 'INVITED')

  expect(() => changed(invited, { status: 'ACTIVE' }, { by: admin, at })).toThrow('accepted by the person')
  expect(changed(invited, { role: 'viewer' }, { by: admin, at })).toMatchObject({ role: 'viewer', status: 'INVITED' })
  expect(changed(invited, { status: 'DISABLED' }, { by: admin, at })).toMatchObject({ status: 'DISABLED' })
})

test('a change to what already holds changes nothing', () => {
  const before = aMembership('owner')

  expect(changed(before, { role: 'owner', status: 'ACTIVE' }, { by: admin, at })).toBe(before)
})

test('the membership of the organization itself counts before one above it', () => {
  const path = ['partner', 'account', 'shop']
  const of = (...ids: readonly string[]) => ids.map((organizationId) => ({ organizationId }))

  expect(membershipFor(of('partner', 'shop'), { path })).toEqual({ organizationId: 'shop' })
  expect(membershipFor(of('partner', 'account'), { path })).toEqual({ organizationId: 'account' })
  expect(membershipFor(of('sister'), { path })).toBeUndefined()
})
