import type { Page } from 'playwright-core'
import { beforeAll, expect } from 'vitest'
import { type App, startApp } from '../../support/apps/app.ts'
import { accessibilityProblems } from '../../support/browser/accessibility.ts'
import { browserTest, fileBrowser } from '../../support/browser/browser.ts'
import {
  brokenLabels,
  clippedTexts,
  needlesslyCutWords,
  sidewaysScrolling,
  smallTexts,
} from '../../support/browser/geometry.ts'
import { loaded, openPortal } from '../../support/browser/portal/portal-window.ts'
import { LONG_WORD, PARAGRAPH } from '../../support/data/hostile-words.ts'
import { anInvoiceBody } from '../../support/data/invoices.ts'
import { anOrganization } from '../../support/data/organizations.ts'
import { aPerson, aSession } from '../../support/data/people.ts'
import { type Keyed, sendAs } from '../../support/http/send-request.ts'

const browser = fileBrowser()
const DESK = { width: 1440, height: 900 }
const BASE_URL = 'http://127.0.0.1'
const SETTINGS = '/invoicing/v2/invoiceSettings'
const SECTIONS = ['business', 'branding', 'page', 'mails', 'labels', 'fields']
/** A green square of 8 by 8 pixels. */
const LOGO = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEUlEQVR4nGPgqrLBihiGlgQAtVYwAe2CMuEAAAAASUVORK5CYII=',
  'base64',
)

let app: App
beforeAll(async () => {
  app = await startApp({ environment: { QUITTANCE_BASE_URL: BASE_URL } })
})

/** Opens a section of the settings of a merchant that no other test changes. */
async function openSettings(shop: string, section: string, { role = 'owner' as 'owner' | 'viewer' } = {}) {
  const keyed = await anOrganization(app, shop, { name: 'Café Bar', timeZone: 'Europe/Berlin' })
  const person = await aPerson(app, { name: 'Ada Lovelace', roles: { [shop]: role } })
  const cookie = (await aSession(app, person, { baseUrl: BASE_URL })).cookie
  const window = await openPortal(browser(), { url: app.url, cookie }, { viewport: DESK })
  const open = () => window.open(`/o/${shop}/settings/${section}`)
  return { ...window, keyed, open }
}

async function savedSettings(keyed: Keyed): Promise<Record<string, unknown>> {
  const { body } = await sendAs(app.port, keyed, { method: 'GET', path: SETTINGS })
  return (body as { invoiceSettingsInformation: Record<string, unknown> }).invoiceSettingsInformation
}

/** The preview that stands in front. */
const preview = (page: Page) => page.frameLocator('.preview-frames iframe.shown')
const headerOf = (page: Page) =>
  preview(page)
    .locator('.seller')
    .first()
    .evaluate((element) => element.ownerDocument.defaultView?.getComputedStyle(element).backgroundColor)

browserTest(
  'a color and a logo are seen in the preview before they are saved, and on the payment page after',
  async () => {
    const { open, keyed, complaints, close } = await openSettings('branded', 'branding')
    const { body } = await sendAs(app.port, keyed, {
      method: 'POST',
      path: '/invoicing/v2/invoices',
      body: anInvoiceBody({ invoiceInformation: { sendImmediately: true, deliveryMode: 'none' } }),
    })
    const { paymentLink } = (body as { invoiceInformation: { paymentLink: string } }).invoiceInformation
    const page = await open()

    await page.getByLabel('Color of the header', { exact: true }).last().fill('#0A7A3C')
    await page.setInputFiles('input[type=file]', { name: 'logo.png', mimeType: 'image/png', buffer: LOGO })
    await preview(page).locator('img').first().waitFor()
    await expect.poll(() => headerOf(page)).toBe('rgb(10, 122, 60)')
    await page.getByText('Customers see this on 1 open invoice as soon as you save.').waitFor()
    const before = await savedSettings(keyed)
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('Your settings are saved.').waitFor()
    const after = await savedSettings(keyed)
    await page.goto(paymentLink.replace(BASE_URL, app.url))
    const color = await page
      .locator('.seller')
      .first()
      .evaluate((element) => element.ownerDocument.defaultView?.getComputedStyle(element).backgroundColor)

    expect(before['merchantLogo']).toBeUndefined()
    expect(after).toMatchObject({ headerStyle: { backgroundColor: '#0A7A3C' }, merchantLogo: expect.any(String) })
    expect(color).toBe('rgb(10, 122, 60)')
    expect(complaints).toEqual([])
    await close()
  },
)

