import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { startApp } from '../../../test/support/apps/app.ts'
import { anOrganization, aTester } from '../../../test/support/data/organizations.ts'
import { settingsOf } from '../../../test/support/http/settings-client.ts'
import { settableClock } from '../../../test/support/run/settable-clock.ts'
import { suspendOrganization } from '../../organizations/tree/change-organization.ts'
import { systemClock } from '../../platform/clock/clock.ts'
import { dataUriOf } from './logo.ts'

const clock = settableClock('2026-03-09T10:00:00.123Z')
const app = await startApp({ clock })
const live = await startApp({ environment: { QUITTANCE_MODE: 'live' } })
let partner: Awaited<ReturnType<typeof anOrganization>>
let foreign: typeof partner
let shops = 0
beforeAll(async () => {
  partner = await anOrganization(app, 'partner', { type: 'partner' })
  foreign = await anOrganization(app, 'foreign')
})

/** A merchant of the test's own. */
async function aShop(given: Parameters<typeof anOrganization>[2] = {}) {
  shops += 1
  const organizationId = `shop${shops}`
  const shop = await anOrganization(app, organizationId, { parentId: 'partner', ...given })
  return { organizationId, ...settingsOf(app, shop) }
}

async function audited(organizationId: string): Promise<readonly unknown[]> {
  const { rows } = await app.database.pool.query<{ action: string; details: object }>(
    `select action, details from audit_entries where organization_id = $1
      and action not like 'key.%' and action <> 'organization.created' order by at`,
    [organizationId],
  )
  return rows
}

const DEFAULTS = {
  defaultCurrencyCode: 'USD',
  headerStyle: { backgroundColor: '#FFFFFF', fontColor: '#000000' },
  ...{ showVatNumber: false, shipTo: false, phoneNumber: false, email: false },
  ...{ enableReminders: false, enableMerchantEmailNotifications: false },
  deliveryLanguage: 'en-US',
  payerAuthenticationInInvoicing: 'disable',
  payerAuthentication3DSVersion: false,
}
const ALL = {
  merchantDisplayName: 'Acme & Söhne',
  defaultCurrencyCode: 'EUR',
  headerStyle: { backgroundColor: '#102030', fontColor: '#fff' },
  vatRegistrationNumber: 'DE123456789',
  ...{ showVatNumber: true, shipTo: true, phoneNumber: true, email: true },
  customRedirectUrls: {
    paymentAccepted: 'https://acme.example/paid',
    paymentPending: 'https://acme.example/pending',
    paymentRejected: 'https://acme.example/rejected',
  },
  customEmailMessage: 'Thank you.\nSee you.',
  ...{ enableReminders: true, enableMerchantEmailNotifications: true },
  merchantEmail: 'till@acme.example',
  deliveryLanguage: 'de-DE',
  payerAuthenticationInInvoicing: 'enable',
  customLabels: [{ key: 'tax', value: 'VAT', hiddenForItem: true }],
}

