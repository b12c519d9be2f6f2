import { describe, expect, test } from 'vitest'
import { LANGUAGES } from '../../kernel/language.ts'
import { readSettings } from './read-settings.ts'
import { changedSettings, effectiveSettings, NO_SETTINGS, nestedSettings } from './settings.ts'
import { SETTINGS, type SettingName } from './settings-fields.ts'

const at = Temporal.Instant.from('2026-03-09T10:00:00Z')
const inSandbox = { isSandbox: true }
const organization = { name: 'Acme Ltd' }

const read = (settings: unknown, options = inSandbox) => readSettings({ invoiceSettingsInformation: settings }, options)

/** The settings after a sequence of changes, as the API writes them. */
function inForce(...changes: readonly unknown[]) {
  const settings = changes.reduce((before: typeof NO_SETTINGS, change) => {
    const { problems, changes: changed } = read(change)
    expect(problems).toEqual([])
    return changedSettings(before, { ...changed, logo: { to: 'same' } }, { at })
  }, NO_SETTINGS)
  return nestedSettings(effectiveSettings(settings, organization)) as Record<string, unknown>
}

function nest(path: string, value: unknown): Record<string, unknown> {
  const [outer = '', inner] = path.split('.')
  return { [outer]: inner === undefined ? value : { [inner]: value } }
}
function valueAt(settings: Record<string, unknown>, path: string): unknown {
  const [outer = '', inner] = path.split('.')
  const value = settings[outer]
  return inner === undefined ? value : (value as Record<string, unknown> | undefined)?.[inner]
}

const long = (length: number) => '💶'.repeat(length)
const url = (length: number) => 'https://shop.example/'.padEnd(length, 'x')
const mail = (length: number) => `${'a'.repeat(60)}@${`${'b'.repeat(62)}.`.repeat(3)}com`.padEnd(length, 'm')
const URLS: Row = {
  good: ['https://shop.example/paid?order=1#top', 'http://127.0.0.1:3000/', url(500)],
  bad: [
    url(501),
    ...['shop.example', '/paid', '//shop.example/', 'https:shop.example', 'https:///paid'],
    ...['javascript:alert(1)', 'data:text/html,x', 'ftp://shop.example/', 'HTTPS//x'],
    ...['https://user:secret@shop.example/', 'https://user@shop.example/', 'https://@shop.example'],
    ...['https://shop.example/a b', 'https://shop.example\\@evil.example/', 'https://[::1', 'https://x:99999/'],
    ...[' https://shop.example/', 7, true, {}],
  ],
}
const FLAG: Row = {
  good: [true, false, ['TRUE', true], ['true', true], ['False', false]],
  bad: ['yes', 1, 0, 'truee', [], {}],
}

/** A pair is a sent value and its stored form; a single value stays as it is. */
type Row = { readonly good: readonly unknown[]; readonly bad: readonly unknown[] }

/** Values of each setting, from the specification and the clients' facts. */
const ROWS: Readonly<Record<SettingName, Row>> = {
  merchantDisplayName: {
    good: ['Meyer & Söhne', long(100), [42, '42']],
    bad: [long(101), 'a\nb', 'a\u0000', '\ud800', true, ['x'], {}],
  },
  defaultCurrencyCode: {
    good: ['EUR', ['jpy', 'JPY'], ['Clf', 'CLF']],
    bad: ['EURO', 'QQQ', 'EU', '€€€', 978, true, {}],
  },
  backgroundColor: {
    good: ['#fff', '#A1b2C3'],
    bad: ['fff', '#ff', '#ffff', '#12345', '#ggg', '#1234567', 'red', '#fff;}', {}, true],
  },
  fontColor: { good: ['#000', '#abcDEF'], bad: ['#', 'black', '#0000000', '# fff'] },
  vatRegistrationNumber: {
    good: ['DE123456789', 'x'.repeat(21), [123456789, '123456789']],
    bad: ['x'.repeat(22), 'DE\t1', false],
  },
  showVatNumber: FLAG,
  shipTo: FLAG,
  phoneNumber: FLAG,
  email: FLAG,
  paymentAccepted: URLS,
  paymentPending: URLS,
  paymentRejected: URLS,
  customEmailMessage: {
    good: ['Thank you.\r\n\tSee you soon.', long(2000)],
    bad: [long(2001), 'a\u0007', ['x'], true],
  },
  enableReminders: FLAG,
  enableMerchantEmailNotifications: FLAG,
  merchantEmail: {
    good: ['till@shop.example', mail(255)],
    bad: [mail(256), 'till', 'till@shop', 'a@b.example, c@d.example', 'a b@shop.example', 7],
  },
  deliveryLanguage: {
    good: [...LANGUAGES, ['DE-de', 'de-DE'], ['ES-419', 'es-419']],
    bad: ['de', 'en-GB', 'en_US', 'de-DE-1', 7],
  },
  payerAuthentication: {
    good: ['enable', 'disable', ['ENABLE', 'enable'], ['Disable', 'disable']],
    bad: ['enabled', 'on', true, {}],
  },
}

/** For a new merchant; settings that are not listed have none. */
const DEFAULTS: Partial<Record<SettingName, unknown>> = {
  merchantDisplayName: 'Acme Ltd',
  defaultCurrencyCode: 'USD',
  backgroundColor: '#FFFFFF',
  fontColor: '#000000',
  showVatNumber: false,
  shipTo: false,
  phoneNumber: false,
  email: false,
  enableReminders: false,
  enableMerchantEmailNotifications: false,
  deliveryLanguage: 'en-US',
  payerAuthentication: 'disable',
}

