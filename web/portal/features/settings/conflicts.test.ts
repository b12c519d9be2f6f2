import { describe, expect, test } from 'vitest'
import { conflictsOf, mergedValues, withTheirs } from './conflicts.ts'
import { defaultValues, type FormValues } from './form-values.ts'

const base = defaultValues({ name: 'Café Bar' })
const changed = (values: Partial<FormValues['values']>, rest: Partial<FormValues> = {}): FormValues => ({
  ...base,
  ...rest,
  values: { ...base.values, ...values },
})
const hiddenTax = { ...base.labels, tax: { ...base.labels.tax, hidden: true } }

describe('two people who change settings', () => {
  test('are in conflict where both changed a setting in different ways', () => {
    const typed = changed({ fontColor: '#111111', shipTo: true, merchantEmail: 'a@example.com' }, { logo: 'mine' })
    const now = changed(
      { fontColor: '#222222', shipTo: true, phoneNumber: true },
      { logo: 'theirs', labels: hiddenTax },
    )

    expect(conflictsOf({ base, typed }, now)).toEqual(['fontColor', 'merchantLogo'])
  })

  test('are in conflict about a label as a whole', () => {
    const typed = changed({}, { labels: { ...base.labels, tax: { ...base.labels.tax, value: 'VAT' } } })

    expect(conflictsOf({ base, typed }, changed({}, { labels: hiddenTax }))).toEqual(['tax'])
  })

  test('both keep changes without a conflict', () => {
    const typed = changed({ shipTo: true })
    const now = changed({ phoneNumber: true }, { labels: hiddenTax })

    const merged = mergedValues({ base, typed }, { changed: typed, others: now })

    expect(conflictsOf({ base, typed }, now)).toEqual([])
    expect(merged).toEqual(changed({ shipTo: true, phoneNumber: true }, { labels: hiddenTax }))
  })

  test('keep the other changes of the one who takes the saved values', () => {
    const typed = changed({ fontColor: '#111111', shipTo: true })
    const now = changed({ fontColor: '#222222' })

    expect(withTheirs({ base, typed }, { names: ['fontColor'], now })).toEqual(
      changed({ fontColor: '#222222', shipTo: true }),
    )
  })
})
