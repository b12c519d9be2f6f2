import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  isRefused,
  problemsOf,
  read,
  refusalOf,
  refusedFields,
} from '../../../test/support/data/reading-subscriptions.ts'
import { aSubscription } from '../../../test/support/data/report-orders.ts'
import { seed } from '../../../test/support/run/test-run.ts'
import { REPORT_FORMATS } from '../../catalogue/report-definition.ts'
import { REPORT_DEFINITIONS } from '../../catalogue/report-definitions.ts'
import { REPORT_MIME_TYPES } from '../reports/report.ts'
import { PRESENT_ZONE_NAMES, REPORT_TIME_ZONES } from '../reports/terms/report-time-zones.ts'

test('a subscription with only the required fields has the defaults', () => {
  expect(read()).toEqual({
    terms: {
      definitionName: 'TransactionRequestClass',
      mimeType: 'text/csv',
      reportName: 'My subscription',
      fields: ['Request.MerchantID', 'Request.RequestID'],
      fieldAliases: {},
      filters: {},
      preferences: { signedAmounts: false, fieldNameConvention: undefined },
      timeZone: 'Europe/Berlin',
      groupName: undefined,
      deliverTo: [],
    },
    timing: { frequency: 'DAILY', startTime: '0000', startDay: undefined, interval: undefined },
    namesRecipients: false,
    warnings: [],
  })
})

test.each([
  [{ timezone: undefined, timeZone: 'GMT' }, { timeZone: 'GMT' }],
  [{ timezone: 'GMT', timeZone: 'GMT' }, { timeZone: 'GMT' }],
  [{ groupName: 'north' }, { groupName: 'north' }],
  [{ selectedMerchantGroupName: 'north' }, { groupName: 'north' }],
  [{ reportFilters: { 'application.name': ['ics_auth'] } }, { filters: { 'Application.Name': ['ics_auth'] } }],
  [
    { reportFilters: [{ name: 'Application.Name', values: ['ics_auth'] }] },
    { filters: { 'Application.Name': ['ics_auth'] } },
  ],
  [
    { reportPreferences: { signedAmounts: 'true', fieldNameConvention: 'Simple Order API' } },
    { preferences: { signedAmounts: true, fieldNameConvention: 'SOAPI' } },
  ],
  [
    { reportPreferences: { fieldNameConvention: 'SCMP' } },
    { preferences: { signedAmounts: false, fieldNameConvention: 'SCMP' } },
  ],
  [
    { reportMimeType: 'application/xml', reportPreferences: { fieldNameConvention: 'SCMP' } },
    { preferences: { signedAmounts: false, fieldNameConvention: undefined } },
  ],
  [{ reportName: `+ -_${'9'.repeat(246)}` }, { reportName: `+ -_${'9'.repeat(246)}` }],
  [{ reportStartTime: 'never', something: 'else', subscriptionStatus: 5 }, {}],
])('%j is read', (changes, terms) => {
  expect(read(changes).terms).toMatchObject(terms)
})

test.each([
  [{ timezone: 'Mars/Base' }, ['timezone']],
  [{ timezone: 'europe/berlin' }, ['timezone']],
  [{ timezone: 'GMT', timeZone: 'Europe/Paris' }, ['timeZone']],
  [{ groupName: 'south' }, ['groupName']],
  [{ selectedMerchantGroupName: 'south' }, ['selectedMerchantGroupName']],
  [{ reportName: 'a'.repeat(251) }, ['reportName']],
  [{ reportName: 'a\n' }, ['reportName']],
  [{ reportPreferences: { signedAmounts: 1 } }, ['reportPreferences.signedAmounts']],
  [{ reportPreferences: { fieldNameConvention: 1 } }, ['reportPreferences.fieldNameConvention']],
  [{ reportFilters: { Nothing: ['a'] } }, ['reportFilters.Nothing']],
  [{ reportMimeType: 'text/plain' }, ['reportMimeType']],
  [{ reportFields: [] }, ['reportFields']],
])('%j is refused for %j', (changes, fields) => {
  expect(refusedFields(changes)).toEqual(fields.map((field) => `${field} INVALID_DATA`))
})

test.each([undefined, null, '', '   '])('%j in a required field counts as missing', (none) => {
  for (const field of Object.keys(aSubscription())) {
    expect(refusedFields({ [field]: none })).toEqual([`${field} MISSING_FIELD`])
  }
})

test('all missing and invalid fields are reported together', () => {
  const { kind, code, details } = refusalOf({
    reportFrequency: 'WEEKLY',
    startDay: 9,
    startTime: '2400',
  })

  expect([kind, code]).toEqual(['invalid', 'VALIDATION_ERROR'])
  expect(details.map(({ field, reason }) => `${field} ${reason}`)).toEqual([
    'reportDefinitionName MISSING_FIELD',
    'reportName MISSING_FIELD',
    'timezone MISSING_FIELD',
    'reportFields MISSING_FIELD',
    'startDay INVALID_DATA',
    'startTime INVALID_DATA',
  ])
})

