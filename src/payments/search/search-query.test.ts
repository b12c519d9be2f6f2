import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { sentenceOf } from '../../kernel/reading/fault.ts'
import { SEARCH_FIELDS } from './search-fields.ts'
import { type Condition, readSearchQuery } from './search-query.ts'

const now = Temporal.Instant.from('2026-03-09T10:20:30Z')
const read = (query: string, timeZone = 'UTC') => readSearchQuery(query, { now, timeZone })
const conditions = (query: string, timeZone?: string): readonly Condition[] => {
  const result = read(query, timeZone)
  if ('problems' in result) throw new Error(JSON.stringify(result.problems))
  return result.value
}
const sentence = (query: string) => {
  const result = read(query)
  return 'problems' in result ? result.problems.map(sentenceOf).join('; ') : undefined
}

describe('a query', () => {
  test('joins its conditions by AND', () => {
    const found = conditions(
      'clientReferenceInformation.applicationName:Invoicing AND submitTimeUtc:[NOW/DAY-7DAYS TO NOW/DAY+1DAY}',
    )

    expect(found).toEqual([
      { kind: 'text', name: 'clientReferenceInformation.applicationName', values: ['Invoicing'] },
      {
        kind: 'time',
        name: 'submitTimeUtc',
        range: {
          from: { value: Temporal.Instant.from('2026-03-02T00:00:00Z'), isIncluded: true },
          to: { value: Temporal.Instant.from('2026-03-10T00:00:00Z'), isIncluded: false },
        },
      },
    ])
  })

  test('without conditions asks for everything', () => {
    expect(conditions(' ')).toEqual([])
  })

  test.each([
    ['id:1234', ['1234']],
    ['clientReferenceInformation.code:"A 1"', ['A 1']],
    ['clientReferenceInformation.code:"say \\"hi\\""', ['say "hi"']],
    ['clientReferenceInformation.code:(A1 OR "B 2" OR C3)', ['A1', 'B 2', 'C3']],
  ])('%s has the values %j', (query, values) => {
    expect(conditions(query)).toMatchObject([{ values }])
  })

  test.each([
    ['orderInformation.amountDetails.totalAmount:12.50', '1250,1250'],
    ['orderInformation.amountDetails.totalAmount:[10.00 TO *]', '1000,'],
    ['orderInformation.amountDetails.totalAmount:{* TO 20.00}', ',2000'],
  ])('%s is the range %s', (query, range) => {
    const [condition] = conditions(query)
    const ends = condition?.kind === 'amount' ? [condition.range.from, condition.range.to] : []

    expect(ends.map((end) => (end === undefined ? '' : String(end.value.units))).join()).toBe(range)
  })

  test.each([
    ['NOW/MONTH', '2026-03-01T00:00:00Z'],
    ['NOW/YEAR-1YEAR', '2025-01-01T00:00:00Z'],
    ['NOW-90MINUTES', '2026-03-09T08:50:30Z'],
    ['NOW/HOUR', '2026-03-09T10:00:00Z'],
    ['2026-03-01T00:00:00+02:00', '2026-02-28T22:00:00Z'],
  ])('the time %s is %s', (written, instant) => {
    const [condition] = conditions(`submitTimeUtc:[${written} TO *]`)

    expect(condition?.kind === 'time' && condition.range.from?.value.toString()).toBe(instant)
  })

  test.each([
    ['NOW/DAY', '2026-03-09T05:00:00Z'],
    // Daylight saving time began on 8 March in Chicago, so a day earlier has another offset.
    ['NOW/DAY-1DAY', '2026-03-08T06:00:00Z'],
    ['NOW/MONTH', '2026-03-01T06:00:00Z'],
    ['NOW/HOUR', '2026-03-09T10:00:00Z'],
  ])('in Chicago the time %s is %s', (written, instant) => {
    const [condition] = conditions(`submitTimeUtc:[${written} TO *]`, 'America/Chicago')

    expect(condition?.kind === 'time' && condition.range.from?.value.toString()).toBe(instant)
  })

  test.each([
    ['name:Ada', /unknown field name/],
    ['constructor:x', /unknown field constructor/],
    ['id:1 OR id:2', /joined by AND/],
    ['Invoicing', /conditions such as/],
    ['id:(1 2)', /joined by OR/],
    ['id:()', /joined by OR/],
    ['id:[1 TO 2]', /range of id/],
    ['submitTimeUtc:yesterday', /not a time/],
    ['submitTimeUtc:[NOW-1FORTNIGHT TO NOW]', /not a time/],
    [`submitTimeUtc:[NOW${'+9999YEARS'.repeat(40)} TO *]`, /not a time/],
    ['submitTimeUtc:NOWADAYS', /not a time/],
    ['orderInformation.amountDetails.totalAmount:many', /not an amount/],
    ['orderInformation.amountDetails.totalAmount:1.00001', /not an amount/],
    ['orderInformation.amountDetails.totalAmount:123456789012345', /not an amount/],
    [`id:${'1'.repeat(3_000)}`, /longer than 2048/],
    [Array.from({ length: 21 }, () => 'id:1').join(' AND '), /at most 20/],
  ])('%s is refused with a reason', (query, reason) => {
    expect(sentence(query)).toMatch(reason)
  })
})

test('the fields of queries are documented as they are', () => {
  const page = readFileSync(new URL('../../../docs/payments.md', import.meta.url), 'utf8')
  const [, table = ''] = /^## Transaction search\n.*?\| Field \| Meaning \|\n\|---\|---\|\n(.*?)\n\n/ms.exec(page) ?? []

  expect(table.split('\n')).toEqual(
    Object.entries(SEARCH_FIELDS).map(([name, { sentence }]) => `| \`${name}\` | ${sentence} |`),
  )
})
