import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anInvoice, at, type invoiceTerms } from '../../../test/support/data/invoices.ts'
import { INVOICE_STATUSES, type InvoiceStatus } from './invoice.ts'
import type { ReminderKind } from './reminded.ts'
import { daysToPlan, firstMoment, isReminded, REMINDER_KINDS, reminderDay, reminderMoment } from './reminder-days.ts'

const day = (text: string): Temporal.PlainDate => Temporal.PlainDate.from(text)
const PUBLISHED = at('2026-03-02T00:00:00Z')
const inStatus = (status: InvoiceStatus, terms: Parameters<typeof invoiceTerms>[0] = {}) =>
  anInvoice({ status, publishedAt: PUBLISHED, terms: { dueOn: day('2026-04-01'), deliveryMode: 'email', ...terms } })

describe('the time of a reminder', () => {
  test.each<[kind: ReminderKind, dueOn: string, timeZone: string, moment: string]>([
    ['reminder', '2026-04-01', 'UTC', '2026-03-27T09:00:00Z'],
    ['overdueReminder', '2026-04-01', 'UTC', '2026-04-02T09:00:00Z'],
    // Berlin changes to summer time on 29 March, Los Angeles on 8 March.
    ['reminder', '2026-04-02', 'Europe/Berlin', '2026-03-28T08:00:00Z'],
    ['reminder', '2026-04-03', 'Europe/Berlin', '2026-03-29T07:00:00Z'],
    ['overdueReminder', '2026-03-07', 'America/Los_Angeles', '2026-03-08T16:00:00Z'],
    ['overdueReminder', '2026-11-01', 'America/Los_Angeles', '2026-11-02T17:00:00Z'],
    ['reminder', '2028-03-05', 'Asia/Tokyo', '2028-02-29T00:00:00Z'],
    ['reminder', '2026-03-05', 'Pacific/Kiritimati', '2026-02-27T19:00:00Z'],
    // Samoa left out 30 December 2011: the first instant after the gap is midnight of the 31st.
    ['overdueReminder', '2011-12-29', 'Pacific/Apia', '2011-12-30T10:00:00Z'],
    // Juneau had 18 October 1867 twice: the first counts.
    ['overdueReminder', '1867-10-17', 'America/Juneau', '1867-10-17T17:57:41Z'],
  ])('the %s of an invoice due on %s in %s is sent at %s', (kind, dueOn, timeZone, moment) => {
    expect(`${reminderMoment(reminderDay({ kind, dueOn: day(dueOn) }), timeZone)}`).toBe(moment)
  })

  test('a reminder is never sent before the planned instant, and at 09:00 in every time zone', () => {
    const zones = Intl.supportedValuesOf('timeZone')
    const anyDay = fc.integer({ min: 0, max: 20_000 }).map((days) => day('2015-01-01').add({ days }))
    fc.assert(
      fc.property(anyDay, fc.constantFrom(...zones), (date, zone) => {
        const moment = reminderMoment(date, zone)

        expect(Temporal.Instant.compare(firstMoment(date), moment)).toBeLessThanOrEqual(0)
        expect(`${moment.toZonedDateTimeISO(zone).toPlainDateTime()}`).toBe(`${date}T09:00:00`)
      }),
    )
  })
})

describe('the days that are planned', () => {
  const now = { at: at('2026-03-09T10:00:00Z') }
  const planned = (before: ReturnType<typeof inStatus> | undefined, after: ReturnType<typeof inStatus>, moment = now) =>
    daysToPlan({ before, after }, moment).map(String)
  const BOTH = ['2026-03-27', '2026-04-02']

  test('a sent invoice has reminders five days before and one day after its due date', () => {
    expect(planned(undefined, inStatus('SENT'))).toEqual(BOTH)
    expect(planned(inStatus('DRAFT'), inStatus('SENT'))).toEqual(BOTH)
    expect(planned(inStatus('PAID'), inStatus('PARTIAL'))).toEqual(BOTH)
  })

  test('reminders follow the due date, and are planned once', () => {
    expect(planned(inStatus('SENT'), inStatus('SENT', { dueOn: day('2026-05-01') }))).toEqual([
      '2026-04-26',
      '2026-05-02',
    ])
    expect(planned(inStatus('SENT'), inStatus('SENT'))).toEqual([])
    expect(planned(inStatus('SENT'), inStatus('PARTIAL'))).toEqual([])
    expect(planned(inStatus('SENT', { deliveryMode: 'none' }), inStatus('SENT'))).toEqual(BOTH)
  })

  test('days that have passed in every time zone are not planned', () => {
    expect(planned(undefined, inStatus('SENT'), { at: at('2026-03-27T20:59:59Z') })).toEqual(BOTH)
    expect(planned(undefined, inStatus('SENT'), { at: at('2026-03-27T21:00:00Z') })).toEqual(['2026-04-02'])
    expect(planned(undefined, inStatus('SENT'), { at: at('2026-04-02T21:00:00Z') })).toEqual([])
  })

  test.each(['DRAFT', 'CREATED', 'PAID', 'PENDING', 'CANCELED'] as const)(
    'no reminders are planned for an invoice that is %s',
    (status) => {
      expect(planned(undefined, inStatus(status))).toEqual([])
    },
  )
})

describe('the reminder of an invoice', () => {
  const due = { dueOn: day('2026-04-01'), timeZone: 'Europe/Berlin' }
  const early = { ...due, kind: 'reminder', at: at('2026-03-27T08:00:00Z') } as const
  const late = { ...due, kind: 'overdueReminder', at: at('2026-04-02T07:00:00Z') } as const

  test.each(INVOICE_STATUSES)('a reminder is sent only if the invoice is SENT or PARTIAL: %s', (status) => {
    const isOpen = status === 'SENT' || status === 'PARTIAL'
    expect([early, late].map((moment) => isReminded(inStatus(status), moment))).toEqual([isOpen, isOpen])
  })

  test.each<[string, Parameters<typeof invoiceTerms>[0]]>([
    ['without email', { deliveryMode: 'none' }],
    ['whose customer is erased', { customer: { email: undefined } }],
    ['with another due date by now', { dueOn: day('2026-04-02') }],
    ['whose link has ended', { expiresOn: day('2026-03-27') }],
  ])('no reminder is sent for an invoice %s', (_, terms) => {
    expect(REMINDER_KINDS.map((kind) => isReminded(inStatus('SENT', terms), { ...early, kind }))).toEqual([
      false,
      false,
    ])
  })

  test('a reminder is sent until the link ends', () => {
    const ending = inStatus('SENT', { expiresOn: day('2026-03-28') })

    expect(isReminded(ending, { ...early, at: at('2026-03-27T23:59:59.999Z') })).toBe(true)
    expect(isReminded(ending, { ...early, at: at('2026-03-28T00:00:00Z') })).toBe(false)
  })

  test('a late reminder is still sent, but one before the due date only until that day is over', () => {
    expect(isReminded(inStatus('SENT'), { ...early, at: at('2026-04-01T21:59:59Z') })).toBe(true)
    expect(isReminded(inStatus('SENT'), { ...early, at: at('2026-04-01T22:00:00Z') })).toBe(false)
    expect(isReminded(inStatus('SENT'), { ...late, at: at('2026-06-01T00:00:00Z') })).toBe(true)
  })
})
