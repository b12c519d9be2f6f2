import { describe, expect, test } from 'vitest'
import { AppError } from '../../kernel/errors.ts'
import {
  canActFor,
  changed,
  created,
  type NewOrganization,
  type OrganizationType,
  resumed,
  suspended,
} from './organization.ts'

const at = Temporal.Instant.from('2026-03-01T12:00:00Z')
const later = at.add({ hours: 1 })

const input = (given: Partial<NewOrganization> = {}): NewOrganization => ({
  organizationId: 'shop1',
  type: 'merchant',
  name: 'Shop One',
  timeZone: 'UTC',
  contact: {},
  hasFraudManagement: false,
  ...given,
})
const root = (type: OrganizationType) => created(input({ organizationId: `root-${type}`, type }), undefined, { at })

const fieldsRefused = (work: () => unknown): readonly string[] => {
  try {
    work()
  } catch (error) {
    if (error instanceof AppError) return error.details.map(({ field }) => field)
    throw error
  }
  return []
}

describe('a new organization', () => {
  test('is active and has its path from the root', () => {
    const partner = root('partner')
    const account = created(input({ organizationId: 'a', type: 'account' }), partner, { at })

    const merchant = created(input(), account, { at })

    expect(merchant.path).toEqual(['root-partner', 'a', 'shop1'])
    expect([merchant.parentId, merchant.status]).toEqual(['a', 'ACTIVE'])
  })

  test.each([
    ['partner', 'partner', true],
    ['partner', 'account', false],
    ['partner', 'merchant', false],
    ['account', 'partner', true],
    ['account', 'account', true],
    ['account', 'merchant', false],
    ['merchant', 'partner', true],
    ['merchant', 'account', true],
    ['merchant', 'merchant', false],
  ] as const)('a %s below a %s: %s', (type, parent, isAllowed) => {
    const refused = fieldsRefused(() => created(input({ type }), root(parent), { at }))

    expect(refused).toEqual(isAllowed ? [] : ['parent'])
  })

  test.each([
    ['an empty id', { organizationId: '' }, ['organizationId']],
    ['an id with a blank', { organizationId: 'a b' }, ['organizationId']],
    ['an id of 33 characters', { organizationId: 'x'.repeat(33) }, ['organizationId']],
    ['an unknown zone', { timeZone: 'Mars/Base' }, ['timeZone']],
    ['a bare offset', { timeZone: '+02:00' }, ['timeZone']],
    ['a blank name', { name: ' ' }, ['name']],
    ['a name with a line break', { name: 'a\nb' }, ['name']],
    ['a contact without @', { contact: { email: 'nobody' } }, ['contact.email']],
    ['a country in words', { contact: { address: { country: 'Spain' } } }, ['contact.address.country']],
    [
      'several together',
      { name: '', timeZone: 'x', contact: { phone: 'call' } },
      ['name', 'timeZone', 'contact.phone'],
    ],
  ] satisfies [string, Partial<NewOrganization>, string[]][])('is refused with %s', (_, given, fields) => {
    expect(fieldsRefused(() => created(input(given), undefined, { at }))).toEqual(fields)
  })

  test.each(['UTC', 'Europe/Berlin', 'Asia/Dacca', 'America/Argentina/Buenos_Aires'])(
    'a new organization keeps the time zone name %s as it was sent',
    (timeZone) => {
      expect(created(input({ timeZone }), undefined, { at }).timeZone).toBe(timeZone)
    },
  )
})

test('a change leaves the other fields unchanged', () => {
  const before = created(input(), undefined, { at })

  const after = changed(before, { name: 'Shop' }, { at: later })

  expect(after).toEqual({ ...before, name: 'Shop', updatedAt: later })
  expect(fieldsRefused(() => changed(before, { timeZone: 'x' }, { at }))).toEqual(['timeZone'])
})

test('a change of the contact keeps its other parts, and an empty part is removed', () => {
  const contact = { name: 'A', phone: '123', address: { locality: 'Ulm', country: 'DE' } }
  const before = created(input({ contact }), undefined, { at })
  const changes = { email: 'a@example.com', phone: '', address: { locality: 'Bonn' } }

  const after = changed(before, { contact: changes }, { at })
  const bare = changed(after, { contact: { address: { locality: '', country: '' } } }, { at })

  expect(after.contact).toEqual({
    name: 'A',
    email: 'a@example.com',
    address: { locality: 'Bonn', country: 'DE' },
  })
  expect(bare.contact).toEqual({ name: 'A', email: 'a@example.com' })
})

test('a suspension has a reason, and resuming removes both', () => {
  const before = created(input(), undefined, { at })

  const away = suspended(before, { at: later, reason: 'unpaid' })

  expect([away.status, away.statusReason]).toEqual(['SUSPENDED', 'unpaid'])
  expect(resumed(away, { at })).toEqual(before)
})

test('an organization is suspended by the highest of those above it, and resuming it does not change that', () => {
  const partner = suspended(root('partner'), { at, reason: 'closed' })
  const byPartner = { organizationId: 'root-partner', reason: 'closed' }

  const merchant = created(input(), partner, { at })
  const twice = suspended(merchant, { at, reason: 'unpaid' })

  expect(merchant).toMatchObject({ status: 'ACTIVE', suspendedBy: byPartner })
  expect(twice).toMatchObject({ status: 'SUSPENDED', statusReason: 'unpaid', suspendedBy: byPartner })
  expect(resumed(twice, { at })).toEqual(merchant)
})

test('an organization acts for itself and below, never for those above or beside it', () => {
  const partner = root('partner')
  const merchant = created(input(), partner, { at })
  const other = created(input({ organizationId: 'shop2' }), partner, { at })

  expect(canActFor('root-partner', merchant)).toBe(true)
  expect(canActFor('shop1', merchant)).toBe(true)
  expect(canActFor('shop1', partner)).toBe(false)
  expect(canActFor('shop1', other)).toBe(false)
})
