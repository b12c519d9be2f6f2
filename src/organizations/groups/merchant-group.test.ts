import { describe, expect, test } from 'vitest'
import { grouped, type KnownOrganizations, type MemberChanges, regrouped } from './merchant-group.ts'

const at = Temporal.Instant.from('2026-03-09T10:00:00Z')
const known: KnownOrganizations = new Map([
  ['p', { type: 'partner', path: ['p'] }],
  ['acc', { type: 'account', path: ['p', 'acc'] }],
  ['m1', { type: 'merchant', path: ['p', 'm1'] }],
  ['m2', { type: 'merchant', path: ['p', 'acc', 'm2'] }],
  ['m3', { type: 'merchant', path: ['p', 'm3'] }],
  ['far', { type: 'merchant', path: ['q', 'far'] }],
])
const input = { organizationId: 'p', groupId: 'g', name: 'North', merchantIds: ['m1'] }
const aGroup = (merchantIds: readonly string[] = ['m1', 'm2']) => grouped({ ...input, merchantIds }, known, { at })

test('members are sorted and unique', () => {
  expect(aGroup(['m2', 'm1', 'm2']).merchantIds).toEqual(['m1', 'm2'])
})

test('a merchant may group itself', () => {
  const own = { ...input, organizationId: 'm1' }

  expect(grouped(own, known, { at })).toMatchObject({ merchantIds: ['m1'] })
})

test.each(['a', 'North-East_1 b', 'x'.repeat(80)])('the name "%s" is accepted', (name) => {
  expect(grouped({ ...input, name }, known, { at })).toMatchObject({ name })
})

describe('a group is refused', () => {
  test.each<[string, Partial<typeof input>, string]>([
    ['no name', { name: '' }, 'name must be 1 to 80'],
    ['a long name', { name: 'x'.repeat(81) }, 'name must be 1 to 80'],
    ['a name of blanks', { name: ' ' }, 'name must be 1 to 80'],
    ['another character', { name: 'a/b' }, 'name must be 1 to 80'],
    ['a second line', { name: 'a\n' }, 'name must be 1 to 80'],
    ['an unknown member', { merchantIds: ['m1', 'nobody'] }, 'contains nobody, not a merchant of p'],
    ['somebody else’s merchant', { merchantIds: ['far'] }, 'contains far, not a merchant of p'],
    ['a member that is not a merchant', { merchantIds: ['acc'] }, 'contains acc, not a merchant of p'],
    ['a merchant above', { organizationId: 'acc' }, 'contains m1, not a merchant of acc'],
    ['too many', { merchantIds: Array.from({ length: 10_001 }, (_, n) => `m${n}`) }, 'at most 10000'],
    ['many strangers', { merchantIds: ['a', 'b', 'c', 'd', 'e', 'f', 'g'] }, 'contains a, b, c, d, e and 2 more'],
  ])('for %s', (_why, given, reason) => {
    expect(() => grouped({ ...input, ...given }, known, { at })).toThrow(reason)
  })
})

describe('members change', () => {
  test.each<[string, MemberChanges, readonly string[]]>([
    ['added', { add: ['m3'], remove: [] }, ['m1', 'm2', 'm3']],
    ['removed', { add: [], remove: ['m1'] }, ['m2']],
    ['both', { add: ['m3'], remove: ['m1', 'm2'] }, ['m3']],
    ['added again', { add: ['m1'], remove: [] }, ['m1', 'm2']],
    ['set', { set: ['m3', 'm1'] }, ['m1', 'm3']],
    ['emptied', { set: [] }, []],
  ])('%s', (_how, members, expected) => {
    expect(regrouped(aGroup(), { members }, known).merchantIds).toEqual(expected)
  })

  test.each<[string, MemberChanges, string]>([
    ['removing a merchant that is not a member', { add: [], remove: ['m3'] }, 'remove contains m3'],
    ['adding and removing one', { add: ['m1'], remove: ['m1'] }, 'add contains m1'],
    ['adding a foreign merchant', { add: ['far'], remove: [] }, 'members contains far'],
    ['setting a foreign merchant', { set: ['far'] }, 'members contains far'],
  ])('%s is refused', (_what, members, reason) => {
    expect(() => regrouped(aGroup(), { members }, known)).toThrow(reason)
  })
})

test('a change without effect returns the group itself', () => {
  const group = aGroup()

  expect(regrouped(group, { members: { set: ['m2', 'm1'] } }, known)).toBe(group)
})

test('a new name is checked like the first one', () => {
  const members = { add: [], remove: [] }

  expect(regrouped(aGroup(), { name: 'South', members }, known)).toMatchObject({ name: 'South' })
  expect(() => regrouped(aGroup(), { name: '?', members }, known)).toThrow('name must be')
})
