import { beforeAll, expect } from 'vitest'
import { systemClock } from '../../../src/platform/clock/clock.ts'
import { type App, startApp } from '../../support/apps/app.ts'
import { browserTest, fileBrowser } from '../../support/browser/browser.ts'
import { openPortal } from '../../support/browser/portal/portal-window.ts'
import { noteBackups } from '../../support/data/backups.ts'
import { anInvoiceBody } from '../../support/data/invoices.ts'
import { anOrganization } from '../../support/data/organizations.ts'
import { aPerson, aSession } from '../../support/data/people.ts'
import { PASSWORD } from '../../support/data/sign-ins.ts'
import { type Keyed, sendAs } from '../../support/http/send-request.ts'

// Stories of those who connect programs, and of a partner who hands a merchant over.

const browser = fileBrowser()
const DESK = { width: 1440, height: 900 }
const BASE_URL = 'http://127.0.0.1'
const ME = '/organizations/v1/me'

let app: App
let shop: Keyed
beforeAll(async () => {
  app = await startApp({ environment: { QUITTANCE_BASE_URL: BASE_URL } })
  await anOrganization(app, 'partner', { type: 'partner', name: 'Partner' })
  shop = await anOrganization(app, 'shop', { name: 'Café Bar', parentId: 'partner' })
})

async function windowOf(roles: Readonly<Record<string, 'owner' | 'admin'>>, permissions: readonly string[] = []) {
  const person = await aPerson(app, { name: 'Ada Lovelace', roles })
  const { cookie } = await aSession(app, person, { baseUrl: BASE_URL })
  return openPortal(browser(), { url: app.url, cookie }, { viewport: DESK, permissions: [...permissions] })
}

browserTest('an admin creates a key, calls the API with it, rotates it and revokes it', async () => {
  const { open, complaints, close } = await windowOf({ shop: 'admin' })
  const page = await open('/o/shop/developers/keys')
  const dialog = page.getByRole('dialog')
  const call = async (key: string) => (await sendAs(app.port, { bearer: { key } }, { method: 'GET', path: ME })).status
  const shownSecret = async () => {
    const secret = await dialog.locator('[data-secret]').innerText()
    await dialog.getByRole('button', { name: 'I have saved it' }).click()
    await dialog.waitFor({ state: 'detached' })
    return secret
  }

  await page.getByRole('button', { name: 'Create key' }).click()
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await dialog.getByText('Choose at least one permission.').waitFor()
  await dialog.getByLabel('Name').fill('Shop system')
  await dialog.getByLabel('Read invoices').check()
  await dialog.getByRole('button', { name: 'Create key' }).click()
  const first = await shownSecret()
  const works = await call(first)
  await page.getByRole('button', { name: 'Actions for Shop system' }).click()
  await page.getByRole('menuitem', { name: 'Rotate' }).click()
  await dialog.getByLabel('The old key works').selectOption('No longer')
  await dialog.getByRole('button', { name: 'Create the new key' }).click()
  const second = await shownSecret()
  const rotated = [await call(first), await call(second)]
  await page.getByRole('button', { name: 'Actions for Shop system' }).click()
  await page.getByRole('menuitem', { name: 'Revoke' }).click()
  await dialog.getByRole('button', { name: 'Revoke Shop system' }).click()
  await page.getByText('Shop system is revoked.').waitFor()
  await page.getByLabel('Show ended keys too').check()
  await expect.poll(() => page.getByText('Revoked', { exact: true }).count()).toBe(2)

  expect([works, ...rotated, await call(second)]).toEqual([200, 401, 200, 401])
  expect(await page.content()).not.toContain(second)
  expect(complaints).toEqual([])
  await close()
})

browserTest('a partner creates a merchant, and its owner takes over by invitation', async () => {
  const { open, complaints, close } = await windowOf({ partner: 'owner' })
  const page = await open('/o/partner/organization/merchants')
  const dialog = page.getByRole('dialog')

  await page.getByRole('button', { name: 'Create merchant' }).click()
  await dialog.getByLabel('Name').fill('Blumen Müller')
  await dialog.getByLabel('Email of its owner').fill('mueller@blumen.example')
  await dialog.getByRole('button', { name: 'Create merchant' }).click()
  const link = await dialog.locator('code').innerText()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('row', { name: /Blumen Müller.*Owner is invited/ }).waitFor()
  const owner = await openPortal(browser(), { url: app.url, cookie: 'none=none' }, { viewport: DESK })
  const joining = await owner.open(link.replace(BASE_URL, ''))
  await joining.getByLabel('Your name').fill('Erika Müller')
  await joining.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await joining.getByRole('button', { name: 'Accept invitation' }).click()
  await joining.waitForURL('**/o/blumen-muller**')
  await joining.getByRole('link', { name: 'Developers' }).click()
  await joining.getByRole('heading', { name: 'No keys yet' }).waitFor()
  await page.reload()
  await page.getByRole('row', { name: /Blumen Müller.*Has an owner/ }).waitFor()
  await page.getByRole('link', { name: 'Blumen Müller' }).click()
  await page.waitForURL('**/o/blumen-muller')

  expect(complaints).toEqual([])
  await Promise.all([close(), owner.close()])
})

