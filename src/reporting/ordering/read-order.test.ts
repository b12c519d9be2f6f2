import { expect, test } from 'vitest'
import { EXAMPLE_BODY, wireNamesOf } from '../../../test/fixtures/specified-fields.ts'
import { fieldsOfDefinition } from '../../catalogue/report-definition.ts'
import { findReportDefinition } from '../../catalogue/report-definitions.ts'
import { AppError } from '../../kernel/errors.ts'
import type { ContentRefusal } from '../../kernel/reading/reading.ts'
import { requestedNames } from '../reports/report.ts'
import { groupNameIn } from '../reports/terms/read-terms.ts'
import { readOrder } from './read-order.ts'

const ASKING = { timeZone: 'Europe/Berlin', groupName: 'north' }
const BODY = {
  reportDefinitionName: 'TransactionRequestClass',
  reportFields: ['Request.MerchantID', 'Request.RequestID'],
  reportName: 'My report',
  reportStartTime: '2026-03-01T00:00:00+01:00',
  reportEndTime: '2026-03-02T00:00:00+0100',
}
const CONVENTION = 'reportPreferences.fieldNameConvention'
const definition = findReportDefinition(BODY.reportDefinitionName)
const fieldCount = definition === undefined ? 0 : fieldsOfDefinition(definition).length

const read = (changes: object = {}) => readOrder({ ...BODY, ...changes }, ASKING)

