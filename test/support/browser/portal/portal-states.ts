import { LONG_CUSTOMER } from '../../data/hostile-words.ts'
import { developersStates } from './developers-states.ts'
import { editorStates } from './editor-states.ts'
import { homeStates } from './home-states.ts'
import { importStates } from './import-states.ts'
import { organizationStates } from './organization-states.ts'
import {
  acts,
  answer,
  click,
  dialog,
  dialogOfItem,
  dialogOfLastButOne,
  fill,
  fillList,
  filterForm,
  hold,
  lose,
  popup,
  press,
  see,
} from './portal-acts.ts'
import { JOB_FAILURES, JOBS } from './portal-jobs.ts'
import type { PortalState } from './portal-state.ts'
import { NUMBERS } from './portal-world.ts'
import { reportStates } from './report-states.ts'
import { settingsStates } from './settings-states.ts'
import { transactionStates } from './transaction-states.ts'

/** Every page, dialog and menu of the portal, and what they say when there is nothing, too much, or no answer. */
export function portalStates(): readonly PortalState[] {
  return [
    ...homeStates(),
    ...listStates(),
    ...filterStates(),
    ...viewStates(),
    ...invoiceStates(),
    ...editorStates(),
    ...settingsStates(),
    ...peopleStates(),
    ...developersStates(),
    ...organizationStates(),
    ...frameStates(),
    ...entryStates(),
    ...importStates(),
    ...reportStates(),
    ...jobStates(),
    ...transactionStates(),
  ]
}

const LIST = '/o/shop/invoices'
const OFFLINE = '**/invoicing/v2/invoices?*'

function listStates(): readonly PortalState[] {
  return [
    { name: 'list', path: LIST, ready: 'tbody tr' },
    { name: 'list-partner', path: '/o/verbund/invoices', ready: 'tbody tr' },
    {
      name: 'list-filtered',
      path: `${LIST}?view=open&status=SENT&currency=EUR&createdFrom=2026-01-01&dueFrom=2026-03-01&dueTo=2026-03-31&amountFrom=1000&customerEmail=${LONG_CUSTOMER.email}`,
      ready: '.filter-chips',
    },
    {
      name: 'list-all-columns',
      path: `/o/verbund/invoices?columns=customer,merchant,status,issued,due,language,total,balance`,
      ready: 'tbody tr',
    },
    { name: 'list-nothing-found', path: `${LIST}?search=${LONG_CUSTOMER.merchantCustomerId}`, ready: '.empty' },
    { name: 'list-nothing', path: '/o/empty/invoices', ready: '.empty' },
    { name: 'list-loading', path: `${LIST}?currency=CHF`, before: hold(OFFLINE), ready: '.list-skeleton' },
    {
      name: 'list-failed',
      path: `${LIST}?currency=SEK`,
      before: answer(OFFLINE, 500, { reason: 'SERVER_ERROR', message: '' }),
      ready: '.empty',
    },
    {
      name: 'list-too-many',
      isScrolled: true,
      path: `${LIST}?currency=EUR&sort=totalAmount:asc`,
      before: fillList,
      ready: 'tbody tr',
      act: acts((page) => page.evaluate('window.scrollTo(0, document.body.scrollHeight)'), see('.notice.plain')),
    },
    { name: 'customer', path: `/o/shop/customers/${encodeURIComponent(LONG_CUSTOMER.email)}`, ready: 'tbody tr' },
    { name: 'customer-nothing', path: '/o/shop/customers/nobody@example.com', ready: 'h1' },
  ]
}

function filterStates(): readonly PortalState[] {
  const list = { path: LIST, ready: 'tbody tr' }
  return [
    { name: 'filters', ...list, act: popup('.add-filter button') },
    { name: 'filter-status', ...list, act: filterForm(0) },
    { name: 'filter-dates', ...list, act: filterForm(2) },
    {
      name: 'filter-amount',
      ...list,
      act: acts(
        filterForm(3),
        fill('.form-popup input', '1.000'),
        click('.form-popup [type=submit]'),
        see('.meanings'),
      ),
    },
    { name: 'filter-customer', ...list, act: filterForm(5) },
    { name: 'filter-language', ...list, act: filterForm(6) },
    { name: 'columns', ...list, only: 'wide', act: popup('.list-tools .tools > button:last-of-type') },
    { name: 'columns-cards', ...list, only: 'narrow', act: popup('.list-tools .tools > button:last-of-type') },
    { name: 'sort', ...list, only: 'narrow', act: popup('.list-tools .tools > button') },
    { name: 'sums', ...list, act: click('.list-sums summary') },
  ]
}

