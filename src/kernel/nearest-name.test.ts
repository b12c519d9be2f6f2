import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nearestName } from './nearest-name.ts'

const NAMES = ['BillTo.City', 'BillTo.Country', 'ShipTo.CompanyName', 'Request.RequestID']

test.each([
  ['BillTo.Citty', 'BillTo.City'],
  ['BilTo.City', 'BillTo.City'],
  ['BillTo.Ctiy', 'BillTo.City'],
  ['billto.contry', 'BillTo.Country'],
  ['Request.RequestId', 'Request.RequestID'],
  ['Request.MerchantID', undefined],
  ['', undefined],
  ['x'.repeat(10_000), undefined],
])('%s is nearest to %s', (meant, nearest) => {
  expect(nearestName(meant, NAMES)).toBe(nearest)
})

test('the first of equally near names is returned', () => {
  expect(nearestName('abcd', ['abcx', 'abcy'])).toBe('abcx')
})

test('any single typing error in a name of two letters or more is corrected', () => {
  const name = fc.string({ minLength: 2, maxLength: 40, unit: fc.constantFrom(...'abcdefgh.') })
  const slip = fc.record({
    at: fc.nat(),
    kind: fc.constantFrom('drop', 'double', 'replace', 'swap'),
  })
  fc.assert(
    fc.property(name, slip, (text, { at, kind }) => {
      const place = at % text.length
      const [before, sign, after] = [text.slice(0, place), text[place] ?? '', text.slice(place + 1)]
      const written = {
        drop: `${before}${after}`,
        double: `${before}${sign}${sign}${after}`,
        replace: `${before}z${after}`,
        swap: `${before}${after.slice(0, 1)}${sign}${after.slice(1)}`,
      }[kind]

      expect(nearestName(written ?? '', [text])).toBe(text)
    }),
  )
})
