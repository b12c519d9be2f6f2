import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readCustomField } from './read-custom-field.ts'

const TEXT = { fieldType: 'Text', label: 'Table' }
const SELECT = { fieldType: 'Select', label: 'Colour', possibleValues: 'red,green' }

const DEFAULTS = {
  isCustomerVisible: false,
  isReadOnly: false,
  textMinLength: undefined,
  textMaxLength: undefined,
  textDefaultValue: undefined,
  possibleValues: undefined,
  dataIndex: undefined,
}

describe('a definition is read', () => {
  test.each([
    ['what is left out has its default', TEXT, {}],
    ['the type in any letter case', { ...TEXT, fieldType: 'TEXT' }, {}],
    [
      'booleans and numbers as texts',
      { ...TEXT, readOnly: 'True', textMinLength: '2' },
      { isReadOnly: true, textMinLength: 2 },
    ],
    ['a number as label', { ...TEXT, label: 42 }, { label: '42' }],
    ['blanks around a label', { ...TEXT, label: ' Table ' }, {}],
    [
      'null and blank are no value',
      {
        ...TEXT,
        textMinLength: null,
        textMaxLength: '',
        possibleValues: ' ',
        customerVisible: null,
      },
      {},
    ],
    [
      'lengths at their limits',
      { ...TEXT, textMinLength: 0, textMaxLength: 255 },
      { textMinLength: 0, textMaxLength: 255 },
    ],
    [
      'equal lengths',
      { ...TEXT, textMinLength: 3, textMaxLength: 3, textDefaultValue: 'abc' },
      { textMinLength: 3, textMaxLength: 3, textDefaultValue: 'abc' },
    ],
    ['a label at its limit', { ...TEXT, label: '😀'.repeat(100) }, { label: '😀'.repeat(100) }],
    ['the last data index', { ...TEXT, merchantDefinedDataIndex: 100 }, { dataIndex: 100 }],
    ['visible', { ...TEXT, customerVisible: true }, { isCustomerVisible: true }],
    ['choices', SELECT, { fieldType: 'Select', label: 'Colour', possibleValues: 'red,green' }],
    [
      'choices as a list',
      { ...SELECT, possibleValues: ['red', 'green', 3] },
      { fieldType: 'Select', label: 'Colour', possibleValues: 'red,green,3' },
    ],
    [
      'a hundred choices',
      { ...SELECT, possibleValues: Array.from({ length: 100 }, (_, index) => index) },
      {
        fieldType: 'Select',
        label: 'Colour',
        possibleValues: Array.from({ length: 100 }, (_, index) => index).join(','),
      },
    ],
    [
      'what answers carry and clients add',
      {
        ...TEXT,
        id: '7',
        merchantId: 'x',
        referenceType: 'Invoice',
        warnings: [],
        organizationId: 'x',
        clientReferenceInformation: { partner: {} },
      },
      {},
    ],
  ])('%s', (_name, body, terms) => {
    expect(readCustomField(body)).toEqual({
      problems: [],
      findings: [],
      terms: { fieldType: 'Text', label: 'Table', ...DEFAULTS, ...terms },
      unknownFields: [],
    })
  })
})