describe.each(SETTINGS)('the setting %s', (name, { path }) => {
  const { good, bad } = ROWS[name]

  test('has its default at first', () => {
    expect(valueAt(inForce(), path)).toBe(DEFAULTS[name])
  })

  test.each(good.map((value) => (Array.isArray(value) ? value : [value, value])))('takes %j', (sent, kept) => {
    expect(valueAt(inForce(nest(path, sent)), path)).toBe(kept)
  })

  test.each(bad.map((value) => [value]))('refuses %j by its full name', (sent) => {
    const { problems } = read(nest(path, sent))

    expect(problems).toMatchObject([{ field: `invoiceSettingsInformation.${path}`, reason: 'INVALID_DATA' }])
  })

  test.each([null, '', '  \t'])('goes back to its default when sent as %j', (nothing) => {
    const [value] = good
    const set = nest(path, Array.isArray(value) ? value[0] : value)

    expect(valueAt(inForce(set, nest(path, nothing)), path)).toBe(DEFAULTS[name])
  })

  test('stays when other settings change, or none', () => {
    const [value] = good
    const set = nest(path, value)
    const other = name === 'shipTo' ? { email: true } : { shipTo: true }

    expect(valueAt(inForce(set, other, {}, { headerStyle: {}, customRedirectUrls: {} }), path)).toBe(value)
  })
})

describe('a change of settings', () => {
  test('a change with a null or blank object is refused, and one without it or with {} changes nothing', () => {
    const missing = [{ field: 'invoiceSettingsInformation', reason: 'MISSING_FIELD' }]

    for (const body of [undefined, null, { invoiceSettingsInformation: null }, { invoiceSettingsInformation: '' }]) {
      expect(readSettings(body, inSandbox).problems).toMatchObject(missing)
    }
    expect(readSettings({}, inSandbox)).toEqual(read({}))
    expect(read({}).problems).toEqual([])
    expect(inForce({})).toEqual(inForce())
  })

  test('a change of settings must be an object in an object', () => {
    expect(read([]).problems).toMatchObject([{ field: 'invoiceSettingsInformation', reason: 'INVALID_DATA' }])
    expect(readSettings([], inSandbox).problems).toMatchObject([{ field: 'body' }])
    expect(read({ headerStyle: 'red', customRedirectUrls: [] }).problems).toMatchObject([
      { field: 'invoiceSettingsInformation.headerStyle' },
      { field: 'invoiceSettingsInformation.customRedirectUrls' },
    ])
  })

  test('a change of settings names all its problems together', () => {
    const { problems } = read({
      headerStyle: { fontColor: 'red', backgroundColor: '#ffff' },
      customRedirectUrls: { paymentAccepted: 'nowhere' },
      merchantLogo: '<svg/>',
      customLabels: [{ key: 'nothing' }, { key: 'billTo', hidden: true }],
      shipTo: 'perhaps',
    })

    expect(problems.map(({ field }) => field.replace('invoiceSettingsInformation.', ''))).toEqual([
      'shipTo',
      'headerStyle.backgroundColor',
      'headerStyle.fontColor',
      'customRedirectUrls.paymentAccepted',
      'customLabels[0].key',
      'customLabels[1].hidden',
      'merchantLogo',
    ])
  })

  test.each([null, '', ' '])('sending a whole object as %j resets all its parts', (nothing) => {
    const set = {
      headerStyle: { fontColor: '#123', backgroundColor: '#456' },
      customRedirectUrls: {
        paymentAccepted: 'https://a.example',
        paymentPending: 'https://b.example',
      },
    }

    expect(inForce(set, { headerStyle: nothing, customRedirectUrls: nothing })).toEqual(inForce())
    expect(inForce(set, { headerStyle: { fontColor: nothing } })['headerStyle']).toEqual({
      fontColor: '#000000',
      backgroundColor: '#456',
    })
  })

  test('the value update leaves payer authentication unchanged', () => {
    const [enable, update] = [
      { payerAuthenticationInInvoicing: 'enable' },
      { payerAuthenticationInInvoicing: 'Update' },
    ]

    expect(inForce(enable, update)['payerAuthenticationInInvoicing']).toBe('enable')
    expect(inForce(update)['payerAuthenticationInInvoicing']).toBe('disable')
  })

  test('only a sandbox may redirect to plain http', () => {
    const plain = { customRedirectUrls: { paymentAccepted: 'http://shop.example/' } }

    expect(read(plain).problems).toEqual([])
    expect(read(plain, { isSandbox: false }).problems).toMatchObject([
      {
        field: 'invoiceSettingsInformation.customRedirectUrls.paymentAccepted',
        sentence: 'must be an absolute https URL without spaces, user name or password',
      },
    ])
    expect(
      read({ customRedirectUrls: { paymentAccepted: 'HTTPS://shop.example' } }, { isSandbox: false }).problems,
    ).toEqual([])
  })

  test('unknown fields are reported, and the fields of responses are known', () => {
    const body = {
      ...{
        submitTimeUtc: 'x',
        merchantInformation: { name: 'x' },
        warnings: [],
        organizationId: 'shop',
      },
      clientReferenceInformation: { partner: {} },
      invoiceSettingsInformation: {
        ...{ payerAuthentication3DSVersion: true, colour: 'red', headerStyle: { size: 7 } },
        customLabels: [{ key: 'tax', text: 'x' }],
      },
      more: 1,
    }

    expect(readSettings(body, inSandbox)).toMatchObject({
      problems: [],
      unknownFields: [
        'more',
        'invoiceSettingsInformation.headerStyle.size',
        'invoiceSettingsInformation.colour',
        'invoiceSettingsInformation.customLabels[0].text',
      ],
    })
  })
})
