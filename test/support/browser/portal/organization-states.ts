import { LEGAL_NAME, LONG_CUSTOMER, LONG_WORD } from '../../data/hostile-words.ts'
import { acts, answer, click, dialog, fill, see } from './portal-acts.ts'
import type { PortalState } from './portal-state.ts'

const GROUPS = {
  groups: [
    { name: 'Filialen-Norddeutschland-einschliesslich-Schleswig-Holstein-und-Mecklenburg', members: 10_000 },
    { name: 'North', members: 1 },
  ],
}
const MERCHANTS = Array.from({ length: 120 }, (_, index) => ({
  organizationId: `filiale-${String(index).padStart(5, '0')}`,
  name: `Filiale ${LONG_CUSTOMER.company.name} ${index}`,
}))
const NAME = GROUPS.groups[0]?.name ?? ''

/** The pages about an organization itself, of a partner with 10,000 merchants. */
export function organizationStates(): readonly PortalState[] {
  return [...merchantStates(), ...groupStates(), ...settingsStates(), ...auditStates()]
}

function merchantStates(): readonly PortalState[] {
  const path = '/o/verbund/organization/merchants'
  const list = { path, ready: '.facts-table' }
  return [
    { name: 'merchants', ...list },
    { name: 'merchants-found', path: `${path}?search=${LONG_WORD}`, ready: '.facts-table' },
    { name: 'merchants-none', path: `${path}?search=nobody-at-all`, ready: '.empty' },
    {
      name: 'merchants-failed',
      path: `${path}?search=failed`,
      ready: '[role=alert]',
      before: answer('**/organizations/v1/merchants?*', 500, { reason: 'SERVER_ERROR', message: '' }),
    },
    {
      name: 'merchant-new',
      ...list,
      act: acts(
        dialog('.page-head button'),
        fill('.dialog [name=name]', LEGAL_NAME),
        fill('.dialog [name=id]', 'with space'),
        fill('.dialog [name=email]', 'nobody'),
        click('.dialog [type=submit]'),
        see('.dialog .problem'),
      ),
    },
  ]
}

function groupStates(): readonly PortalState[] {
  const path = '/o/verbund/organization/groups'
  const list = answer('**/organizations/v1/merchant-groups?*', 200, GROUPS)
  const one = answer('**/organizations/v1/merchant-groups/*', 200, { name: NAME, merchants: MERCHANTS })
  const page = { path: `${path}/${NAME}`, ready: '.group-parts', before: one }
  return [
    // The page would remember the groups.
    { name: 'groups', path, ready: '.facts-table', before: list, isEnd: true },
    {
      name: 'groups-nothing',
      path,
      ready: '.empty',
      before: answer('**/organizations/v1/merchant-groups?*', 200, { groups: [] }),
    },
    { name: 'group', ...page, act: see('.group-parts section + section .member-list') },
    {
      name: 'group-rename',
      ...page,
      act: acts(
        dialog('.page-head .actions button + button'),
        fill('.dialog input', 'ä'),
        click('.dialog [type=submit]'),
        see('.dialog .problem'),
      ),
    },
    { name: 'group-delete', ...page, act: dialog('.page-head .actions button') },
  ]
}

function settingsStates(): readonly PortalState[] {
  const page = { path: '/o/shop/organization/settings', ready: '.settings' }
  const months = '.settings [name=months]'
  // Answers are kept for a while, so each is another organization's.
  const backups = (organizationId: string, ready: string, given: object = {}) => ({
    ...{ path: `/o/${organizationId}/organization/settings`, ready: `.settings ${ready}` },
    before: answer('**/portal/v1/backups?*', 200, { ...BACKUPS, ...given }),
  })
  return [
    { name: 'organization-settings', ...page },
    {
      name: 'organization-settings-problem',
      ...page,
      act: acts(fill(months, '999'), click('.settings [type=submit]'), see('.settings .problem')),
    },
    {
      name: 'retention-shorter',
      ...page,
      act: acts(fill(months, '3'), click('.settings [type=submit]'), see('.dialog')),
    },
    { name: 'backups-daily', ...backups('filiale-00002', '.card:nth-child(2) .fact') },
    {
      name: 'backups-too-old',
      ...backups('verbund', '.badge.overdue', { isOverdue: true, newestAt: '2025-12-24T23:59:00.000Z' }),
    },
    {
      name: 'backups-none-yet',
      ...backups('filiale-00001', '.badge.overdue', { isOverdue: true, newestAt: null, intervalSeconds: 129_600 }),
    },
  ]
}

const BACKUPS = {
  ...{ isScheduled: true, isOverdue: false },
  ...{ newestAt: '2026-03-08T09:00:00.000Z', intervalSeconds: 86_400 },
}
const HEAD = `4711:${'0123456789abcdef'.repeat(4)}`
const verified = {
  isIntact: true,
  entries: 4_711,
  sealed: 4_711,
  unsealed: 2,
  head: HEAD,
  problems: [],
  problemCount: 0,
}

function auditStates(): readonly PortalState[] {
  const path = '/o/shop/organization/audit'
  const list = { path, ready: '.facts-table' }
  const check = (result: object) => ({
    ...list,
    before: answer('**/organizations/v1/audit/verification?*', 200, result),
    act: acts(dialog('.page-head button'), click('.dialog [type=submit]'), see('.dialog [role=status]')),
  })
  return [
    { name: 'audit', ...list },
    { name: 'audit-none', path: `${path}?search=nothing-like-that`, ready: '.empty' },
    {
      name: 'audit-failed',
      path: `${path}?search=failed`,
      ready: '[role=alert]',
      before: answer('**/organizations/v1/audit?*', 500, { reason: 'SERVER_ERROR', message: '' }),
    },
    { name: 'audit-intact', ...check(verified) },
    {
      name: 'audit-broken',
      ...check({
        ...{ ...verified, isIntact: false, problemCount: 12 },
        problems: [
          { kind: 'not-as-sealed', entryId: 'a', sequence: 12 },
          { kind: 'head-missing', entryId: null, sequence: null },
        ],
      }),
    },
  ]
}
