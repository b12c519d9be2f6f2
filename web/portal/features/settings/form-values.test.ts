import { describe, expect, test } from 'vitest'
import { SETTING_FIELDS } from '../../../../src/invoicing/settings/settings-fields.ts'
import { changesOf, defaultValues, type FormValues, formValuesOf } from './form-values.ts'
import { isSeenByPayers, SECTIONS } from './sections.ts'

const defaults = defaultValues({ name: 'Café Bar' })
const typed = (values: Partial<FormValues['values']>): FormValues => ({
  ...defaults,
  values: { ...defaults.values, ...values },
})

describe('the sections of the settings', () => {
  test('have every setting of the API once', () => {
    const shown = Object.values(SECTIONS).flatMap((groups) => groups.flatMap(([, names]) => names))

    expect(shown.toSorted()).toEqual(Object.keys(SETTING_FIELDS).toSorted())
  })
})

describe('the changes of a form', () => {
  test('are none, if nothing is typed', () => {
    expect(changesOf(defaults, defaults, defaults)).toEqual({ settings: {}, names: [], labels: [] })
  })

  test('are only what differs, in the structure of the API', () => {
    const { settings, names } = changesOf(
      defaults,
      typed({ fontColor: '#123456', enableReminders: true, payerAuthentication: true }),
      defaults,
    )

    expect(settings).toEqual({
      headerStyle: { fontColor: '#123456' },
      enableReminders: true,
      payerAuthenticationInInvoicing: 'enable',
    })
    expect(names).toEqual(['fontColor', 'enableReminders', 'payerAuthentication'])
  })

  test('reset a field that is empty or has its default again', () => {
    const saved = typed({ merchantDisplayName: 'Bar', vatRegistrationNumber: 'DE1', backgroundColor: '#111111' })

    const { settings } = changesOf(saved, { ...defaults, logo: '' }, defaults)

    expect(settings).toEqual({
      merchantDisplayName: null,
      vatRegistrationNumber: null,
      headerStyle: { backgroundColor: null },
    })
  })

  test('have the whole label that differs, and take back what it had', () => {
    const saved = formValuesOf({ customLabels: [{ key: 'tax', value: 'VAT', hiddenForItem: true }] })
    const without = { ...saved, labels: { ...saved.labels, tax: { ...saved.labels.tax, value: ' ' } } }

    expect(changesOf(saved, without, defaults).labels).toEqual([{ key: 'tax', reset: true, hiddenForItem: true }])
  })

  test('have a logo that is new, and null for one that is removed', () => {
    const withLogo = { ...defaults, logo: 'data:image/png;base64,AA==' }

    expect(changesOf(defaults, withLogo, defaults).settings).toEqual({ merchantLogo: withLogo.logo })
    expect(changesOf(withLogo, defaults, defaults).settings).toEqual({ merchantLogo: null })
  })

  test('are seen by payers, unless they are the merchant’s own affair', () => {
    expect([isSeenByPayers(['merchantEmail']), isSeenByPayers(['merchantEmail', 'shipTo'])]).toEqual([false, true])
  })
})