test.each([
  [undefined, 'MISSING_FIELD'],
  [null, 'MISSING_FIELD'],
  [[], 'INVALID_DATA'],
  ['text', 'INVALID_DATA'],
  [7, 'INVALID_DATA'],
])('the body %j is not a subscription', (body, reason) => {
  expect(refusalOf(body).details).toMatchObject([{ field: 'body', reason }])
})

test('an unknown definition is not found, and the nearest name is suggested', () => {
  const { kind, message } = refusalOf(aSubscription({ reportDefinitionName: 'TransactionRequestClas' }))

  expect([kind, message]).toEqual(['not-found', 'Report definition not found. Did you mean TransactionRequestClass?'])
})

test('unknown fields, fields of other definitions and repeated fields are listed one by one', () => {
  const reportFields = ['Request.RequestID', 'BillTo.Citi', 'Deposit.Amount', 'request.requestid']

  expect(problemsOf({ reportFields }).map(({ field, sentence }) => [field, sentence])).toEqual([
    ['reportFields[1]', '(BillTo.Citi) is not a known field; did you mean BillTo.City?'],
    ['reportFields[2]', expect.stringMatching(/^\(Deposit\.Amount\) /)],
    ['reportFields[3]', '(request.requestid) repeats reportFields[0]: both are Request.RequestID'],
  ])
})

describe.each(REPORT_DEFINITIONS)('$name', ({ name, defaultFields, formats }) => {
  const own = { reportDefinitionName: name, reportFields: defaultFields }

  test('a definition accepts the formats that it offers and no others', () => {
    const takes = (reportMimeType: string) => !isRefused(aSubscription({ ...own, reportMimeType }))
    const others = REPORT_MIME_TYPES.filter((type) => !REPORT_FORMATS.some((old) => old === type))

    expect(REPORT_MIME_TYPES.filter(takes)).toEqual([...formats, ...others])
    expect(takes('application/pdf')).toBe(false)
  })
})

describe('a time zone', () => {
  test('a time zone is one of 90 and is returned as it was sent', () => {
    expect(new Set(REPORT_TIME_ZONES).size).toBe(90)
    for (const timezone of REPORT_TIME_ZONES) expect(read({ timezone }).terms.timeZone).toBe(timezone)
  })

  test.each(PRESENT_ZONE_NAMES)('a time zone can be %s and is returned as it was sent', (timezone) => {
    expect(read({ timezone }).terms.timeZone).toBe(timezone)
  })

  test('a time zone can be the organization’s own and no other unlisted one', () => {
    expect(read({ timezone: 'Africa/Lagos' }).terms.timeZone).toBe('Africa/Lagos')
    for (const timezone of ['Europe/Kyiv', 'Europe/Kiev', 'Etc/GMT', 'Etc/UTC', 'Africa/Nairobi', 'asia/kolkata']) {
      expect(refusedFields({ timezone })).toEqual(['timezone INVALID_DATA'])
    }
    expect(problemsOf({ timezone: 'Asia/Kolkatta' })[0]?.sentence).toContain('did you mean Asia/Kolkata?')
  })

  test('the nearest zone is suggested for a misspelled time zone', () => {
    const nearMisses = REPORT_TIME_ZONES.filter((zone) => zone.includes('/'))
    for (const zone of nearMisses) {
      const [problem] = problemsOf({ timezone: zone.replace('/', '/x') })
      expect(problem?.sentence).toBe(`is not a supported report time zone; did you mean ${zone}?`)
    }
  })
})

test('any body is read or refused', () => {
  const anything = fc.jsonValue({ maxDepth: 3 }).map((value) => value as unknown)
  const names = [
    ...Object.keys(aSubscription()),
    'reportMimeType',
    'reportFrequency',
    'reportInterval',
    'timeZone',
    'startTime',
    'startDay',
    'reportFilters',
    'reportPreferences',
    'groupName',
    'selectedMerchantGroupName',
    'deliverTo',
    '__proto__',
  ]
  const changes = fc.dictionary(fc.constantFrom(...names), anything, { maxKeys: 6 })
  const bodies = fc.oneof(
    anything,
    changes.map((changed) => aSubscription(changed)),
  )
  let refusals = 0

  fc.assert(
    fc.property(bodies, (body) => {
      if (isRefused(body)) refusals += 1
    }),
    { seed, numRuns: 2_000 },
  )
  expect(refusals).toBeGreaterThan(1_000)
})