describe('settings', () => {
  test('a new merchant has the default settings, with the current time', async () => {
    const { get } = await aShop({
      name: 'Acme Ltd',
      contact: {
        ...{ name: 'Ann', email: 'ann@acme.example', phone: '+49 30 1234' },
        address: {
          ...{ address1: 'Weg 1', locality: 'Berlin', administrativeArea: 'BE' },
          ...{ country: 'DE', postalCode: '10115' },
        },
      },
    })
    clock.set('2026-03-09T10:00:00.123Z')

    const { status, body } = await get()

    expect(status).toBe(200)
    expect(body).toEqual({
      submitTimeUtc: '2026-03-09T10:00:00.123Z',
      invoiceSettingsInformation: { merchantDisplayName: 'Acme Ltd', ...DEFAULTS },
      merchantInformation: {
        ...{ name: 'Acme Ltd', phone: '+49 30 1234' },
        addressDetails: {
          ...{ address1: 'Weg 1', city: 'Berlin', state: 'BE', country: 'DE', postalCode: '10115' },
        },
      },
      warnings: [expect.objectContaining({ reason: 'PAYER_AUTHENTICATION_OFF' })],
    })
  })

  test('a change and a read return all settings, with the time of the change', async () => {
    const { get, put } = await aShop()
    clock.set('2026-03-10T11:00:00Z')

    const changed = await put(ALL)
    clock.set('2026-03-11T12:00:00Z')
    const found = await get()

    expect(changed.status).toBe(200)
    expect(changed.body.submitTimeUtc).toBe('2026-03-10T11:00:00.000Z')
    expect(changed.body.invoiceSettingsInformation).toEqual({
      ...ALL,
      payerAuthentication3DSVersion: true,
    })
    expect(found.body).toEqual(changed.body)
    expect(found.body.merchantInformation).toEqual({ name: expect.stringMatching('shop') })
  })

  test('settings that are sent back as they were read change nothing', async () => {
    const { get, put, putBody } = await aShop()
    await put(ALL)
    const before = await get()

    const again = await putBody({ ...before.body, clientReferenceInformation: { partner: {} } })

    expect(again.status).toBe(200)
    expect(again.body.warnings).toBeUndefined()
    expect(again.body.invoiceSettingsInformation).toEqual(before.body.invoiceSettingsInformation)
  })

  test('named settings change, null resets them, and labels stay', async () => {
    const { put } = await aShop({ name: 'Acme' })
    await put(ALL)

    const partly = await put({ shipTo: false, headerStyle: { fontColor: '#123456' } })
    const nothing = Object.fromEntries(Object.keys(ALL).map((name) => [name, null]))
    const reset = await put(nothing)

    expect(partly.body.invoiceSettingsInformation).toEqual({
      ...ALL,
      shipTo: false,
      headerStyle: { backgroundColor: '#102030', fontColor: '#123456' },
      payerAuthentication3DSVersion: true,
    })
    expect(reset.body.invoiceSettingsInformation).toEqual({
      merchantDisplayName: 'Acme',
      ...DEFAULTS,
      customLabels: ALL.customLabels,
    })
  })

  test('concurrent changes of settings are all kept, even the first ones of a merchant', async () => {
    const { get, put, organizationId } = await aShop()
    const changes = [
      ...[{ shipTo: true }, { email: true }, { phoneNumber: true }, { enableReminders: true }],
      ...[{ headerStyle: { fontColor: '#111' } }, { headerStyle: { backgroundColor: '#222' } }],
      ...[{ customLabels: [{ key: 'tax', value: 'VAT' }] }, { customLabels: [{ key: 'tax', hiddenForItem: true }] }],
    ]

    const responses = await Promise.all(changes.map((change) => put(change)))

    expect(responses.map(({ status }) => status)).toEqual(changes.map(() => 200))
    expect((await get()).body.invoiceSettingsInformation).toMatchObject({
      ...{ shipTo: true, email: true, phoneNumber: true, enableReminders: true },
      headerStyle: { fontColor: '#111', backgroundColor: '#222' },
      customLabels: [{ key: 'tax', value: 'VAT', hiddenForItem: true }],
    })
    expect(await audited(organizationId)).toHaveLength(changes.length)
  })

  test('the audit trail has the names of changed settings, never their values', async () => {
    const { put, organizationId } = await aShop()

    await put({
      merchantEmail: 'secret@acme.example',
      headerStyle: { fontColor: '#111' },
      shipTo: true,
    })
    await put({ shipTo: true, customLabels: [{ key: 'tax', value: 'VAT' }] })

    expect(await audited(organizationId)).toEqual([
      {
        action: 'invoice-settings.updated',
        details: { fields: 'headerStyle.fontColor shipTo merchantEmail' },
      },
      { action: 'invoice-settings.updated', details: { fields: 'customLabels' } },
    ])
  })

  test('all settings are optional: an empty change has no effect, and misplaced fields are reported', async () => {
    const { put, putBody, get } = await aShop()
    await put({ shipTo: true })
    const before = (await get()).body.invoiceSettingsInformation

    const { status, body } = await putBody({ shipTo: false })

    expect([(await putBody({})).status, status]).toEqual([200, 200])
    expect(body.warnings).toMatchObject([
      { field: 'shipTo', reason: 'UNKNOWN_FIELD' },
      { reason: 'PAYER_AUTHENTICATION_OFF' },
    ])
    expect((await get()).body.invoiceSettingsInformation).toEqual(before)
  })
})

