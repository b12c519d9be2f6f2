import { describe, expect, test } from 'vitest'
import { pageHref, readPage } from './purchase-refund-query.ts'

const MARCH = { startTime: '2026-03-01T00:00:00Z', endTime: '2026-04-01T00:00:00Z' }

describe('the query', () => {
  test('every parameter except the window has a default', () => {
    expect(readPage(MARCH)).toMatchObject({
      cardScheme: undefined,
      viewBy: 'requestDate',
      groupName: undefined,
      offset: 0,
      limit: 2000,
      asOf: undefined,
    })
  })

  test.each([
    [{ paymentSubtype: 'vi' }, { cardScheme: { number: '001', letters: 'VI', name: 'Visa' } }],
    [{ paymentSubtype: 'DP' }, { cardScheme: { number: '038' } }],
    [{ paymentSubtype: 'ALL' }, { cardScheme: undefined }],
    [{ paymentSubtype: '' }, { cardScheme: undefined }],
    [{ viewBy: 'SUBMISSIONDATE' }, { viewBy: 'submissionDate' }],
    [
      { offset: '2147483647', limit: '1' },
      { offset: 2_147_483_647, limit: 1 },
    ],
    [{ asOf: '2026-03-09T10:00:00 0100' }, { asOf: Temporal.Instant.from('2026-03-09T09:00:00Z') }],
  ])('%j is read', (given, expected) => {
    expect(readPage({ ...MARCH, ...given })).toMatchObject(expected)
  })

  test.each([
    [{ offset: '2147483648' }, 'offset'],
    [{ offset: '-1' }, 'offset'],
    [{ offset: '1.5' }, 'offset'],
    [{ limit: '0' }, 'limit'],
    [{ limit: '2001' }, 'limit'],
    [{ limit: ['1', '2'] }, 'limit'],
    [{ asOf: '2026-03-09T10:00:00' }, 'asOf'],
    [{ paymentSubtype: 'JC' }, 'paymentSubtype'],
    [{ viewBy: 'settlementDate' }, 'viewBy'],
    [{ groupName: 'n'.repeat(81) }, 'groupName'],
  ])('%j is refused', (given, field) => {
    expect(() => readPage({ ...MARCH, ...given })).toThrow(
      expect.objectContaining({ details: [expect.objectContaining({ field })] }),
    )
  })

  test('every invalid parameter is listed in one refusal', () => {
    const bad = { startTime: 'x', paymentSubtype: 'x', viewBy: 'x', offset: 'x', limit: 'x' }
    const fields = ['startTime', 'endTime', 'paymentSubtype', 'viewBy', 'offset', 'limit', 'asOf']

    expect(() => readPage({ ...bad, asOf: 'x' })).toThrow(
      expect.objectContaining({
        details: fields.map((field) => expect.objectContaining({ field })),
      }),
    )
  })
})

test('a link repeats the query with the same meaning', () => {
  const asked = readPage({
    startTime: '2026-03-01T00:00:00 01:00',
    endTime: '2026-04-01T00:00:00+01:00',
    groupName: 'north & south',
    limit: '5',
    strange: 'x',
  })
  const asOf = Temporal.Instant.from('2026-04-10T10:00:00.123456Z')

  const href = pageHref(asked, { offset: 10, asOf })

  const [path, query] = href.split('?')
  const given = Object.fromEntries(new URLSearchParams(query))
  expect(path).toBe('/reporting/v3/purchase-refund-details')
  expect(Object.keys(given)).toEqual([...['startTime', 'endTime', 'groupName', 'limit', 'offset', 'asOf']])
  expect(readPage(given)).toMatchObject({
    window: asked.window,
    groupName: 'north & south',
    offset: 10,
    limit: 5,
    asOf: Temporal.Instant.from('2026-04-10T10:00:00.123Z'),
  })
})

test('a link means the same to clients that do not decode a plus sign as a space', () => {
  const asked = readPage({
    startTime: '2026-03-01T00:00:00+01:00',
    endTime: '2026-04-01T00:00:00 01:00',
    groupName: 'all of the north',
  })

  const href = pageHref(asked, { offset: 0, asOf: undefined })

  const pairs = (href.split('?')[1] ?? '').split('&').map((pair) => pair.split('='))
  const given = Object.fromEntries(pairs.map(([name = '', value = '']) => [name, decodeURIComponent(value)]))
  expect(readPage(given)).toMatchObject({ window: asked.window, groupName: 'all of the north' })
})