function refusalOf(body: unknown): AppError {
  try {
    readOrder(body, ASKING)
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
  throw new Error('The order was not refused.')
}
const problemsOf = (changes: object) => refusalOf({ ...BODY, ...changes }).details as ContentRefusal['details']

test('an order with only the required fields has the defaults', () => {
  expect(read()).toEqual({
    terms: {
      definitionName: 'TransactionRequestClass',
      mimeType: 'text/csv',
      reportName: 'My report',
      fields: ['Request.MerchantID', 'Request.RequestID'],
      fieldAliases: {},
      filters: {},
      preferences: { signedAmounts: false, fieldNameConvention: undefined },
      timeZone: 'Europe/Berlin',
      groupName: undefined,
      deliverTo: [],
    },
    period: {
      startsAt: Temporal.Instant.from('2026-02-28T23:00:00Z'),
      endsAt: Temporal.Instant.from('2026-03-01T23:00:00Z'),
    },
    warnings: [],
  })
})

test.each([
  [{ reportDefinitionName: 'transactionrequestclass' }, { definitionName: 'TransactionRequestClass' }],
  [{ reportFields: ['request.requestid', 'BillTo.City'] }, { fields: ['Request.RequestID', 'BillTo.City'] }],
  [{ reportMimeType: 'Application/XML' }, { mimeType: 'application/xml' }],
  [{ reportMimeType: 'application/x-ndjson' }, { mimeType: 'application/x-ndjson' }],
  [{ reportName: 'a'.repeat(250) }, { reportName: 'a'.repeat(250) }],
  [{ reportName: 'A+b_c-1 d' }, { reportName: 'A+b_c-1 d' }],
  [{ timezone: 'Asia/Dacca' }, { timeZone: 'Asia/Dacca' }],
  [{ timeZone: 'GMT' }, { timeZone: 'GMT' }],
  [{ timezone: 'GMT', timeZone: 'GMT' }, { timeZone: 'GMT' }],
  [{ timezone: null, timeZone: '' }, { timeZone: 'Europe/Berlin' }],
  [{ groupName: 'north' }, { groupName: 'north' }],
  [{ selectedMerchantGroupName: 'north' }, { groupName: 'north' }],
  [{ groupId: 'north' }, { groupName: 'north' }],
  [{ groupId: '12345' }, { groupName: undefined }],
  [{ reportFrequency: 'Adhoc' }, {}],
  [{ reportFrequency: null, reportFilters: null, reportPreferences: null, deliverTo: null }, {}],
  [
    { reportFilters: { 'application.name': ['ics_auth', 'ics_bill'] } },
    { filters: { 'Application.Name': ['ics_auth', 'ics_bill'] } },
  ],
  [{ reportFilters: { 'Application.Name': 'ics_auth' } }, { filters: { 'Application.Name': ['ics_auth'] } }],
  [{ reportFilters: [{ name: 'Application.Name', values: ['x'] }] }, { filters: { 'Application.Name': ['x'] } }],
  [
    { reportFilters: { firstName: ['Ann'], EMAIL: ['a@b.example'] } },
    { filters: { firstName: ['Ann'], email: ['a@b.example'] } },
  ],
  [
    { reportPreferences: { signedAmounts: 'TRUE' } },
    { preferences: { signedAmounts: true, fieldNameConvention: undefined } },
  ],
  [
    { reportMimeType: 'application/xml', reportPreferences: { fieldNameConvention: 'SOAPI' } },
    { preferences: { signedAmounts: false, fieldNameConvention: undefined } },
  ],
  [{ reportFilters: { 'Application.Name': [] } }, { filters: {} }],
  [
    { reportPreferences: { fieldNameConvention: 'soapi' } },
    { preferences: { signedAmounts: false, fieldNameConvention: 'SOAPI' } },
  ],
  [
    { reportPreferences: { fieldNameConvention: 'Simple Order API' } },
    { preferences: { signedAmounts: false, fieldNameConvention: 'SOAPI' } },
  ],
  [
    { reportPreferences: { signedAmounts: false, fieldNameConvention: 'SCMP' } },
    { preferences: { signedAmounts: false, fieldNameConvention: 'SCMP' } },
  ],
  [{ deliverTo: ['a@b.example', 'c@d.example', 'a@b.example'] }, { deliverTo: ['a@b.example', 'c@d.example'] }],
  [{ something: 'else' }, {}],
])('%j is read', (changes, terms) => {
  expect(read(changes).terms).toMatchObject(terms)
})

test.each([
  [{ reportDefinitionName: 1 }, ['reportDefinitionName']],
  [{ reportFields: 'Request.RequestID' }, ['reportFields']],
  [{ reportFields: [] }, ['reportFields']],
  [{ reportFields: Array(fieldCount + 1).fill('x') }, ['reportFields']],
  [
    { reportFields: [1, '', 'x'.repeat(201), null] },
    ['reportFields[0]', 'reportFields[1]', 'reportFields[2]', 'reportFields[3]'],
  ],
  [{ reportMimeType: 'text/plain' }, ['reportMimeType']],
  [{ reportMimeType: 7 }, ['reportMimeType']],
  [{ reportName: 'a'.repeat(251) }, ['reportName']],
  [{ reportName: 'a/b' }, ['reportName']],
  [{ reportName: 'é' }, ['reportName']],
  [{ reportName: 5 }, ['reportName']],
  [{ timezone: 'Mars/Base' }, ['timezone']],
  [{ timeZone: 5 }, ['timeZone']],
  [{ timezone: 'GMT', timeZone: 'Europe/Paris' }, ['timeZone']],
  [{ groupName: 'south' }, ['groupName']],
  [{ selectedMerchantGroupName: ['north'] }, ['selectedMerchantGroupName']],
  [{ groupName: 'north', selectedMerchantGroupName: 'south' }, ['selectedMerchantGroupName']],
  [{ reportFrequency: 'DAILY' }, ['reportFrequency']],
  [{ reportFrequency: 1 }, ['reportFrequency']],
  [{ reportFilters: 'x' }, ['reportFilters']],
  [{ reportFilters: { 'Application.Name': '' } }, ['reportFilters.Application.Name']],
  [{ reportFilters: { 'Application.Name': Array(1001).fill('x') } }, ['reportFilters.Application.Name']],
  [
    { reportFilters: { 'Application.Name': ['x', '', 1, 'a\0b', '\ud800'] } },
    [1, 2, 3, 4].map((at) => `reportFilters.Application.Name[${at}]`),
  ],
  [{ reportFilters: { email: ['a'], 'BillTo.Email': ['b'] } }, ['reportFilters.BillTo.Email']],
  [{ reportFilters: { Nothing: ['a'] } }, ['reportFilters.Nothing']],
  [
    { reportFilters: [{ values: ['a'] }, 7, { name: 'email' }] },
    ['reportFilters[0].name', 'reportFilters[1].name', 'reportFilters[2].values'],
  ],
  [{ reportPreferences: [] }, ['reportPreferences']],
  [
    { reportPreferences: { signedAmounts: 'yes', fieldNameConvention: 'XYZ' } },
    ['reportPreferences.signedAmounts', 'reportPreferences.fieldNameConvention'],
  ],
  [{ reportPreferences: { fieldNameConvention: '__proto__' } }, ['reportPreferences.fieldNameConvention']],
  [{ deliverTo: 'a@b.example' }, ['deliverTo']],
  [{ deliverTo: Array(21).fill('a@b.example') }, ['deliverTo']],
  [
    { deliverTo: ['a@b.example', 'nobody', 1, 'a@b.example, c@d.example', 'a@\ud800.example'] },
    [1, 2, 3, 4].map((at) => `deliverTo[${at}]`),
  ],
  [{ reportStartTime: '2026-03-01', reportEndTime: 5 }, ['reportStartTime', 'reportEndTime']],
  [
    { reportStartTime: '0000-01-01T00:00:00Z', reportEndTime: '9999-12-31T23:59:59-23:00' },
    ['reportStartTime', 'reportEndTime'],
  ],
  [{ reportEndTime: BODY.reportStartTime }, ['reportEndTime']],
  [{ reportEndTime: '2026-02-01T00:00:00Z' }, ['reportEndTime']],
  [{ reportStartTime: '2026-03-01T00:00:00.0001Z', reportEndTime: '2026-03-01T00:00:00.0002Z' }, ['reportEndTime']],
])('%j is refused for %j', (changes, fields) => {
  const problems = problemsOf(changes)

  expect(problems.map(({ field }) => field)).toEqual(fields)
  expect(new Set(problems.map(({ reason }) => reason))).toEqual(new Set(['INVALID_DATA']))
})

test('all missing and invalid fields are reported together', () => {
  const { kind, code, details, message } = refusalOf({ reportPreferences: 1, deliverTo: 1 })

  expect([kind, code]).toEqual(['invalid', 'VALIDATION_ERROR'])
  expect(details.map(({ field, reason }) => `${field} ${reason}`)).toEqual([
    'reportDefinitionName MISSING_FIELD',
    'reportName MISSING_FIELD',
    'reportFields MISSING_FIELD',
    'reportPreferences INVALID_DATA',
    'deliverTo INVALID_DATA',
    'reportStartTime MISSING_FIELD',
    'reportEndTime MISSING_FIELD',
  ])
  expect(message).toMatch(/^Field validation errors: reportDefinitionName is required; /)
})

test.each([
  [undefined, 'MISSING_FIELD'],
  [null, 'MISSING_FIELD'],
  [[], 'INVALID_DATA'],
  ['text', 'INVALID_DATA'],
])('the body %j is not an order', (body, reason) => {
  expect(refusalOf(body).details).toMatchObject([{ field: 'body', reason }])
})

test('an unknown definition is not found, and the nearest name is suggested', () => {
  const { kind, message } = refusalOf({ reportDefinitionName: 'TransactionRequestClas' })

  expect([kind, message]).toEqual(['not-found', 'Report definition not found. Did you mean TransactionRequestClass?'])
})

test('a field that is requested twice is refused, under any of its names', () => {
  const reportFields = ['Request.RequestID', 'BillTo.City', 'request.requestid']

  expect(problemsOf({ reportFields })).toEqual([
    {
      field: 'reportFields[2]',
      reason: 'INVALID_DATA',
      sentence: '(request.requestid) repeats reportFields[0]: both are Request.RequestID',
    },
  ])
})

test('a field keeps the alias it is requested by; a bare name or another letter case becomes its own name', () => {
  const reportFields = [
    'ChargebackAndRetrieval.ResolvedToIndicator',
    'chargebackandretrieval.arn',
    'Exception.CYBSExceptionID',
    'email',
    'AVSResult',
  ]

  expect(read({ reportFields }).terms).toMatchObject({
    fields: [
      'ChargebackAndRetrieval.ResolvedToIndicato',
      'ChargebackAndRetrieval.AdjustmentARN',
      'Exception.ProviderExceptionID',
      'BillTo.Email',
      'Authorization.AVSResult',
    ],
    fieldAliases: {
      'ChargebackAndRetrieval.ResolvedToIndicato': 'ChargebackAndRetrieval.ResolvedToIndicator',
      'Exception.ProviderExceptionID': 'Exception.CYBSExceptionID',
    },
  })
})

test('an alias and the field’s own name count as the same field twice', () => {
  const reportFields = ['ChargebackAndRetrieval.AdjustmentARN', 'ChargebackAndRetrieval.ARN']

  expect(problemsOf({ reportFields })).toEqual([
    {
      field: 'reportFields[1]',
      reason: 'INVALID_DATA',
      sentence: '(ChargebackAndRetrieval.ARN) repeats reportFields[0]: both are ChargebackAndRetrieval.AdjustmentARN',
    },
  ])
})

test('unknown fields are listed one by one, the first ten with a suggestion', () => {
  const reportFields = Array.from({ length: 12 }, () => 'BillTo.Citi')
  const sentences = problemsOf({ reportFields }).map(({ sentence }) => sentence)

  expect(sentences[0]).toBe('(BillTo.Citi) is not a known field; did you mean BillTo.City?')
  expect(sentences.filter((sentence) => sentence.includes('did you mean'))).toHaveLength(10)
  expect(sentences[11]).toBe('(BillTo.Citi) is not among the fields of TransactionRequestClass')
})

test('the nearest name is suggested for a misspelled zone or filter', () => {
  const changes = { timezone: 'Europe/Berln', reportFilters: { 'Aplication.Name': ['x'] } }

  expect(problemsOf(changes).map(({ sentence }) => sentence)).toEqual([
    'is not a supported report time zone; did you mean Europe/Berlin?',
    'is not a filter of TransactionRequestClass; did you mean Application.Name?',
  ])
})

test('the organization’s own zone can be requested by name, whatever it is', () => {
  const order = readOrder({ ...BODY, timezone: 'UTC' }, { ...ASKING, timeZone: 'UTC' })

  expect(order.terms.timeZone).toBe('UTC')
})

test('a filter on a masked field stores no more of a value than a record does', () => {
  const { filters } = read({
    reportFilters: { 'PaymentMethod.AccountSuffix': ['4111111111111111'] },
  }).terms

  expect(filters).toEqual({ 'PaymentMethod.AccountSuffix': ['1111'] })
})

test.each([
  // Into summer time the 31 days have an hour less, out of it an hour more.
  ['2026-03-01T00:00:00+01:00', '2026-04-01T00:00:00+02:00', true],
  ['2026-03-01T00:00:00+01:00', '2026-04-01T01:00:00+02:00', true],
  ['2026-03-01T00:00:00+01:00', '2026-04-01T01:00:00.001+02:00', false],
  ['2026-10-01T00:00:00+02:00', '2026-11-01T00:00:00+01:00', true],
  ['2026-10-01T00:00:00+02:00', '2026-11-01T00:00:00.001+01:00', false],
  ['2026-07-01T00:00:00+02:00', '2026-08-01T00:00:00+02:00', true],
  ['2026-07-01T00:00:00+02:00', '2026-08-01T00:00:00.001+02:00', false],
])('from %s to %s in Berlin is within 31 days: %s', (reportStartTime, reportEndTime, isWithin) => {
  const order = () => read({ reportStartTime, reportEndTime })

  if (isWithin) expect(order).not.toThrow()
  else expect(order).toThrow('reportEndTime must be at most 31 days after reportStartTime')
})

test('the whole example body that existing clients were written from can be ordered, 503 names', () => {
  const reportFields = wireNamesOf(EXAMPLE_BODY)
  const { terms } = read({ reportFields })

  expect(requestedNames(terms)).toEqual(reportFields)
  expect(terms.fields).toHaveLength(503)
})

test.each([
  [{ reportMimeType: 'application/xml', reportPreferences: { fieldNameConvention: 'SCMP' } }, CONVENTION],
  [{ reportMimeType: 'application/x-ndjson', reportPreferences: { fieldNameConvention: 'SOAPI' } }, CONVENTION],
  [{ groupId: '12345' }, 'groupId'],
  [{ groupName: 'north', groupId: 'south' }, 'groupId'],
])('%j is accepted with a warning about %s', (changes, field) => {
  const { warnings } = read(changes)

  expect(warnings).toEqual([
    { field, reason: 'NO_EFFECT', message: expect.stringContaining(`${field} has no effect: `) },
  ])
})

test.each([
  { reportPreferences: { fieldNameConvention: 'SCMP' } },
  { reportMimeType: 'application/xml', reportPreferences: { fieldNameConvention: '' } },
  { groupName: 'north', groupId: 'north' },
  { groupId: '' },
])('%j is accepted without a warning', (changes) => {
  expect(read(changes).warnings).toEqual([])
})

test('a group is looked up only by a valid name', () => {
  expect(groupNameIn({ groupName: 'north' })).toBe('north')
  expect(groupNameIn({ selectedMerchantGroupName: 'north' })).toBe('north')
  expect(groupNameIn({ groupId: 'north' })).toBe('north')
  for (const groupName of ['', 'a\0', 'x'.repeat(81), 5, null]) {
    expect(groupNameIn({ groupName })).toBeUndefined()
  }
  expect(groupNameIn(undefined)).toBeUndefined()
})
