import { expect, test } from 'vitest'
import { ApiProblem } from '../../../api/api-problem.ts'
import { words } from '../../../words/reports/en-US.ts'
import { READY_MADE } from '../ready-made.ts'
import { bodyOf, curlOf, daysOf, piecesOf, previewOf } from './body.ts'
import { formOfReadyMade, formOfSubscription, newForm, type ReportForm } from './form.ts'
import { isPreviewable, problemsBefore, problemsOf } from './problems.ts'
import { suggestedName, withName } from './suggested-name.ts'

const START = { timeZone: 'Europe/Berlin', today: '2026-03-30' }
const form = (changes: Partial<ReportForm> = {}): ReportForm => ({
  ...newForm(START),
  name: 'March',
  fields: ['Request.RequestID', 'BillTo.Email'],
  ...changes,
})

test('a one-time report has whole days of its own zone, over a change of the clock too', () => {
  const body = bodyOf(form({ from: '2026-03-28', to: '2026-03-29' }))

  expect(body).toEqual({
    reportDefinitionName: 'TransactionRequestClass',
    reportName: 'March',
    reportMimeType: 'text/csv',
    reportFields: ['Request.RequestID', 'BillTo.Email'],
    reportFilters: {},
    reportPreferences: { signedAmounts: false },
    timezone: 'Europe/Berlin',
    reportFrequency: 'ADHOC',
    reportStartTime: '2026-03-28T00:00:00+01:00',
    reportEndTime: '2026-03-30T00:00:00+02:00',
    deliverTo: [],
  })
})

test('a subscription has its schedule, filters with values, and recipients however they are separated', () => {
  const body = bodyOf(
    form({
      ...{ isOnce: false, frequency: 'USER_DEFINED', intervalHours: '02', intervalMinutes: '30', time: '06:05' },
      filters: [
        { name: 'email', values: ["o'hara@example.com"] },
        { name: 'Application.Name', values: [] },
      ],
      ...{ format: 'application/xml', convention: 'SCMP', group: 'North', recipients: 'a@x.org,\n b@x.org;c@x.org' },
    }),
  )

  expect(body).toMatchObject({
    ...{ reportFrequency: 'USER_DEFINED', startTime: '0605', reportInterval: 'PT2H30M', groupName: 'North' },
    reportFilters: { email: ["o'hara@example.com"] },
    // Names of columns are for CSV alone.
    reportPreferences: { signedAmounts: false },
    deliverTo: ['a@x.org', 'b@x.org', 'c@x.org'],
  })
  expect(body).not.toHaveProperty('startDay')
})

test('a saved subscription is edited with all its terms', () => {
  const saved = { ...bodyOf(form({ isOnce: false, frequency: 'WEEKLY', startDay: 6, time: '23:45' })) }

  const again = bodyOf(formOfSubscription(saved as unknown as Parameters<typeof formOfSubscription>[0], START))

  expect(again).toEqual(saved)
})

test('the command for a terminal is the same order, with quotes that a shell keeps', () => {
  const text = curlOf(form({ filters: [{ name: 'lastName', values: ["O'Hara"] }] }), 'https://pay.example.com')

  expect(text).toMatch(/^curl -X POST 'https:\/\/pay\.example\.com\/reporting\/v3\/reports' \\\n/)
  expect(text).toContain(`O'\\''Hara`)
  expect(curlOf(form({ isOnce: false }), '')).toMatch(/^curl -X PUT '\/reporting\/v3\/report-subscriptions'/)
})

test('a period over 31 days is divided into calendar months without a gap', () => {
  const year = piecesOf(form({ from: '2026-01-15', to: '2026-04-02' }))

  expect(year?.map(({ from, to }) => [from, to])).toEqual([
    ['2026-01-15', '2026-01-31'],
    ['2026-02-01', '2026-02-28'],
    ['2026-03-01', '2026-03-31'],
    ['2026-04-01', '2026-04-02'],
  ])
  expect(year?.[0]?.name).toBe('March 2026-01-15 2026-01-31')
  expect(piecesOf(form({ from: '2026-03-01', to: '2026-03-31' }))).toBeUndefined()
  expect(piecesOf(form({ from: '2026-03-01', to: '2026-04-01' }))).toHaveLength(2)
  expect(piecesOf(form({ from: '2020-01-01', to: '2026-04-01' }))).toBeUndefined()
  expect(daysOf({ from: '2026-03-01', to: '2026-03-31' })).toBe(31)
})

test('a name is suggested until one is typed', () => {
  expect(suggestedName(newForm(START))).toBe('Transaction Request 2026-03-29')
  expect(withName({ ...newForm(START), isOnce: false, definition: 'DepositDetailClass' }).name).toBe(
    'Deposit Detail daily',
  )
  expect(withName(form({ isNamed: true })).name).toBe('March')
})

test('missing parts are said before the service is asked', () => {
  const texts = words.problems

  expect(problemsBefore(form(), [], texts)).toEqual({})
  expect(problemsBefore(form({ name: ' ', fields: [], from: '' }), [], texts)).toEqual({
    name: [texts.nameMissing],
    fields: [texts.fieldsMissing],
    period: [texts.dateMissing],
  })
  expect(problemsBefore(form({ name: 'März' }), [], texts).name).toEqual([texts.nameWrong])
  expect(problemsBefore(form({ isOnce: false }), ['March'], texts).name).toEqual([texts.nameTaken])
  expect(problemsBefore(form({ from: '2026-03-02', to: '2026-03-01' }), [], texts).period).toEqual([texts.dateOrder])
  const interval = { isOnce: false, frequency: 'USER_DEFINED', intervalMinutes: '0' } as const
  expect(problemsBefore(form({ ...interval, intervalHours: '24' }), [], texts).schedule).toEqual([texts.intervalWrong])
  expect(problemsBefore(form({ ...interval, intervalHours: '' }), [], texts).schedule).toEqual([texts.intervalWrong])
})

test('a preview needs no name, and no period that would be refused', () => {
  expect(isPreviewable(form({ name: '' }))).toBe(true)
  expect(previewOf(form({ name: '' }))).toMatchObject({ reportName: 'Preview', deliverTo: [] })
  expect(isPreviewable(form({ from: '2026-01-01', to: '2026-03-01' }))).toBe(false)
  expect(isPreviewable(form({ fields: [] }))).toBe(false)
})

test('a refusal of the service stands at its part of the form', () => {
  const error = new ApiProblem({
    status: 400,
    body: {
      fields: [
        { path: 'reportFields[3]', message: 'reportFields[3] (x) is not among the fields' },
        { path: 'reportFilters.email', message: 'reportFilters.email must be a list' },
        { path: 'organizationId', message: 'organizationId is unknown' },
      ],
    },
  })

  expect(problemsOf(error)).toEqual({
    fields: ['reportFields[3] (x) is not among the fields'],
    filters: ['reportFilters.email must be a list'],
  })
  expect(problemsOf(new Error('away'))).toEqual({})
})

test('ready-made reports are subscriptions from midnight to midnight', () => {
  const bodies = READY_MADE.map((report) =>
    bodyOf(formOfReadyMade(report, { ...START, fields: ['Request.RequestID'] })),
  )

  expect(bodies.map(({ reportName, startTime, startDay }) => [reportName, startTime, startDay])).toEqual([
    ['Daily payments', '0000', undefined],
    ['Weekly deposits', '0000', 2],
    ['Month end', '0000', 1],
    ['Invoice payments', '0000', undefined],
  ])
  expect(bodies.at(-1)).toMatchObject({ reportFilters: { 'Request.Source': ['Invoicing'] } })
})
