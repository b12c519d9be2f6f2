import { expect, test } from 'vitest'
import { fieldProblems } from './field-problems.ts'

function anError(over: Partial<Parameters<typeof fieldProblems>[0][number]>) {
  return { keyword: 'type', instancePath: '', params: {}, message: 'must be string', ...over }
}

test('a field is named by its path, list positions in brackets', () => {
  const error = anError({ instancePath: '/orderInformation/lineItems/0/a~1b' })

  expect(fieldProblems([error], 'body')).toEqual([
    {
      field: 'orderInformation.lineItems[0].a/b',
      reason: 'INVALID_DATA',
      sentence: 'must be string',
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

  expect(fieldProblems([missing, unknown], 'body')).toEqual([
    { field: 'a.b', reason: 'MISSING_FIELD', sentence: 'is required' },
    { field: 'c', reason: 'INVALID_DATA', sentence: 'is not known here' },
  ])
})

test('the branches of a union become one problem that lists the allowed values', () => {
  const branch = (allowedValue: string) =>
    anError({ keyword: 'const', instancePath: '/mode', params: { allowedValue } })
  const union = anError({ keyword: 'anyOf', instancePath: '/mode', message: 'must match a schema' })

  expect(fieldProblems([branch('email'), branch('none'), union], 'body')).toEqual([
    { field: 'mode', reason: 'INVALID_DATA', sentence: 'must be one of email, none' },
  ])
})

test('a union of types says which types', () => {
  const text = anError({ instancePath: '/amount' })
  const number = anError({ instancePath: '/amount', message: 'must be number' })
  const union = anError({ keyword: 'anyOf', instancePath: '/amount' })

  expect(fieldProblems([text, number, union], 'body')[0]?.sentence).toBe('must be string or must be number')
})

test('problems outside a union stay', () => {
  const union = anError({ keyword: 'anyOf', instancePath: '/a' })
  const inside = anError({ instancePath: '/a/x' })
  const outside = anError({ instancePath: '/ab' })

  expect(fieldProblems([inside, union, outside], 'body').map(({ field }) => field)).toEqual(['a', 'ab'])
})

test('a problem of the whole part carries its name', () => {
  expect(fieldProblems([anError({})], 'body')[0]?.field).toBe('body')
})

test('no more than a hundred are named', () => {
  const errors = Array.from({ length: 500 }, (_, index) => anError({ instancePath: `/f${index}` }))

  expect(fieldProblems(errors, 'body')).toHaveLength(100)
})
