import { describe, expect, test } from 'vitest'
import { aCustomField } from '../../../test/support/data/custom-fields.ts'
import { PersonalDataRefused } from '../personal-data/personal-data-refused.ts'
import { activeDefinition, defined, deleted, redefined } from './define-custom-field.ts'
import { readCustomField } from './read-custom-field.ts'

const createdAt = Temporal.Instant.from('2026-03-09T10:00:00Z')
const given = { organizationId: 'shop', definitionId: 9, createdAt }
const asked = (body: object = {}) => readCustomField({ fieldType: 'Text', label: 'New', ...body })

describe('a new definition', () => {
  test('a new definition without a data index gets the smallest free one', () => {
    const living = [1, 2, 4].map((dataIndex) => aCustomField({ definitionId: dataIndex, dataIndex }))

    expect(defined(asked(), living, given)).toMatchObject({ definitionId: 9, dataIndex: 3 })
    expect(defined(asked(), [], given)).toMatchObject({ dataIndex: 1, deletedAt: undefined })
    expect(defined(asked({ merchantDefinedDataIndex: 70 }), living, given)).toMatchObject({
      dataIndex: 70,
    })
  })

  test('a new definition needs its own label and data index, and a refusal names both', () => {
    const living = [aCustomField({ label: 'nEw', dataIndex: 5 })]

    expect(() => defined(asked({ merchantDefinedDataIndex: 5 }), living, given)).toThrow(
      expect.objectContaining({
        code: 'DUPLICATE_RECORD',
        details: [
          expect.objectContaining({ field: 'label', reason: 'INVALID_DATA' }),
          expect.objectContaining({ field: 'merchantDefinedDataIndex', reason: 'INVALID_DATA' }),
        ],
      }),
    )
  })

  test('a fifty-first definition is refused before its content is checked', () => {
    const fifty = Array.from({ length: 50 }, (_, index) => aCustomField({ definitionId: index + 1 }))
    const refusal = expect.objectContaining({
      code: 'ACTION_NOT_ALLOWED',
      message: expect.stringContaining('at most 50'),
    })

    expect(() => defined(asked(), fifty, given)).toThrow(refusal)
    expect(() => defined(readCustomField({}), fifty, given)).toThrow(refusal)
    expect(defined(asked(), fifty.slice(1), given).dataIndex).toBe(1)
  })

  test('a definition with personal data is refused as a violation, without repeating the data', () => {
    const attempt = () => defined(asked({ label: '4111111111111111', readOnly: 'x' }), [], given)

    expect(attempt).toThrow(PersonalDataRefused)
    expect(attempt).toThrow(/must not contain personal data; this request was recorded\.$/)
    expect(attempt).toThrow(
      expect.objectContaining({
        kind: 'invalid',
        code: 'VALIDATION_ERROR',
        findings: [{ field: 'label', looksLike: 'card number' }],
        details: [
          expect.objectContaining({ field: 'readOnly', reason: 'INVALID_DATA' }),
          expect.objectContaining({ field: 'label', reason: 'INVALID_DATA' }),
        ],
      }),
    )
    expect(attempt).not.toThrow(/4111/)
  })
})

describe('a changed definition', () => {
  const before = aCustomField({
    label: 'Old',
    textMinLength: 2,
    textDefaultValue: 'abc',
    isReadOnly: true,
    dataIndex: 7,
  })

  test('a changed definition loses omitted values and keeps its id and data index', () => {
    expect(redefined(before, asked(), [before])).toEqual({
      ...before,
      label: 'New',
      textMinLength: undefined,
      textDefaultValue: undefined,
      isReadOnly: false,
    })
  })

  test('a changed definition may keep its label and index, but not take another’s', () => {
    const other = aCustomField({ definitionId: 2, label: 'Other', dataIndex: 8 })
    const living = [before, other]

    expect(redefined(before, asked({ label: 'OLD', merchantDefinedDataIndex: 7 }), living)).toMatchObject({
      label: 'OLD',
      dataIndex: 7,
    })
    expect(() => redefined(before, asked({ label: 'other' }), living)).toThrow(/same label/)
    expect(() => redefined(before, asked({ merchantDefinedDataIndex: 8 }), living)).toThrow(
      /same merchantDefinedDataIndex/,
    )
  })

  test('a definition cannot change its type, and the refusal names other problems too', () => {
    const select = { fieldType: 'Select', possibleValues: 'a,b', readOnly: 'x' }

    expect(() => redefined(before, asked(select), [before])).toThrow(
      expect.objectContaining({
        code: 'VALIDATION_ERROR',
        message: expect.stringContaining('fieldType cannot change: the field is a Text field'),
        details: [
          expect.objectContaining({ field: 'readOnly', reason: 'INVALID_DATA' }),
          expect.objectContaining({ field: 'fieldType', reason: 'INVALID_DATA' }),
        ],
      }),
    )
  })

  test('a change without effect returns the same definition', () => {
    const same = { label: 'Old', textMinLength: 2, textDefaultValue: 'abc', readOnly: true }

    expect(redefined(before, asked(same), [before])).toBe(before)
  })
})

test('a deleted definition keeps all its values', () => {
  const before = aCustomField()

  expect(deleted(before, { at: createdAt })).toEqual({ ...before, deletedAt: createdAt })
})

test('only an active definition is found', () => {
  const living = [aCustomField({ definitionId: 3 })]

  expect(activeDefinition(living, 3)).toBe(living[0])
  for (const id of [1, undefined]) {
    expect(() => activeDefinition(living, id)).toThrow(
      expect.objectContaining({ kind: 'not-found', code: 'NOT_FOUND' }),
    )
  }
})