browserTest('a setting goes back to its default, and a label to our word', async () => {
  const { open, keyed, complaints, close } = await openSettings('resetting', 'business')
  const body = {
    invoiceSettingsInformation: { merchantDisplayName: 'Old name', customLabels: [{ key: 'tax', value: 'VAT' }] },
  }
  await sendAs(app.port, keyed, { method: 'PUT', path: SETTINGS, body })
  const page = await open()

  await page.getByRole('button', { name: 'Reset to default: Business name' }).click()
  const typed = await page.getByLabel('Business name').inputValue()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect.poll(() => page.getByRole('textbox', { name: 'Business name' }).inputValue()).toBe('Old name')
  await page.getByRole('button', { name: 'Reset to default: Business name' }).click()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Your settings are saved.').waitFor()
  await page.getByRole('link', { name: 'Labels' }).click()
  await page.getByRole('button', { name: 'Reset to default: Tax' }).click()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByRole('button', { name: 'Save changes' }).waitFor({ state: 'detached' })

  expect(typed).toBe('Café Bar')
  expect(await savedSettings(keyed)).toMatchObject({ merchantDisplayName: 'Café Bar' })
  expect((await savedSettings(keyed))['customLabels']).toBeUndefined()
  expect(complaints).toEqual([])
  await close()
})

