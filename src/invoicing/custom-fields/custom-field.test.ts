import { describe, expect, test } from 'vitest'
import { aCustomField } from '../../../test/support/data/custom-fields.ts'
import { inEnglish } from '../../kernel/reading/reading.ts'
import { type CustomFieldDefinition, customFieldProblems } from './custom-field.ts'

const at = Temporal.Instant.from('2026-03-09T10:00:00Z')

const DEFINITIONS: readonly CustomFieldDefinition[] = [
  aCustomField({ definitionId: 1 }),
  aCustomField({ definitionId: 2, textMinLength: 2, textMaxLength: 4 }),
  aCustomField({ definitionId: 3, fieldType: 'Select', possibleValues: 'red, green ,blue' }),
  aCustomField({ definitionId: 4, deletedAt: at }),
]

describe('customFieldProblems', () => {
  test.each([
    [1, 'x'],
    [1, 'x'.repeat(255)],
    [1, ' '],
    [2, 'ab'],
    [2, 'abcd'],
    [2, '😀😀😀😀'],
    [2, ''],
    [3, 'red'],
    [3, 'green'],
    [3, ' blue '],
    // Deleted, and among those that count because the invoice has a value of it.
    [4, 'x'],
  ])('field %i takes the value %j', (definitionId, value) => {
    expect(customFieldProblems([{ definitionId, value }], DEFINITIONS)).toEqual([])
  })

  test.each([
    [1, 'x'.repeat(256), 'value', 'longer than 255'],
    [2, 'a', 'value', 'at least 2'],
    [2, 'abcde', 'value', 'longer than 4'],
    [2, '😀', 'value', 'at least 2'],
    [3, 'Red', 'value', 'one of the possible values'],
    [3, 'red, green', 'value', 'one of the possible values'],
    [5, 'x', 'definitionId', 'unknown'],
  ])('field %i refuses the value %j', (definitionId, value, part, sentence) => {
    const problems = customFieldProblems([{ definitionId, value }], DEFINITIONS)

    const field = `merchantDefinedFieldValues[0].${part}`
    expect(problems).toEqual([expect.objectContaining({ field, reason: 'INVALID_DATA' })])
    expect(inEnglish(problems)).toContain(sentence)
  })

  test('a field has one value, and every problem names its place', () => {
    const values = [
      { definitionId: 1, value: 'a' },
      { definitionId: 9, value: 'a' },
      { definitionId: 1, value: 'b' },
      { definitionId: 2, value: 'abcde' },
    ]

    const fields = customFieldProblems(values, DEFINITIONS).map(({ field }) => field)

    expect(fields).toEqual([
      'merchantDefinedFieldValues[1].definitionId',
      'merchantDefinedFieldValues[2].definitionId',
      'merchantDefinedFieldValues[3].value',
    ])
  })
})