describe('a change of settings is refused', () => {
  test('a refused change names all its problems and changes nothing', async () => {
    const { get, put, organizationId } = await aShop()

    const { status, body } = await put({
      shipTo: true,
      headerStyle: { fontColor: 'red' },
      merchantLogo: Buffer.from('no picture').toString('base64'),
    })

    expect([status, body.reason]).toEqual([400, 'VALIDATION_ERROR'])
    expect(body.details).toEqual([
      { field: 'invoiceSettingsInformation.headerStyle.fontColor', reason: 'INVALID_DATA' },
      { field: 'invoiceSettingsInformation.merchantLogo', reason: 'INVALID_DATA' },
    ])
    expect((await get()).body.invoiceSettingsInformation).toMatchObject(DEFAULTS)
    expect(await audited(organizationId)).toEqual([])
  })

  test('a change without a body, or with null as its object, is refused', async () => {
    const { putBody } = await aShop()

    for (const body of [undefined, { invoiceSettingsInformation: null }]) {
      expect(await putBody(body)).toMatchObject({
        status: 400,
        body: {
          reason: 'VALIDATION_ERROR',
          details: [{ field: 'invoiceSettingsInformation', reason: 'MISSING_FIELD' }],
        },
      })
    }
  })

  test('personal data in a label is refused and recorded', async () => {
    const { get, put, organizationId } = await aShop()

    const { status, body } = await put({
      customLabels: [{ key: 'tax', value: '4111111111111111' }],
      shipTo: 'perhaps',
    })

    const { rows } = await app.database.pool.query(
      'select field, looks_like from personal_data_violations where organization_id = $1',
      [organizationId],
    )
    expect([status, body.reason]).toEqual([400, 'VALIDATION_ERROR'])
    expect(body.details).toHaveLength(2)
    expect(body.message).not.toContain('4111')
    expect(rows).toEqual([{ field: 'invoiceSettingsInformation.customLabels[0].value', looks_like: 'card number' }])
    expect((await get()).body.invoiceSettingsInformation).not.toHaveProperty('customLabels')
  })

  test('a redirect to plain http is refused outside of a sandbox', async () => {
    const shop = settingsOf(live, await anOrganization(live, 'liveshop'))

    const plain = await shop.put({ customRedirectUrls: { paymentAccepted: 'http://a.example/' } })
    const secure = await shop.put({ customRedirectUrls: { paymentAccepted: 'https://a.example/' } })

    expect([plain.status, secure.status]).toEqual([400, 200])
  })
})

