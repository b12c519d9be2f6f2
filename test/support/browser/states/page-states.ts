import type { Page } from 'playwright-core'
import type { Language } from '../../../../src/kernel/language.ts'
import type { FailureName } from '../../../../src/payments/page/failure-of-status.ts'
import { failurePage } from '../../../../src/payments/page/html/failure.ts'
import { ARABIC_CUSTOMER, JAPANESE_CUSTOMER } from '../../data/hostile-words.ts'
import type { PageState } from './page-state.ts'
import { attackedLink, type PageWorld, unansweredPayment } from './page-world.ts'
import * as payer from './payer-acts.ts'
import { sandboxStates } from './sandbox-states.ts'

/** Every page that people see: tests look at all of them, and pictures are drawn of all of them. */
export function pageStates(): readonly PageState[] {
  return [...formStates(), ...answerStates(), ...endStates(), ...hostedStates(), ...failureStates(), ...sandboxStates()]
}

type InvoiceInput = Parameters<PageWorld['invoice']>[1]

/** The link of a new invoice. */
const linkOf =
  (look: Parameters<PageWorld['invoice']>[0], given: InvoiceInput = {}) =>
  async ({ invoice }: PageWorld): Promise<string> =>
    (await invoice(look, given)).link

const PARTIAL = { isPartial: true } as const

function formStates(): readonly PageState[] {
  const asksEverything = async ({ invoice, customFieldIds }: PageWorld) => {
    const ids = (await customFieldIds()).slice(0, 1)
    const processingInformation = { requestPhone: true, requestShipping: true }
    return (await invoice('tall', { lines: 12, customFieldIds: ids, processingInformation })).link
  }
  return [
    { name: 'form', link: linkOf('yellow') },
    { name: 'form-details', link: linkOf('dark'), each: payer.openAllDetails },
    { name: 'form-yen', link: linkOf('plain', { currency: 'JPY', taxes: 'total', customer: JAPANESE_CUSTOMER }) },
    { name: 'form-dinar', link: linkOf('tall', { currency: 'KWD', lines: 5, customer: ARABIC_CUSTOMER }) },
    { name: 'form-white-logo', link: linkOf('white', { lines: 1 }) },
    { name: 'form-white-logo-on-white', link: linkOf('whiteOnWhite', { lines: 1 }) },
    { name: 'form-amount-only', link: linkOf('plain', { lines: 0 }) },
    { name: 'form-questions', link: asksEverything },
    { name: 'form-address-us', link: asksEverything, each: (page) => chooseCountry(page, 'US') },
    { name: 'form-address-japan', link: asksEverything, each: (page) => chooseCountry(page, 'JP') },
    { name: 'form-bank-debit', link: linkOf('yellow'), each: (page) => payer.choose(page, 'bankDebit') },
    { name: 'form-wallet', link: linkOf('dark'), each: (page) => payer.choose(page, 'paypal') },
    { name: 'form-partial', link: linkOf('dark', PARTIAL) },
    { name: 'form-small-rest', link: linkOf('yellow', { ...PARTIAL, lines: 1 }), each: typeSmallRest },
    { name: 'form-preview', link: previewOf({ invoiceInformation: { sendImmediately: false } }) },
    { name: 'form-preview-published', link: previewOf({}) },
  ]
}

function answerStates(): readonly PageState[] {
  const declined = (page: Page) =>
    payer.fill(page, payer.cardOf('4000000000009995')).then(() => payer.submitInPlace(page))
  const declinedOften = async (page: Page) => {
    for (let times = 0; times < 4; times += 1) await declined(page)
  }
  return [
    { name: 'problems', link: linkOf('yellow'), each: payer.submitInPlace },
    { name: 'declined', link: linkOf('plain'), each: declined },
    { name: 'wait', link: linkOf('tall', PARTIAL), each: declinedOften },
    { name: 'paying', link: linkOf('dark'), each: payer.sendWithoutAnswer },
    { name: 'refused', link: linkOf('yellow'), each: payer.sendBroken },
    { name: 'checking', service: 'attacked', link: attackedLink, each: payer.sendWithEndlessWork },
    { name: 'wait-first', service: 'attacked', link: attackedLink, each: payer.sendWithoutWork },
    { name: 'wallet-sheet', link: linkOf('yellow'), each: openWalletSheet },
    { name: 'challenge', link: linkOf('dark'), once: (page) => payer.pay(page, '4000000000003220') },
  ]
}