describe('a definition is refused', () => {
  test.each([
    ['nothing', undefined, ['fieldType', 'label']],
    ['null', null, ['fieldType', 'label']],
    ['an empty object', {}, ['fieldType', 'label']],
    ['a list', [], ['body']],
    ['a text', 'x', ['body']],
    ['an unknown type', { ...TEXT, fieldType: 'Number' }, ['fieldType']],
    ['a blank label', { ...TEXT, label: ' ' }, ['label']],
    ['a label too long', { ...TEXT, label: 'x'.repeat(101) }, ['label']],
    ['a label with a line break', { ...TEXT, label: 'a\nb' }, ['label']],
    ['half a character', { ...TEXT, label: '\ud83d' }, ['label']],
    ['an object as label', { ...TEXT, label: { toString: 1 } }, ['label']],
    ['a type that is a list', { ...TEXT, fieldType: ['Text'] }, ['fieldType']],
    ['a boolean that is none', { ...TEXT, readOnly: 'yes' }, ['readOnly']],
    ['a boolean that is an object', { ...TEXT, customerVisible: {} }, ['customerVisible']],
    ['a negative length', { ...TEXT, textMinLength: -1 }, ['textMinLength']],
    ['a length too long', { ...TEXT, textMaxLength: 256 }, ['textMaxLength']],
    ['no room at all', { ...TEXT, textMaxLength: 0 }, ['textMaxLength']],
    ['half a character of length', { ...TEXT, textMinLength: 1.5 }, ['textMinLength']],
    ['lengths that cross', { ...TEXT, textMinLength: 5, textMaxLength: 4 }, ['textMinLength']],
    ['a default below its length', { ...TEXT, textMinLength: 5, textDefaultValue: 'abc' }, ['textDefaultValue']],
    ['a default above its length', { ...TEXT, textMaxLength: 2, textDefaultValue: 'abc' }, ['textDefaultValue']],
    ['choices of a text', { ...TEXT, possibleValues: 'a,b' }, ['possibleValues']],
    ['a select without choices', { ...TEXT, fieldType: 'select' }, ['possibleValues']],
    ['commas alone', { ...SELECT, possibleValues: ',,' }, ['possibleValues']],
    ['a choice twice', { ...SELECT, possibleValues: 'a, b ,a' }, ['possibleValues']],
    [
      'too many choices',
      { ...SELECT, possibleValues: Array.from({ length: 101 }, (_, index) => index) },
      ['possibleValues'],
    ],
    ['a choice too long', { ...SELECT, possibleValues: 'x'.repeat(256) }, ['possibleValues']],
    ['choices too long together', { ...SELECT, possibleValues: 'xxx,'.repeat(501) }, ['possibleValues']],
    ['a choice with a comma', { ...SELECT, possibleValues: ['a,b'] }, ['possibleValues']],
    [
      'lengths of a select',
      { ...SELECT, textMinLength: 1, textMaxLength: 2, textDefaultValue: 'a' },
      ['textMinLength', 'textMaxLength', 'textDefaultValue'],
    ],
    ['a data index of zero', { ...TEXT, merchantDefinedDataIndex: 0 }, ['merchantDefinedDataIndex']],
    ['a data index too large', { ...TEXT, merchantDefinedDataIndex: 101 }, ['merchantDefinedDataIndex']],
    [
      'all together',
      { fieldType: 'x', label: 'x'.repeat(101), readOnly: 3, merchantDefinedDataIndex: 'x' },
      ['fieldType', 'label', 'readOnly', 'merchantDefinedDataIndex'],
    ],
  ])('%s', (_name, body, fields) => {
    const { problems, findings } = readCustomField(body)

    expect(problems.map(({ field }) => field)).toEqual(expect.arrayContaining(fields))
    expect(new Set(problems.map(({ field }) => field))).toEqual(new Set(fields))
    expect(findings).toEqual([])
  })

  test('personal data in any text is reported with the other problems', () => {
    const { problems, findings } = readCustomField({
      fieldType: 'Text',
      label: 'Card 4111111111111111',
      textDefaultValue: '078-05-1120',
      textMaxLength: 0,
      possibleValues: ['a', '5555 5555 5555 4444'],
    })

    expect(findings).toEqual([
      { field: 'label', looksLike: 'card number' },
      { field: 'textDefaultValue', looksLike: 'US social security number' },
      { field: 'possibleValues', looksLike: 'card number' },
    ])
    expect(new Set(problems.map(({ field }) => field))).toEqual(
      new Set(['label', 'textDefaultValue', 'textMaxLength', 'possibleValues']),
    )
    expect(JSON.stringify(problems)).not.toMatch(/4111|078-05|5555/)
  })

  test('any input is read or refused with named problems', () => {
    const names = ['fieldType', 'label', 'readOnly', 'possibleValues', 'textMinLength', 'other']
    const anyBody = fc.oneof(fc.jsonValue(), fc.dictionary(fc.constantFrom(...names), fc.jsonValue()))
    fc.assert(
      fc.property(anyBody, (body) => {
        expect(readCustomField(body).problems).toBeInstanceOf(Array)
      }),
    )
  })
})

test('unknown fields are not refused; the number and length of those that are named are bounded', () => {
  const names = Array.from({ length: 500 }, (_, index) => `${index}${'x'.repeat(1000)}`)

  const { problems, unknownFields } = readCustomField({
    ...TEXT,
    ...Object.fromEntries(names.map((name) => [name, 1])),
  })

  expect(problems).toEqual([])
  expect(unknownFields).toHaveLength(50)
  expect(unknownFields.every(({ length }) => length <= 100)).toBe(true)
})