browserTest('the request log shows why a request was refused, and copies it as curl', async () => {
  const { open, complaints, close } = await windowOf({ shop: 'owner' }, ['clipboard-read', 'clipboard-write'])
  const body = anInvoiceBody({ invoiceInformation: { dueDate: 'tomorrow' } })
  const path = '/invoicing/v2/invoices'
  await sendAs(app.port, shop, { method: 'POST', path, body })
  const page = await open('/o/shop/developers/requests?outcome=failed')

  await page
    .getByRole('link', { name: `POST ${path}` })
    .first()
    .click()
  await page.getByRole('dialog').getByText('invoiceInformation.dueDate').first().waitFor()
  const address = page.url()
  await page.getByRole('button', { name: 'Copy as curl' }).click()
  await page.getByText('Copied').waitFor()
  const command = await page.evaluate<string>('navigator.clipboard.readText()')
  await page.reload()
  await page.getByRole('button', { name: 'Copy as curl' }).waitFor()
  await page.getByRole('button', { name: 'Close' }).last().click()
  await page.getByLabel('Path or correlation ID').fill('nothing-like-that')
  await page.getByText('No request matches').waitFor()

  expect(address).toMatch(/outcome=failed&selected=\d+$/)
  expect(command).toContain(`curl -X POST '${app.url}${path}'`)
  expect(command).toContain('-H "Authorization: Bearer $QUITTANCE_KEY"')
  expect(command).toContain('"dueDate":"tomorrow"')
  expect(complaints).toEqual([])
  await close()
})

browserTest('fraud management, validation and retention are changed, and a shorter retention asks first', async () => {
  const { open, complaints, close } = await windowOf({ shop: 'owner' })
  const page = await open('/o/shop/organization/settings')

  await page.getByLabel('Hold risky payments for review').check()
  await page.getByText('Risky payments are now held for review.').waitFor()
  await page.getByLabel('How strictly requests are checked').selectOption('Lenient')
  await page.getByText('The checks of requests are changed.').waitFor()
  await page.getByLabel('Months for which records are kept').fill('300')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Enter a whole number from 1 to 240.').waitFor()
  await page.getByLabel('Months for which records are kept').fill('3')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Delete older records' }).click()
  await page.getByText('The retention is saved.').waitFor()
  const { rows } = await app.database.pool.query(
    `select has_fraud_management, validation, months from organizations join record_retention using (organization_id)
     where organization_id = 'shop'`,
  )

  expect(rows).toEqual([{ has_fraud_management: true, validation: 'lenient', months: 3 }])
  expect(complaints).toEqual([])
  await close()
})

browserTest(
  'the settings say when the service was last backed up, how often it is, and that a backup is too old',
  async () => {
    const { open, complaints, close } = await windowOf({ shop: 'admin' })
    const card = async () => {
      const page = await open('/o/shop/organization/settings')
      const text = await page.getByRole('region', { name: 'Backups' }).innerText()
      await page.close()
      return text.replaceAll(/\s+/g, ' ')
    }
    const every = Temporal.Duration.from('PT6H')
    const note = (newestAt: Temporal.Instant | undefined) => noteBackups(app.stores, { every, newestAt })
    const now = systemClock.now()

    const none = await card()
    await note(undefined)
    const first = await card()
    await note(now.subtract({ hours: 11 }))
    const fresh = await card()
    await note(Temporal.Instant.from('2026-03-08T09:30:00Z'))
    const old = await card()

    expect(none).toBe('Backups No backups are scheduled. The operator of the service can set them up.')
    expect(first).toBe('Backups Newest backup None yet Interval 6 hours')
    expect(fresh).toMatch(/^Backups Newest backup \S.* [AP]M Interval 6 hours$/)
    expect(old).toMatch(/^Backups Newest backup Mar 8, 2026, \S+ [AP]M Too old Interval 6 hours It is older than twice/)
    expect(complaints).toEqual([])
    await close()
  },
)

browserTest('a group is created, gets members by search, is renamed and deleted', async () => {
  const { open, complaints, close } = await windowOf({ partner: 'owner' })
  const page = await open('/o/partner/organization/groups')
  const dialog = page.getByRole('dialog')

  await page.getByRole('button', { name: 'Create group' }).click()
  await dialog.getByLabel('Name of the group').fill('North')
  await dialog.getByRole('button', { name: 'Create group' }).click()
  await page.getByRole('heading', { level: 1, name: 'North' }).waitFor()
  await page.getByLabel('Name or ID').fill('café')
  await page.getByRole('button', { name: 'Add Café Bar' }).click()
  await page.getByRole('button', { name: 'Remove Café Bar' }).waitFor()
  await page.getByRole('button', { name: 'Rename' }).click()
  await dialog.getByLabel('Name of the group').fill('South')
  await dialog.getByRole('button', { name: 'Rename' }).click()
  await page.getByRole('heading', { level: 1, name: 'South' }).waitFor()
  await page.getByText('1 merchant', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Delete' }).click()
  await dialog.getByRole('button', { name: 'Delete South' }).click()
  await page.getByRole('heading', { name: 'No groups yet' }).waitFor()

  expect(complaints).toEqual([])
  await close()
})