function endStates(): readonly PageState[] {
  return [
    { name: 'thanks', link: linkOf('yellow'), once: (page) => payer.pay(page) },
    { name: 'thanks-partial', link: linkOf('dark', PARTIAL), once: payPart },
    { name: 'partly-paid', link: linkOf('tall', PARTIAL), once: returning(payPart) },
    { name: 'paid', link: linkOf('yellow'), once: returning(payer.pay), each: payer.openAllDetails },
    { name: 'canceled', link: canceledLink, each: payer.openAllDetails },
    { name: 'expired', link: linkOf('yellow', { invoiceInformation: { expirationDate: today() } }) },
    { name: 'under-review', link: linkOf('tall'), once: (page) => payer.pay(page, '4000000000009235') },
    { name: 'held', isUsedUp: true, link: async (world) => (await unansweredPayment(world)).link },
    { name: 'working', isTimed: true, isUsedUp: true, link: async (world) => (await unansweredPayment(world)).attempt },
    { name: 'suspended', link: ({ suspendedLink }) => suspendedLink() },
    { name: 'nothing-to-pay', link: linkOf('plain', { lines: 0, amountDetails: { totalAmount: '0' } }) },
    { name: 'no-method', service: 'live', link: linkOf('yellow') },
  ]
}

/** Pages before and at a processor with a checkout of its own. */
function hostedStates(): readonly PageState[] {
  const leaving = { isUsedUp: true, link: linkOf('yellow') }
  return [
    { name: 'hosted', service: 'hosted', link: linkOf('yellow') },
    { name: 'hosted-leaving', service: 'hosted', isTimed: true, ...leaving, each: payer.stopBeforeCheckout },
    { name: 'hosted-checkout', service: 'hosted', ...leaving, each: payer.goToCheckout },
    { name: 'hosted-choice', service: 'chosenThere', link: linkOf('dark') },
    { name: 'hosted-choice-checkout', service: 'chosenThere', ...leaving, each: payer.goToCheckout },
  ]
}

/** The running service is neither too busy nor broken, so these are drawn directly. */
function failureStates(): readonly PageState[] {
  const drawn = (['tooMany', 'failed', 'unavailable'] as const).map((name: FailureName) => ({
    name: `failure-${name.toLowerCase()}`,
    link: async () => 'about:blank',
    html: (language: Language) => failurePage({ name, language, nonce: '', again: '?' }).text,
  }))
  return [{ name: 'not-found', link: async ({ url }) => `${url}/pay/${'x'.repeat(64)}` }, ...drawn]
}

/** A link ends when its expiration date begins. */
function today(): string {
  return Temporal.Now.plainDateISO('UTC').toString()
}

async function canceledLink({ invoice, merchant }: PageWorld): Promise<string> {
  const { id, link } = await invoice('dark')
  await (await merchant('dark')).call('POST', `/invoicing/v2/invoices/${id}/cancelation`, {})
  return link
}

function previewOf(given: InvoiceInput) {
  return async ({ invoice, merchant }: PageWorld): Promise<string> => {
    const { id } = await invoice('yellow', given)
    const { previewLink } = await (await merchant('yellow')).call('POST', `/payments/v1/invoices/${id}/preview`)
    return previewLink
  }
}

/** The script arranges the address as the country writes it. */
async function chooseCountry(page: Page, country: string): Promise<void> {
  await page.locator('#country').selectOption(country)
}

/** The script says what would remain before the form is sent. */
async function typeSmallRest(page: Page): Promise<void> {
  const words = await page.locator('form.pay').getAttribute('data-amounts')
  const { mostMinor } = JSON.parse(words ?? '{}') as { readonly mostMinor: number }
  await payer.typeAmount(page, ((mostMinor - 1_005) / 100).toFixed(2))
  await page.locator('.rest.warning').waitFor()
}

async function payPart(page: Page): Promise<void> {
  await payer.typeAmount(page, '40.00')
  await payer.pay(page)
}

async function openWalletSheet(page: Page): Promise<void> {
  await payer.openWallet(page, 'applePay')
}

/** Pays, and opens the link again. */
function returning(pay: (page: Page) => Promise<void>) {
  return async (page: Page): Promise<void> => {
    const link = page.url()
    await pay(page)
    await page.goto(link)
  }
}