function viewStates(): readonly PortalState[] {
  const list = { path: `${LIST}?view=overdue`, ready: 'tbody tr' }
  const views = '.list-tools .tools > button:has(.lucide-bookmark)'
  return [
    { name: 'views', ...list, act: popup(views) },
    {
      name: 'view-save',
      ...list,
      act: acts(
        popup(views),
        click('.popup div[role=menuitem]'),
        see('.dialog'),
        click('.dialog [type=submit]'),
        see('.dialog .problem'),
      ),
    },
    { name: 'view-open', ...list, act: acts(popup(views), click('.popup a'), see('.filter-chips'), popup(views)) },
    {
      name: 'view-delete',
      ...list,
      act: acts(
        popup(views),
        click('.popup a'),
        see('.filter-chips'),
        popup(views),
        click('.popup .danger'),
        see('.dialog'),
      ),
    },
  ]
}

function invoiceStates(): readonly PortalState[] {
  const pageOf = (number: string) => ({
    path: `/o/shop/invoices/${encodeURIComponent(number)}`,
    ready: '.invoice-page',
  })
  const overdue = pageOf(NUMBERS.overdue)
  const more = '.page-head .actions button'
  return [
    { name: 'invoice', ...overdue },
    { name: 'invoice-viewer', as: 'viewer', ...overdue },
    { name: 'invoice-draft', ...pageOf(NUMBERS.draft) },
    { name: 'invoice-partial', ...pageOf(NUMBERS.partial) },
    { name: 'invoice-canceled', ...pageOf(NUMBERS.canceled) },
    { name: 'invoice-actions', ...pageOf(NUMBERS.partial), act: popup(more) },
    { name: 'invoice-remind', ...overdue, act: dialog(`${more}:last-of-type`) },
    {
      name: 'invoice-record',
      ...overdue,
      act: acts(dialogOfItem(more, 4), fill('.dialog input', '1.234'), press('Tab'), see('.dialog .problem')),
    },
    { name: 'invoice-reverse', ...pageOf(NUMBERS.partial), act: dialogOfLastButOne(more) },
    { name: 'invoice-cancel', ...overdue, act: dialogOfItem(more, 6) },
    { name: 'invoice-qr', ...overdue, act: dialog('.payment-link .actions button:nth-of-type(2)') },
    { name: 'toast', ...overdue, act: acts(click('.payment-link .actions button'), see('.toast')) },
    { name: 'invoice-unknown', path: `${LIST}/nothing`, ready: '.state' },
  ]
}

function peopleStates(): readonly PortalState[] {
  const users = { path: '/o/shop/organization/users', ready: '.users' }
  const profile = { path: '/profile', ready: '.sessions' }
  return [
    { name: 'users', ...users },
    { name: 'users-viewer', as: 'viewer', path: users.path, ready: '.state' },
    { name: 'user-actions', ...users, act: popup('.row-actions button') },
    { name: 'user-remove', ...users, act: acts(popup('.row-actions button'), click('.popup .danger'), see('.dialog')) },
    {
      name: 'invite',
      ...users,
      act: acts(
        dialog('.page-head button'),
        fill('.dialog input', 'nobody'),
        click('.dialog [type=submit]'),
        see('.dialog .problem'),
      ),
    },
    { name: 'profile', ...profile },
    {
      name: 'profile-problems',
      ...profile,
      act: acts(click('section[aria-labelledby=password] [type=submit]'), see('.problem')),
    },
    {
      name: 'profile-codes',
      ...profile,
      act: acts(click('section[aria-labelledby=codes] button'), see('section[aria-labelledby=codes] form')),
    },
    {
      name: 'profile-confirmation',
      as: 'unconfirmed',
      ...profile,
      act: dialog('section[aria-labelledby=codes] button'),
    },
    { name: 'profile-end', ...profile, act: dialog('section[aria-labelledby=sessions] > div > button') },
  ]
}

