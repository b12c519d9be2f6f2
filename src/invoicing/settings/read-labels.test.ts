import { describe, expect, test } from 'vitest'
import { sentenceOf } from '../../kernel/reading/fault.ts'
import { newFindings } from '../../kernel/reading/read-fields.ts'
import { CONTROLS_OF_LABEL, type CustomLabel, LABEL_CONTROLS, LABEL_KEYS, mergedLabels } from './label.ts'
import { LABELS_MAX, readLabels } from './read-labels.ts'

/** The labels of the specification and which of them support hidden, hiddenForInvoice and hiddenForItem. */
const TABLE = {
  billTo: [false, false, false],
  companyName: [true, false, false],
  customerId: [true, false, false],
  description: [true, false, false],
  discount: [true, true, true],
  invoiceNumber: [true, false, false],
  partialPayment: [true, false, false],
  shipping: [true, false, false],
  tax: [false, true, true],
} as const

const LABELS = Object.keys(TABLE) as (keyof typeof TABLE)[]

function read(raw: unknown) {
  const findings = newFindings()
  const { labels, personalData } = readLabels(raw, 'customLabels', findings)
  const problems = [...findings.problems.values()]
  return { labels, personalData, problems, fields: problems.map(({ field }) => field) }
}

describe.each(LABELS)('the label %s', (key) => {
  test('may be renamed with up to 25 characters', () => {
    const value = `${'§'.repeat(24)}💶`

    expect(read([{ key, value }])).toMatchObject({ labels: [{ key, value }], fields: [] })
    expect(read([{ key, value: `${value}x` }]).fields).toEqual(['customLabels[0].value'])
    expect(read([{ key, value: 'a\nb' }]).fields).toEqual(['customLabels[0].value'])
  })

  test.each(LABEL_CONTROLS.map((control, index) => [control, TABLE[key][index]] as const))(
    'allows the control %s as the table says: %s',
    (control, isAllowed) => {
      const on = read([{}, {}, { key, [control]: true }])
      const off = read([{ key, [control]: 'FALSE' }])

      expect(CONTROLS_OF_LABEL[key].includes(control)).toBe(isAllowed)
      expect(on.fields).toEqual(isAllowed ? [] : [`customLabels[2].${control}`])
      expect(off).toMatchObject({
        fields: [],
        labels: [isAllowed ? { key, [control]: false } : { key }],
      })
      expect(read([{ key, [control]: 'maybe' }]).fields).toEqual([`customLabels[0].${control}`])
    },
  )
})

describe('labels', () => {
  test('the labels are those of the specification', () => {
    expect(LABEL_KEYS.toSorted()).toEqual(LABELS)
    expect(LABEL_CONTROLS).toEqual(['hidden', 'hiddenForInvoice', 'hiddenForItem'])
  })

  test('a label without a control is refused, naming the labels that have it', () => {
    const { problems } = read([{ key: 'tax', hidden: true }])

    expect(problems.map(sentenceOf)).toContain(
      'is not supported for tax; supported labels: companyName, customerId, description, discount, invoiceNumber, partialPayment, shipping',
    )
  })

  test('labels are accepted in any letter case, and unknown ones are refused', () => {
    expect(read([{ key: ' BILLTO ', value: 'To' }]).labels).toEqual([{ key: 'billTo', value: 'To' }])
    expect(read([{ key: 'bill to', value: 'To' }, { key: 'total' }, { key: 7 }]).fields).toEqual([
      'customLabels[0].key',
      'customLabels[1].key',
      'customLabels[2].key',
    ])
  })

  test.each([[null], [''], [[]], [[null, {}, { value: 'x' }, { key: '', value: 'y' }, { key: ' ', hidden: 7 }]]])(
    'labels stay when sent as %j',
    (nothing) => {
      expect(read(nothing)).toMatchObject({ labels: [], fields: [] })
    },
  )

  test('labels must be a bounded list of objects', () => {
    const many = (count: number) => Array.from({ length: count }, () => ({ key: 'tax' }))

    expect(read(many(LABELS_MAX)).fields).toEqual([])
    expect(read(many(LABELS_MAX + 1)).fields).toEqual(['customLabels'])
    expect(read({ key: 'tax' }).fields).toEqual(['customLabels'])
    expect(read(['tax', 7, []]).fields).toEqual(['customLabels[0]', 'customLabels[1]', 'customLabels[2]'])
  })

  test('a label with personal data is refused and reported despite other problems', () => {
    const card = '4111 1111 1111 1111'
    const { fields, personalData } = read([
      { key: 'tax', value: 'VAT' },
      { key: 'billTo', value: card },
      { key: 'nothing', value: `${card} and more` },
    ])

    expect(fields).toEqual(['customLabels[1].value', 'customLabels[2].key', 'customLabels[2].value'])
    expect(personalData).toMatchObject([
      { field: 'customLabels[1].value', looksLike: 'card number' },
      { field: 'customLabels[2].value', looksLike: 'card number' },
    ])
  })

  test('labels are merged by key, and empty or omitted values stay', () => {
    const merge = (before: readonly CustomLabel[], raw: unknown) => mergedLabels(before, read(raw).labels)
    const first = merge(
      [],
      [
        { key: 'tax', value: 'VAT' },
        { key: 'discount', hidden: true, hiddenForItem: true },
      ],
    )

    const second = merge(first, [
      { key: 'discount', hidden: false, value: 'Rebate' },
      { key: 'tax', value: '', hiddenForInvoice: true },
      { key: 'discount', value: 'Less' },
      { key: 'billTo', value: null },
    ])

    expect(second).toEqual([
      { key: 'discount', value: 'Less', hidden: false, hiddenForItem: true },
      { key: 'tax', value: 'VAT', hiddenForInvoice: true },
    ])
    expect(merge(second, [])).toEqual(second)
  })

  test('a label that is reset has only what comes with it', () => {
    const before: readonly CustomLabel[] = [
      { key: 'discount', value: 'Rebate', hidden: true },
      { key: 'tax', value: 'VAT', hiddenForItem: true },
    ]

    const { labels } = read([
      { key: 'discount', reset: true },
      { key: 'tax', reset: 'true', value: 'GST' },
      { key: 'billTo', reset: false },
    ])

    expect(mergedLabels(before, labels)).toEqual([{ key: 'tax', value: 'GST' }])
  })
})