describe('access to settings', () => {
  const path = '/invoicing/v2/invoiceSettings'

  test('settings are 401 without credentials', async () => {
    for (const method of ['GET', 'PUT']) {
      const response = await fetch(`${app.url}${path}`, { method })
      expect([response.status, await response.text()]).toEqual([401, '{"response":{"rmsg":"Authentication Failed"}}'])
    }
  })

  test('a partner reads and changes the settings of one of its merchants at a time', async () => {
    const { organizationId, get } = await aShop()
    const forShop = settingsOf(app, partner, `&organizationId=${organizationId}`)
    const forItself = settingsOf(app, partner)

    const changed = await forShop.put({ shipTo: true })
    const inBody = await forItself.putBody({
      organizationId,
      invoiceSettingsInformation: { email: true },
    })

    expect([changed.status, inBody.status]).toEqual([200, 200])
    expect((await get()).body.invoiceSettingsInformation).toMatchObject({
      shipTo: true,
      email: true,
    })
    for (const { status, body } of [await forItself.get(), await forItself.put({ shipTo: true })]) {
      expect([status, body.reason]).toEqual([400, 'VALIDATION_ERROR'])
      expect(body.details).toEqual([{ field: 'organizationId', reason: 'MISSING_FIELD' }])
    }
  })

  test('settings are 404 for organizations that are not above the merchant', async () => {
    const { organizationId, put, get } = await aShop()
    await put({ merchantDisplayName: 'Own' })
    const other = settingsOf(app, foreign, `&organizationId=${organizationId}`)

    expect([(await other.get()).status, (await other.put({ shipTo: true })).status]).toEqual([404, 404])
    expect((await get()).body.invoiceSettingsInformation).toMatchObject({ shipTo: false })
  })

  test('a suspended merchant may read its settings but not change them', async () => {
    const { organizationId, get, put } = await aShop()
    const deps = { db: app.database, clock: systemClock, machineClock: systemClock }
    await suspendOrganization(deps, { organizationId, by: aTester }, { reason: undefined })

    expect([(await get()).status, (await put({ shipTo: true })).status]).toEqual([200, 403])
  })

  test('only the product invoicing has settings, named in any letter case or omitted', async () => {
    const ask = async (query: string) => {
      const headers = { authorization: `Bearer ${foreign.bearer.key}` }
      const response = await fetch(`${app.url}${path}${query}`, { headers })
      const { message } = (await response.json()) as { message?: string }
      return [response.status, message]
    }
    const refused = [400, 'Field validation errors: productType must be INVOICING.']

    expect(await ask('')).toEqual([200, undefined])
    expect(await ask('?productType=')).toEqual([200, undefined])
    expect(await ask('?productType=invoicing')).toEqual([200, undefined])
    expect(await ask('?productType=PAYBYLINK')).toEqual(refused)
    expect(await ask('?productType=anything')).toEqual(refused)
  })
})

describe('If-Match', () => {
  test('a change is refused if somebody else has changed any setting since, and nothing changes', async () => {
    const { organizationId, get, put } = await aShop()
    const { tag: first } = await get()
    const theirs = await put({ shipTo: true }, { 'if-match': first })

    const refused = await put({ email: true }, { 'if-match': first })

    expect([theirs.status, refused.status, refused.body.reason]).toEqual([200, 412, 'PRECONDITION_FAILED'])
    expect(refused.body.message).toContain('The settings have changed since they were read')
    expect((await get()).body.invoiceSettingsInformation).toMatchObject({ shipTo: true, email: false })
    expect(await audited(organizationId)).toHaveLength(1)
    expect((await put({ email: true }, { 'if-match': `"other", ${theirs.tag}` })).status).toBe(200)
    expect((await put({ email: false }, { 'if-match': '*' })).status).toBe(200)
    expect((await put({ email: true }, { 'if-match': 'anything' })).status).toBe(412)
  })

  test('a response to a change has the tag that the next reading has, whatever was changed', async () => {
    const { get, put } = await aShop()
    const tags = [(await get()).tag]
    const logo = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#123456' } })
      .png()
      .toBuffer()

    for (const change of [
      ALL,
      { customLabels: [{ key: 'tax', value: 'GST' }] },
      { merchantLogo: dataUriOf({ type: 'image/png', bytes: logo }) },
    ]) {
      const { tag, status } = await put(change)
      expect(status).toBe(200)
      expect((await get()).tag).toBe(tag)
      tags.push(tag)
    }
    const back = await put({ merchantLogo: '' })

    expect(new Set(tags).size).toBe(4)
    expect(back.tag).toBe(tags[2])
  })

  test('of two changes of one version at the same time, one is made', async () => {
    const { get, put } = await aShop()
    const { tag } = await get()
    const changes = [{ shipTo: true }, { email: true }, { phoneNumber: true }]

    const statuses = await Promise.all(changes.map(async (change) => (await put(change, { 'if-match': tag })).status))

    expect(statuses.toSorted()).toEqual([200, 412, 412])
  })
})

test('a body without a content type is read as JSON', async () => {
  const { get, putBody } = await aShop()

  const untyped = await putBody(JSON.stringify({ invoiceSettingsInformation: { shipTo: true } }))

  expect(untyped.status).toBe(200)
  expect((await get()).body.invoiceSettingsInformation).toMatchObject({ shipTo: true })
})
