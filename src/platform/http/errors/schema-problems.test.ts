import { expect, test } from 'vitest'
import { invalid } from '../../../kernel/reading/reading.ts'
import { schemaProblems } from './schema-problems.ts'

function anError(over: Partial<Parameters<typeof schemaProblems>[0][number]>) {
  return { keyword: 'type', instancePath: '', params: { type: 'string' }, message: 'must be string', ...over }
}

test('a field is named by its path, list positions in brackets', () => {
  const error = anError({ instancePath: '/orderInformation/lineItems/0/a~1b' })

  expect(schemaProblems([error], 'body')).toEqual([
    {
      field: 'orderInformation.lineItems[0].a/b',
      reason: 'INVALID_DATA',
      sentence: 'must be a string',
    },
  ])
})

test('a missing field and an unknown one are named themselves, not their parent', () => {
  const missing = anError({
    keyword: 'required',
    instancePath: '/a',
    params: { missingProperty: 'b' },
  })
  const unknown = anError({
    keyword: 'additionalProperties',
    params: { additionalProperty: 'c' },
  })

  expect(schemaProblems([missing, unknown], 'body')).toEqual([
    { field: 'a.b', reason: 'MISSING_FIELD', code: 'required' },
    { field: 'c', reason: 'INVALID_DATA', sentence: 'is not known here' },
  ])
})

test('the branches of a union become one problem that lists the allowed values', () => {
  const branch = (allowedValue: string) =>
    anError({ keyword: 'const', instancePath: '/mode', params: { allowedValue } })
  const union = anError({ keyword: 'anyOf', instancePath: '/mode', message: 'must match a schema' })

  expect(schemaProblems([branch('email'), branch('none'), union], 'body')).toEqual([
    { field: 'mode', reason: 'INVALID_DATA', sentence: 'must be one of email, none' },
  ])
})

test('a union of types says which types', () => {
  const text = anError({ instancePath: '/amount' })
  const number = anError({ instancePath: '/amount', params: { type: 'number' }, message: 'must be number' })
  const union = anError({ keyword: 'anyOf', instancePath: '/amount' })

  expect(schemaProblems([text, number, union], 'body')).toMatchObject([
    { sentence: 'must be a string or must be a number' },
  ])
})

test('problems outside a union stay', () => {
  const union = anError({ keyword: 'anyOf', instancePath: '/a' })
  const inside = anError({ instancePath: '/a/x' })
  const outside = anError({ instancePath: '/ab' })

  expect(schemaProblems([inside, union, outside], 'body').map(({ field }) => field)).toEqual(['a', 'ab'])
})

test('a problem with the whole body is named body', () => {
  expect(schemaProblems([anError({})], 'body')[0]?.field).toBe('body')
})

test('no more than a thousand problems are named', () => {
  const errors = Array.from({ length: 1_500 }, (_, index) => anError({ instancePath: `/f${index}` }))

  expect(schemaProblems(errors, 'body')).toHaveLength(1_000)
})

test.each([
  ['type', { type: 'boolean' }, 'must be true or false'],
  ['maxLength', { limit: 5 }, 'must not be longer than 5 characters'],
  ['minLength', { limit: 1 }, 'must not be empty'],
  ['maximum', { limit: 100 }, 'must be at most 100'],
  ['format', { format: 'date-time' }, 'must be a time with its offset such as 2026-03-09T10:00:00Z'],
  ['pattern', { pattern: '^A' }, 'must match pattern "^A"'],
])('%s has the sentence of the other readers', (keyword, params, sentence) => {
  const error = anError({ keyword, params, instancePath: '/a', message: 'must match pattern "^A"' })

  expect(schemaProblems([error], 'body')).toEqual([invalid('a', sentence)])
})
