import { describe, expect, test } from 'vitest'
import { AppError } from '../errors.ts'
import {
  ContentRefusal,
  checked,
  converted,
  hasNoValue,
  invalid,
  members,
  optional,
  type Problem,
  type Read,
  required,
  together,
  valueOrThrow,
  withDefault,
} from './reading.ts'
import { given, instant, oneOf, plainText, trimmed, wholeNumber } from './text-readers.ts'

function problemsOf(read: Read<unknown>): readonly Problem[] {
  return 'problems' in read ? read.problems : []
}

const page = members({
  limit: withDefault(given(wholeNumber(1, 100)), 20),
  sort: optional(given(oneOf(['name', 'dueDate']))),
  at: required(given(instant)),
})

test.each([undefined, null, '', '  ', '\t\n'])('%j is not a value', (raw) => {
  expect(hasNoValue(raw)).toBe(true)
})

test.each([0, false, 'x', ' x ', [], {}])('%j is a value', (raw) => {
  expect(hasNoValue(raw)).toBe(false)
})

describe('members', () => {
  test('members are read, with defaults for missing ones', () => {
    const read = page({ at: '2026-03-09T10:00:00Z', sort: 'DUEDATE', other: 1 }, '')

    expect(valueOrThrow(read)).toEqual({
      limit: 20,
      sort: 'dueDate',
      at: Temporal.Instant.from('2026-03-09T10:00:00Z'),
    })
  })

  test('all wrong members are named together, with the path of their object', () => {
    const problems = problemsOf(page({ limit: '0', sort: ['name', 'name'] }, 'page'))

    expect(problems).toEqual([
      invalid('page.limit', 'must be a whole number from 1 to 100'),
      invalid('page.sort', 'must be given once'),
      { field: 'page.at', reason: 'MISSING_FIELD', code: 'required' },
    ])
  })

  test('members of undefined are missing, and members of a value of another type are not read', () => {
    expect(problemsOf(page(undefined, '')).map(({ field }) => field)).toEqual(['at'])
    expect(problemsOf(page(['x'], 'page'))).toEqual([invalid('page', 'must be an object')])
  })
})

test('readers of one value report their problems together', () => {
  const read = together({ page, name: members({ name: required(given(plainText(3))) }) })

  expect(problemsOf(read({ name: 'four' }, '')).map(({ field }) => field)).toEqual(['at', 'name'])
})

test('a whole is checked once its parts are right, and converted once it is right', () => {
  const range = converted(
    checked(
      members({
        from: required(given(wholeNumber(0, 9))),
        to: required(given(wholeNumber(0, 9))),
      }),
      ({ from, to }) => (from <= to ? [] : [invalid('to', 'must not be less than from')]),
    ),
    ({ from, to }) => to - from,
  )

  expect(range({ from: '2', to: '5' }, '')).toEqual({ value: 3 })
  expect(problemsOf(range({ from: '5', to: '2' }, ''))).toEqual([invalid('to', 'must not be less than from')])
  expect(problemsOf(range({ from: '5', to: 'x' }, '')).map(({ field }) => field)).toEqual(['to'])
})

test('a refusal names the first problems to people and all of them to programs', () => {
  const problems = Array.from({ length: 12 }, (_, index) => invalid(`f${index}`, 'is wrong'))

  const refuse = (): unknown => valueOrThrow({ problems })

  expect(refuse).toThrow(/^Field validation errors: f0 is wrong; .*f9 is wrong; and 2 more\.$/)
  expect(refuse).toThrow(expect.objectContaining({ kind: 'invalid', code: 'VALIDATION_ERROR', details: problems }))
  expect(refuse).toThrow(AppError)
})

test('a refusal that ends with a question has no full stop after it', () => {
  const refuse = (): unknown => valueOrThrow({ problems: [invalid('city', 'is not known; did you mean City?')] })

  expect(refuse).toThrow(/^Field validation errors: city is not known; did you mean City\?$/)
})

test('a refusal is in English, whether a reader gave a code or a sentence', () => {
  const faults = [
    ...[{ code: 'required' }, { code: 'plainText' }, { code: 'choice' }, { code: 'email' }],
    ...[
      { code: 'tooShort', min: 3 },
      { code: 'tooLong', max: 60 },
    ],
    { sentence: 'must be a list' },
  ] as const
  const { details, message } = new ContentRefusal(
    faults.map((fault) => ({ field: 'a', reason: 'INVALID_DATA', ...fault })),
  )

  const sentences = [
    ...['is required', 'must be plain text without control characters', 'must be one of the possible values'],
    ...['must be a mail address', 'must have at least 3 characters', 'must not be longer than 60 characters'],
    'must be a list',
  ]
  expect(details).toEqual(sentences.map((sentence) => ({ field: 'a', reason: 'INVALID_DATA', sentence })))
  expect(message).toBe(`Field validation errors: ${sentences.map((sentence) => `a ${sentence}`).join('; ')}.`)
})

describe('texts', () => {
  test.each([
    [wholeNumber(1, 10), ' 7 ', { value: 7 }],
    [wholeNumber(1, 10), '11', { sentence: 'must be a whole number from 1 to 10' }],
    [wholeNumber(1, 10), '1.0', { sentence: 'must be a whole number from 1 to 10' }],
    [wholeNumber(0, 10), '-1', { sentence: 'must be a whole number from 0 to 10' }],
    [plainText(3), ' a ', { value: ' a ' }],
    [trimmed(plainText(1)), ' a ', { value: 'a' }],
    [plainText(3), '😀😀😀', { value: '😀😀😀' }],
    [plainText(3), 'four', { code: 'tooLong', max: 3 }],
    [plainText(3), 'a\u0000', { code: 'plainText' }],
    [plainText(3), '\ud800', { code: 'plainText' }],
    [oneOf(['a', 'B']), 'b', { value: 'B' }],
    [oneOf(['a', 'B']), 'c', { sentence: 'must be one of a, B' }],
  ] as const)('%# %j', (parse, text, expected) => {
    expect(parse(text)).toEqual(expected)
  })

  test('an offset whose plus sign came as a space is an offset', () => {
    expect(instant('2026-03-09T10:00:00 01:00')).toEqual({
      value: Temporal.Instant.from('2026-03-09T09:00:00Z'),
    })
  })
})
