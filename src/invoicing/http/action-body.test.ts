import { expect, test } from 'vitest'
import { unknownFieldsOfAction } from './action-body.ts'

test('an empty body and the fields that clients always send give no warning', () => {
  const known = { organizationId: 'shop', clientReferenceInformation: { code: 'x' } }

  expect([undefined, null, {}, known].flatMap((body) => unknownFieldsOfAction(body))).toEqual([])
  const customerInformation = { email: 'ada@example.com', name: 'Ada' }
  expect(unknownFieldsOfAction({ customerInformation }, ['customerInformation.email'])).toEqual([
    'customerInformation.name',
  ])
})

test('of many unknown fields only the first are named, shortened', () => {
  const names = Array.from({ length: 10_000 }, (_, index) => `${index}${'x'.repeat(1_000)}`)

  const unknown = unknownFieldsOfAction(Object.fromEntries(names.map((name) => [name, 1])))

  expect(unknown.length).toBe(50)
  expect(Math.max(...unknown.map((name) => name.length))).toBe(100)
})

test.each([[[]], ['text'], [5]])('%j is refused: it is not an object', (body) => {
  expect(() => unknownFieldsOfAction(body)).toThrow(/body must be an object/)
})
