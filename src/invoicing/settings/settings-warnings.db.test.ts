import { beforeAll, expect, test } from 'vitest'
import { startApp } from '../../../test/support/apps/app.ts'
import { anOrganization } from '../../../test/support/data/organizations.ts'
import { settingsOf } from '../../../test/support/http/settings-client.ts'

const app = await startApp()
const live = await startApp({ environment: { QUITTANCE_MODE: 'live' } })
let shops = 0
beforeAll(async () => {
  await anOrganization(app, 'partner', { type: 'partner' })
})

/** A merchant of the test's own. */
async function aShop(given: Parameters<typeof anOrganization>[2] = {}) {
  shops += 1
  const organizationId = `shop${shops}`
  const shop = await anOrganization(app, organizationId, { parentId: 'partner', ...given })
  return { organizationId, ...settingsOf(app, shop) }
}

const SECURE = { payerAuthenticationInInvoicing: 'enable' }

test('an unknown setting gives a warning', async () => {
  const { put } = await aShop()

  const { status, body } = await put({ headerStyle: { size: 3 }, ...SECURE })

  expect(status).toBe(200)
  expect(body.warnings).toEqual([
    {
      field: 'invoiceSettingsInformation.headerStyle.size',
      reason: 'UNKNOWN_FIELD',
      message: 'invoiceSettingsInformation.headerStyle.size is unknown and was ignored.',
    },
  ])
})

test.each([
  [
    '#FFFF00',
    '#FFFFFF',
    ['headerStyle.fontColor', '#FFFFFF cannot be read on #FFFF00: text in the header is #000000.'],
  ],
  [
    '#FEFEFE',
    '#000000',
    ['headerStyle.backgroundColor', '#FEFEFE looks like the white page: the header has no color.'],
  ],
  ['#0B5D3B', '#FFFFFF', undefined],
])('a header of %s with text of %s says which color was replaced', async (backgroundColor, fontColor, replaced) => {
  const { put, get } = await aShop()
  const [setting, message] = replaced ?? []

  const changed = await put({ headerStyle: { backgroundColor, fontColor }, ...SECURE })

  expect(changed.body.warnings).toEqual(
    replaced && [{ field: `invoiceSettingsInformation.${setting}`, reason: 'COLOR_REPLACED', message }],
  )
  expect(changed.body.invoiceSettingsInformation['headerStyle']).toEqual({ backgroundColor, fontColor })
  expect((await get()).body.warnings).toEqual(changed.body.warnings)
})

test('notifications that reach nobody are named in warnings until somebody receives them', async () => {
  const { organizationId, get, put } = await aShop()
  const field = 'invoiceSettingsInformation.merchantEmail'
  const notify = (more: object = {}) => put({ enableMerchantEmailNotifications: true, ...SECURE, ...more })

  expect((await notify()).body.warnings).toMatchObject([{ field, reason: 'NO_RECIPIENT' }])
  expect((await get()).body.warnings).toMatchObject([{ field, reason: 'NO_RECIPIENT' }])
  expect((await notify({ merchantEmail: 'till@acme.example' })).body.warnings).toBeUndefined()
  await app.database.pool.query(
    `insert into refused_addresses (organization_id, address, reason, refused_at)
    values ($1, 'till@acme.example', '550 no such user', now())`,
    [organizationId],
  )
  const { warnings } = (await get()).body
  expect(warnings).toMatchObject([{ field, reason: 'EMAIL_REFUSED' }])
  expect(JSON.stringify(warnings)).toContain('550 no such user')
  expect((await notify()).body.warnings).toEqual(warnings)
  // Naming the address confirms it.
  expect((await notify({ merchantEmail: 'till@acme.example' })).body.warnings).toBeUndefined()
  const other = await aShop({ contact: { email: 'boss@acme.example' } })
  const answer = await other.put({ enableMerchantEmailNotifications: true, ...SECURE })
  expect(answer.body.warnings).toBeUndefined()
})

test('settings warn while 3-D Secure is off and the processor offers it', async () => {
  const { get, put } = await aShop()
  const { get: getLive } = settingsOf(live, await anOrganization(live, 'careless'))
  const warning = {
    field: 'invoiceSettingsInformation.payerAuthenticationInInvoicing',
    reason: 'PAYER_AUTHENTICATION_OFF',
  }

  const answers = [await get(), await put({ shipTo: true }), await put(SECURE), await get()]

  expect(answers.map(({ body }) => body.warnings)).toMatchObject([[warning], [warning], undefined, undefined])
  // Live mode has no processor yet.
  expect((await getLive()).body.warnings).toBeUndefined()
})
