import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isMerchantId, suggestedId } from './merchant-id.ts'

test('an id is made of the letters of a name', () => {
  expect(['Café Zürich', '  ACME & Söhne GmbH  ', '株式会社', '-'].map(suggestedId)).toEqual([
    ...['cafe-zurich', 'acme-sohne-gmbh', '', ''],
  ])
})

test('a suggested id is a right one, whatever the name', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (name) => {
      const id = suggestedId(name)

      expect(id === '' || isMerchantId(id)).toBe(true)
    }),
  )
})
