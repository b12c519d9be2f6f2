import type { Page, Route } from 'playwright-core'
import { JAPANESE_CUSTOMER, LONG_CUSTOMER, LONG_WORD, PARAGRAPH } from '../../data/hostile-words.ts'
import { acts, answer, click, fill, go, popup, press, see } from './portal-acts.ts'
import type { PortalState } from './portal-state.ts'
import { NUMBERS } from './portal-world.ts'

const NEW = '/o/shop/invoices/-/new'
const EDITS = '**/portal/v1/edits'
const BUTTONS = '.page-head .actions button'
const PRIMARY = `${BUTTONS}:last-of-type`
/** The text that one state types is not offered to the next. */
const forgetTyped = acts(
  (page: Page) => page.evaluate('sessionStorage.clear()'),
  answer(`${EDITS}/*`, 200, {}),
  answer(`${EDITS}?*`, 200, { edits: [] }),
)

/** The editor of invoices: blank, full, refused, and what it asks. */
export function editorStates(): readonly PortalState[] {
  const editor = { before: forgetTyped, ready: '.editor-form' }
  const blank = { ...editor, path: NEW }
  const pageOf = (number: string) => ({ ...editor, path: `/o/shop/invoices/${encodeURIComponent(number)}/edit` })
  const published = pageOf(NUMBERS.overdue)
  const draft = pageOf(NUMBERS.draft)
  const showPreview = acts(
    click('.editor-switch label:last-of-type'),
    see('.editor .preview-frames:not([aria-busy]) > iframe.shown'),
  )
  return [
    { name: 'editor', ...blank },
    { name: 'editor-lines', ...published },
    { name: 'editor-draft', ...draft },
    { name: 'editor-preview', ...draft, only: 'narrow', act: showPreview },
    { name: 'editor-problems', ...blank, act: acts(typeDoubtfully, click(PRIMARY), see('[aria-invalid=true]')) },
    { name: 'editor-actions', ...draft, act: popup(BUTTONS) },
    { name: 'editor-discard', ...draft, act: acts(popup(BUTTONS), click('.popup .danger'), see('.dialog')) },
    {
      name: 'editor-conflict',
      ...published,
      act: acts(changeByOthers, fill('[name=description]', PARAGRAPH.slice(0, 200)), click(PRIMARY), see('.dialog')),
    },
    {
      name: 'editor-leave',
      ...published,
      act: acts(fill('[name=description]', LONG_WORD), click('.back-link'), see('.dialog')),
    },
    {
      name: 'editor-kept',
      ...blank,
      act: acts(fill('[name=name]', LONG_WORD), go('/choose', '.choose-list'), go(NEW, '.notice.kept')),
    },
  ]
}

/** An amount with two meanings, and an address that is none. */
const typeDoubtfully = acts(
  fill('[name=name]', LONG_CUSTOMER.name),
  fill('[name=email]', LONG_WORD),
  fill('[name="lines.0.item"]', PARAGRAPH.slice(0, 200)),
  fill('[name="lines.0.price"]', '1.234'),
  press('Tab'),
  see('.meaning'),
)

type Invoice = { readonly invoiceInformation: object; readonly customerInformation: object }

/** Somebody else saves the invoice before the person does. */
async function changeByOthers(page: Page): Promise<void> {
  await page.route('**/invoicing/v2/invoices/*', async (route: Route) => {
    if (route.request().method() === 'PUT') {
      return route.fulfill({ status: 412, json: { reason: 'PRECONDITION_FAILED', message: '' } })
    }
    const response = await route.fetch()
    const { invoiceInformation, customerInformation, ...rest } = (await response.json()) as Invoice
    const json = {
      ...rest,
      invoiceInformation: { ...invoiceInformation, description: LONG_WORD, dueDate: '2027-12-31' },
      customerInformation: { ...customerInformation, name: JAPANESE_CUSTOMER.name },
    }
    return route.fulfill({ response, json })
  })
}
