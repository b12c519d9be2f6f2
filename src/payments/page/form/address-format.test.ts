import { expect, test } from 'vitest'
import { ADDRESS_FORMATS, addressFormat } from './address-format.ts'
import { COUNTRY_CODES } from './countries.ts'

const LISTED = ADDRESS_FORMATS.flatMap(([countries]) => countries.split(' ')).filter((country) => country !== '')

test('each country has one format, and is one to which goods are sent', () => {
  expect(new Set(LISTED).size).toBe(LISTED.length)
  expect(LISTED.filter((country) => !COUNTRY_CODES.includes(country))).toEqual([])
})

test.each(ADDRESS_FORMATS)(
  '%j: every format has name, street and town, each field once, and every required one',
  (...entry) => {
    const [, { rows, required }] = entry
    const fields = rows.flat()
    expect(fields).toEqual(expect.arrayContaining(['shipName', 'street', 'streetMore', 'town', ...required]))
    expect(new Set(fields).size).toBe(fields.length)
    expect(rows.filter((row) => row.length > 2)).toEqual([])
  },
)

test.each([
  ['US', 'shipName/street/streetMore/town/region postalCode', 'zip', 'state'],
  ['de', 'shipName/street/streetMore/postalCode town', 'postalCode', undefined],
  ['JP', 'shipName/postalCode region/town/street/streetMore', 'postalCode', 'prefecture'],
  ['GB', 'shipName/street/streetMore/town postalCode', 'postcode', undefined],
  ['AE', 'shipName/street/streetMore/town/region postalCode', 'postalCode', 'region'],
])('an address in %s has its order and its names', (country, order, postalName, regionName) => {
  const format = addressFormat(country)
  expect(format.rows.map((row) => row.join(' ')).join('/')).toBe(order)
  expect(format.postalName).toBe(postalName)
  if (regionName !== undefined) expect(format.regionName).toBe(regionName)
})

test('where a part may be missing, it is not required', () => {
  expect([addressFormat('HK').required, addressFormat(undefined).required]).toEqual([[], []])
  expect(addressFormat('NO').required).toEqual(['postalCode'])
})