browserTest('a refused value is said at its field, the others are not lost, and leaving asks', async () => {
  const { open, keyed, close } = await openSettings('refused', 'page')
  const page = await open()

  await page.getByRole('textbox', { name: 'After a payment' }).fill('no address')
  await page.getByRole('checkbox', { name: 'Phone number' }).check()
  await page.getByRole('button', { name: 'Save changes' }).click()
  const problem = page.getByText('Enter a full address that begins with https://')
  await problem.waitFor()
  const isWrong = await page.getByRole('textbox', { name: 'After a payment' }).getAttribute('aria-invalid')
  await page.getByRole('link', { name: 'Business' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Back' }).click()
  const isKept = await page.getByRole('checkbox', { name: 'Phone number' }).isChecked()
  await page.getByRole('textbox', { name: 'After a payment' }).fill('https://shop.example/thanks')
  await problem.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Your settings are saved.').waitFor()

  expect([isWrong, isKept]).toEqual(['true', true])
  expect(await savedSettings(keyed)).toMatchObject({
    phoneNumber: true,
    customRedirectUrls: { paymentAccepted: 'https://shop.example/thanks' },
  })
  await close()
})

browserTest('of two people who change one setting, the second sees what the first one saved, and decides', async () => {
  const { open, keyed, complaints, close } = await openSettings('contested', 'business')
  const page = await open()
  const dialog = page.getByRole('dialog')
  const name = page.getByRole('textbox', { name: 'Business name' })
  const saveTheirs = (information: object) =>
    sendAs(app.port, keyed, { method: 'PUT', path: SETTINGS, body: { invoiceSettingsInformation: information } })

  await name.fill('Mine')
  await page.getByRole('textbox', { name: 'Tax number' }).fill('DE1')
  await saveTheirs({ merchantDisplayName: 'Theirs', showVatNumber: true })
  await page.getByRole('button', { name: 'Save changes' }).click()
  await dialog.getByText('Saved now: Theirs').waitFor()
  const unseen = await savedSettings(keyed)
  await dialog.getByRole('button', { name: 'Take theirs' }).click()
  await expect.poll(() => name.inputValue()).toBe('Theirs')
  await name.fill('Mine after all')
  await saveTheirs({ merchantDisplayName: 'Theirs again' })
  await page.getByRole('button', { name: 'Save changes' }).click()
  await dialog.getByText('Yours: Mine after all').waitFor()
  await dialog.getByRole('button', { name: 'Keep mine' }).click()
  await page.getByText('Your settings are saved.').waitFor()

  expect(unseen['merchantDisplayName']).toBe('Theirs')
  expect(await savedSettings(keyed)).toMatchObject({
    ...{ merchantDisplayName: 'Mine after all', vatRegistrationNumber: 'DE1', showVatNumber: true },
  })
  expect(complaints).toEqual([])
  await close()
})

browserTest('of two people who save within a moment, the second is asked, or both changes count', async () => {
  const { open, keyed, complaints, close } = await openSettings('racing', 'business')
  const page = await open()
  const dialog = page.getByRole('dialog')
  const save = page.getByRole('button', { name: 'Save changes' })
  const theirs = [{ merchantDisplayName: 'Theirs' }, { showVatNumber: true }]
  const statuses: number[] = []
  // Somebody else saves between the reading and the writing of a save.
  await page.route(`**${SETTINGS}*`, async (route) => {
    const information = route.request().method() === 'PUT' ? theirs.shift() : undefined
    if (information !== undefined) {
      const body = { invoiceSettingsInformation: information }
      await sendAs(app.port, keyed, { method: 'PUT', path: SETTINGS, body })
    }
    await route.continue()
  })
  page.on('response', (response) => {
    if (response.request().method() === 'PUT') statuses.push(response.status())
  })

  await page.getByRole('textbox', { name: 'Business name' }).fill('Mine')
  await save.click()
  await dialog.getByText('Saved now: Theirs').waitFor()
  const unseen = await savedSettings(keyed)
  await dialog.getByRole('button', { name: 'Keep mine' }).click()
  await page.getByText('Your settings are saved.').waitFor()

  expect(unseen['merchantDisplayName']).toBe('Theirs')
  expect(statuses).toEqual([412, 412, 200])
  expect(await savedSettings(keyed)).toMatchObject({ merchantDisplayName: 'Mine', showVatNumber: true })
  expect(complaints.filter((complaint) => !complaint.includes('412'))).toEqual([])
  await close()
})

/** As a person who drags a file from a folder. */
async function dropFile(page: Page, { name, type, base64 }: Readonly<Record<'name' | 'type' | 'base64', string>>) {
  await page.evaluate(`{
    const bytes = Uint8Array.from(atob(${JSON.stringify(base64)}), (letter) => letter.charCodeAt(0))
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File([bytes], ${JSON.stringify(name)}, { type: ${JSON.stringify(type)} }))
    const area = document.querySelector('.drop')
    const send = (kind) => area.dispatchEvent(new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true }))
    globalThis.isAccepted = !send('dragover')
    send('drop')
  }`)
}

browserTest('a logo is dropped, and a file that is not an image is refused beside it', async () => {
  const { open, keyed, complaints, close } = await openSettings('dropping', 'branding')
  const page = await open()

  await dropFile(page, { name: 'logo.pdf', type: 'application/pdf', base64: LOGO.toString('base64') })
  await page.getByText('This is not an image that can be shown').waitFor()
  const refused = await page.locator('.logo-plates').count()
  await dropFile(page, { name: 'logo.png', type: 'image/png', base64: LOGO.toString('base64') })
  await page.locator('.logo-plates img').first().waitFor()
  await preview(page).locator('img').first().waitFor()
  const isAccepted = await page.evaluate('isAccepted')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Your settings are saved.').waitFor()

  expect([refused, isAccepted]).toEqual([0, true])
  expect((await savedSettings(keyed))['merchantLogo']).toMatch(/^data:image\/png;base64,/)
  expect(await page.getByText('This is not an image').count()).toBe(0)
  expect(complaints).toEqual([])
  await close()
})

browserTest('a custom field is created, changed and deleted, and a taken label is said at its field', async () => {
  const { open, keyed, close } = await openSettings('fields', 'fields')
  const page = await open()
  const dialog = page.getByRole('dialog')

  await page.getByRole('button', { name: 'New field' }).click()
  await dialog.getByLabel('Label').fill('Cost center')
  await dialog.getByLabel('Minimum character limit').fill('9')
  await dialog.getByLabel('Maximum character limit').fill('8')
  await dialog.getByLabel('Default text').fill('4711')
  await dialog.getByRole('button', { name: 'Create field' }).click()
  await dialog.getByText('This is more than the maximum.').waitFor()
  await dialog.getByLabel('Minimum character limit').fill('2')
  await dialog.getByRole('button', { name: 'Create field' }).click()
  await page.getByText('The field Cost center is saved.').waitFor()
  await page.getByRole('button', { name: 'New field' }).click()
  await dialog.getByLabel('Label').fill('cost center')
  await dialog.getByRole('button', { name: 'Create field' }).click()
  await dialog.getByText('Another field has this label.').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Edit Cost center' }).click()
  await dialog.getByLabel('Customer read only').check()
  await dialog.getByRole('button', { name: 'Save field' }).click()
  await page.locator('.field-list').getByText('Customer read only').waitFor()
  const path = '/invoicing/v2/invoice/merchantDefinedFields'
  const { body: changed } = await sendAs(app.port, keyed, { method: 'GET', path })
  await page.getByRole('button', { name: 'Delete Cost center' }).click()
  await dialog.getByRole('button', { name: 'Delete Cost center' }).click()
  await page.getByText('No custom fields yet').waitFor()

  expect(changed).toEqual([
    expect.objectContaining({
      ...{ label: 'Cost center', textMinLength: 2, textMaxLength: 8, textDefaultValue: '4711' },
      ...{ customerVisible: true, readOnly: true },
    }),
  ])
  await close()
})

browserTest(
  'a test email goes to the person who asks for it, and the mail is previewed in every language',
  async () => {
    const { open, complaints, close } = await openSettings('tested', 'mails')
    const page = await open()

    await page.getByRole('button', { name: 'Send me a test email' }).click()
    await page.getByText(/The test email to \S+ is on its way\./).waitFor()
    await page.getByRole('combobox', { name: 'Language', exact: true }).selectOption('de-DE')
    await preview(page).getByText('Rechnung von Café Bar').first().waitFor()
    const { rows } = await app.database.pool.query(`select kind from mail_outbox where organization_id = 'tested'`)

    expect(rows).toEqual([{ kind: 'test' }])
    expect(complaints).toEqual([])
    await close()
  },
)

browserTest('a viewer sees the settings and cannot change them, and the service refuses it too', async () => {
  const { open, complaints, close } = await openSettings('looking', 'branding', { role: 'viewer' })
  const page = await open()

  const [color, buttons] = await Promise.all([
    page.getByLabel('Color of the header', { exact: true }).last().isDisabled(),
    page.getByRole('button').allInnerTexts(),
  ])
  await page.getByText('Owners, administrators and clerks can change them.').waitFor()
  const refused = await page.request.put(`${app.url}${SETTINGS}?organizationId=looking`, {
    headers: { origin: app.url, 'sec-fetch-site': 'same-origin' },
    data: { invoiceSettingsInformation: { shipTo: true } },
  })

  expect(color).toBe(true)
  expect(buttons.filter((text) => /Save|Reset|Discard/.test(text))).toEqual([])
  expect(refused.status()).toBe(403)
  expect(complaints).toEqual([])
  await close()
})

/** Texts that are cut, too small or outside of the window. */
async function faultsOf(page: Page): Promise<readonly string[]> {
  const checks = { sidewaysScrolling, clippedTexts, needlesslyCutWords, brokenLabels, smallTexts }
  const found = await Promise.all(Object.values(checks).map((check) => check(page)))
  return found.flat().map((fault) => `${new URL(page.url()).pathname} ${fault}`)
}

browserTest(
  'hostile settings fit and axe finds nothing, in light on a desk and in dark on a narrow phone',
  async () => {
    const keyed = await anOrganization(app, 'hostile', { name: 'Café Bar' })
    const person = await aPerson(app, { name: LONG_WORD, roles: { hostile: 'owner' } })
    const cookie = (await aSession(app, person, { baseUrl: BASE_URL })).cookie
    const body = {
      invoiceSettingsInformation: {
        ...{ merchantDisplayName: LONG_WORD, customEmailMessage: PARAGRAPH, enableMerchantEmailNotifications: true },
        headerStyle: { backgroundColor: '#FFEE00', fontColor: '#FFFFFF' },
        merchantLogo: LOGO.toString('base64'),
      },
    }
    const { status } = await sendAs(app.port, keyed, { method: 'PUT', path: SETTINGS, body })
    await sendAs(app.port, keyed, {
      method: 'POST',
      path: '/invoicing/v2/invoice/merchantDefinedFields',
      body: { fieldType: 'Select', label: LONG_WORD, possibleValues: `${LONG_WORD},${LONG_WORD}2` },
    })
    const looks = [
      { viewport: DESK, colorScheme: 'light', language: 'en-US' },
      { viewport: { width: 320, height: 740 }, colorScheme: 'dark', language: 'de-DE' },
    ] as const
    const problems: string[] = []
    for (const look of looks) {
      const window = await openPortal(browser(), { url: app.url, cookie }, look)
      for (const section of SECTIONS) {
        const page = await window.open(`/o/hostile/settings/${section}`)
        await loaded(page)
        problems.push(...(await faultsOf(page)), ...(await accessibilityProblems(page)))
        await page.close()
      }
      problems.push(...window.complaints)
      await window.close()
    }

    expect(status).toBe(200)
    expect(problems).toEqual([])
  },
)