function frameStates(): readonly PortalState[] {
  const home = { path: '/o/shop/', ready: '.home-answers' }
  const opened = '.command input'
  return [
    { name: 'person', ...home, act: popup('.avatar') },
    { name: 'commands', ...home, act: acts(press('Control+k'), see('.finder-item')) },
    {
      name: 'search',
      ...home,
      act: acts(click('.search-button'), fill(opened, 'RECHNUNG'), see('.finder-item .money')),
    },
    {
      name: 'search-nothing',
      ...home,
      act: acts(click('.search-button'), fill(opened, LONG_CUSTOMER.merchantCustomerId), see('.finder-empty')),
    },
    {
      name: 'switcher',
      path: '/o/verbund/',
      ready: '.home-answers',
      act: acts(click('.organization-button'), see('.finder-list [role=group] + [role=group] .finder-item')),
    },
    {
      name: 'switcher-found',
      path: '/o/verbund/',
      ready: '.home-answers',
      act: acts(click('.organization-button'), fill(opened, '9990'), see('.finder-item')),
    },
    { name: 'shortcuts', ...home, act: acts(press('?'), see('.shortcuts')) },
    {
      name: 'offline',
      ...home,
      act: acts(
        lose('**/portal/v1/**'),
        lose('**/invoicing/**'),
        lose('**/healthz'),
        click('.search-button'),
        fill(opened, 'A10'),
        see('.banner.alert'),
        press('Escape'),
      ),
    },
    {
      name: 'session-ended',
      isEnd: true,
      ...home,
      act: acts(answer('**/invoicing/**', 401, {}), click('.search-button'), fill(opened, 'A11'), see('.dialog')),
    },
    { name: 'nowhere', path: '/o/shop/nowhere', ready: '.state' },
  ]
}

function entryStates(): readonly PortalState[] {
  const problem = { status: 400, reason: 'INVALID_DATA', message: '' }
  return [
    { name: 'sign-in', path: '/sign-in', ready: '.entry-card form' },
    { name: 'sign-in-link', path: '/sign-in?reason=link', ready: '.entry-card form' },
    {
      name: 'sign-in-refused',
      path: '/sign-in',
      ready: '.entry-card form',
      before: answer('**/organizations/v1/session*', 401, problem),
      act: acts(
        fill('[type=email]', 'a@example.com'),
        fill('[type=password]', 'x'),
        click('[type=submit]'),
        see('.notice'),
      ),
    },
    { name: 'choose', path: '/choose', ready: '.choose-list' },
    { name: 'reset', path: '/reset', ready: '.entry-card form' },
    {
      name: 'reset-asked',
      path: '/reset',
      ready: '.entry-card form',
      before: answer('**/organizations/v1/password*', 202, {}),
      act: acts(fill('[type=email]', LONG_CUSTOMER.email), click('[type=submit]')),
    },
    {
      name: 'reset-new',
      path: '/reset/new?token=x',
      ready: '.entry-card form',
      act: acts(click('[type=submit]'), see('.problem')),
    },
    { name: 'invitation-unknown', path: '/invitation?token=x', ready: '.entry-card h1' },
  ]
}

function jobStates(): readonly PortalState[] {
  const list = '/o/shop/invoices/-/jobs'
  const bar = '.selection-bar .actions'
  const jobs = answer('**/portal/v1/invoice-jobs?*', 200, { jobs: Object.values(JOBS) })
  const page = (name: keyof typeof JOBS) => ({
    path: `${list}/${name}`,
    ready: '.job-progress',
    before: acts(
      jobs,
      answer(`**/portal/v1/invoice-jobs/${name}?*`, 200, JOBS[name]),
      answer(`**/portal/v1/invoice-jobs/${name}/failures?*`, 200, JOB_FAILURES),
    ),
  })
  const selected = { path: `${LIST}?view=open&selected=*`, ready: bar }
  return [
    { name: 'selected', ...selected, before: jobs },
    { name: 'selected-viewer', as: 'viewer', ...selected },
    { name: 'selected-more', only: 'narrow', ...selected, act: popup(`${bar} > .button.icon`) },
    { name: 'job-remind', ...selected, act: acts(dialog(`${bar} > .button`), see('.dialog p:nth-of-type(3)')) },
    {
      name: 'job-send',
      path: `${LIST}?selected=*`,
      ready: bar,
      before: answer('**/portal/v1/invoice-list/sums?*deliveryMode=none*', 200, { count: 3, sums: [] }),
      act: acts(dialog(`${bar} > .button`), see('.dialog p:nth-of-type(3)')),
    },
    {
      name: 'job-cancel',
      only: 'wide',
      ...selected,
      act: acts(dialog(`${bar} > .button:nth-of-type(3)`), see('.dialog p:nth-of-type(3)')),
    },
    { name: 'jobs', path: list, before: jobs, ready: '.job-list' },
    { name: 'jobs-nothing', path: '/o/empty/invoices/-/jobs', ready: '.empty' },
    { name: 'job-running', ...page('running') },
    { name: 'job-completed', ...page('completed') },
    { name: 'job-stopped', as: 'viewer', ...page('stopped') },
    { name: 'job-unknown', path: `${list}/nothing`, ready: '.state' },
  ]
}
