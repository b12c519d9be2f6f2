import type { Page } from 'playwright-core'
import { waitUntil } from '../../../../src/platform/processes/wait-until.ts'
import { ARABIC_CUSTOMER, JAPANESE_CUSTOMER, LONG_WORD, PARAGRAPH } from '../../data/hostile-words.ts'
import type { PageState } from './page-state.ts'
import type { PageWorld } from './page-world.ts'
import { openAllDetails } from './payer-acts.ts'

const INBOX = '/sandbox/inbox'
const MAILS_MS_MAX = 60_000

/** The pages that a sandbox has for developers. */
export function sandboxStates(): readonly PageState[] {
  const refused = async (page: Page) => signIn(page, 'not-a-key')
  return [
    developerPage({ name: 'inbox-sign-in', path: INBOX }),
    developerPage({ name: 'inbox-sign-in-refused', path: INBOX, each: refused }),
    developerPage({ name: 'inbox-list', path: INBOX, once: signInAsMerchant }),
    developerPage({ name: 'inbox-older', path: `${INBOX}?offset=1`, once: signInAsMerchant }),
    developerPage({ name: 'inbox-nothing-found', path: `${INBOX}?to=nobody@example.com`, once: signInAsMerchant }),
    developerPage({ name: 'inbox-message', path: INBOX, once: openMail() }),
    developerPage({ name: 'inbox-text', path: INBOX, once: openMail('text') }),
    developerPage({ name: 'inbox-headers', path: INBOX, once: openMail('headers') }),
    developerPage({ name: 'webhooks', path: '/sandbox/webhooks', once: withDeliveries }),
    developerPage({
      ...{ name: 'webhooks-receiver', path: '/sandbox/webhooks?receiver=lab', once: withDeliveries },
      each: openAllDetails,
    }),
    developerPage({ name: 'clock', path: '/sandbox/clock', once: signInAsMerchant }),
    developerPage({ name: 'gallery', path: '/ui' }),
    developerPage({ name: 'gallery-de', path: '/ui?lang=de&scheme=auto' }),
    developerPage({ name: 'gallery-ja', path: '/ui?lang=ja&scheme=auto' }),
    developerPage({ name: 'no-such-page', path: '/no-such-page' }),
  ]
}

type DeveloperPage = Pick<PageState, 'name' | 'once' | 'each'> & { readonly path: string }

function developerPage({ path, ...state }: DeveloperPage): PageState {
  return { ...state, isEnglish: true, link: async ({ url }) => url + path }
}

async function signIn(page: Page, key: string): Promise<void> {
  await page.locator('[name=key]').fill(key)
  await Promise.all([page.waitForNavigation(), page.locator('main button').click()])
}

/** Signs in, unless the browser is, and comes back to the page. */
async function signInAsMerchant(page: Page, world: PageWorld): Promise<void> {
  await mailed(world)
  const address = page.url()
  const { key } = await world.merchant('yellow')
  if ((await page.locator('[name=key]').count()) > 0) await signIn(page, key)
  await page.goto(address)
}

const RECEIVERS = {
  lab: 'invoicing.customer.invoice.partial-payment',
  'a-receiver-with-a-name-of-64-letters-that-is-hard-to-lay-out-ok': LONG_WORD.slice(0, 35),
}

/** Sends notifications that no key has signed, once for each browser that opens the page. */
async function withDeliveries(page: Page, world: PageWorld): Promise<void> {
  const { id } = await world.merchant('yellow')
  for (const [name, eventType] of Object.entries(RECEIVERS)) {
    await fetch(`${world.url}/sandbox/v1/receivers/${name}`, {
      method: 'POST',
      headers: { 'v-c-organization-id': id, 'v-c-event-type': encodeURIComponent(eventType) },
      body: JSON.stringify({ text: PARAGRAPH }),
    })
  }
  await signInAsMerchant(page, world)
}

function openMail(view?: string) {
  return async (page: Page, world: PageWorld): Promise<void> => {
    await signInAsMerchant(page, world)
    const [first] = await mailed(world)
    await page.goto(`${world.url}${INBOX}/${first?.id}${view === undefined ? '' : `?view=${view}`}`)
  }
}

type Mail = { readonly id: string }
const mailedBy = new WeakMap<PageWorld, Promise<readonly Mail[]>>()

const LONG_ADDRESS = `${'x'.repeat(60)}@rechtsanwaltsgesellschaft.example`

/** Mails invoices to four customers, and waits until they are in the inbox. */
function mailed(world: PageWorld): Promise<readonly Mail[]> {
  const mails = mailedBy.get(world) ?? mailInvoices(world)
  mailedBy.set(world, mails)
  return mails
}

async function mailInvoices({ invoice, merchant }: PageWorld): Promise<readonly Mail[]> {
  const invoiceInformation = { deliveryMode: 'email' }
  const customers = [{}, ARABIC_CUSTOMER, JAPANESE_CUSTOMER, { email: LONG_ADDRESS }]
  for (const customer of customers) await invoice('yellow', { customer, invoiceInformation })
  const { call } = await merchant('yellow')
  const arrived = async () => {
    const { messages } = (await call('GET', '/sandbox/v1/messages')) as { readonly messages: readonly Mail[] }
    return messages.length >= customers.length ? messages : undefined
  }
  const mails = await waitUntil(arrived, { withinMs: MAILS_MS_MAX, everyMs: 200 })
  if (mails === undefined) throw new Error('The mails of the invoices did not reach the inbox.')
  return mails
}
