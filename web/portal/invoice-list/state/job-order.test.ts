import { describe, expect, test } from 'vitest'
import { actionsIn, jobTarget } from './job-order.ts'
import { EMPTY_STATE } from './list-state.ts'
import { participantsQuery, statusesFor, statusesWithoutEmail, withoutEmailQuery } from './participants.ts'

const TODAY = '2026-03-09'
const all = { kind: 'all' } as const
const some = { kind: 'some', keys: ['A1', 'A2'] } as const

test.each([
  ['all', 'send'],
  ['draft', 'send'],
  ['open', 'remind'],
  ['overdue', 'remind'],
] as const)('in the view %s, %s is first', (view, first) => {
  expect(actionsIn(view)[0]).toBe(first)
  expect(new Set(actionsIn(view))).toEqual(new Set(['send', 'remind', 'cancel']))
})

describe('a job', () => {
  test('names ticked invoices by number', () => {
    expect(jobTarget(some, EMPTY_STATE, TODAY)).toEqual({ invoiceNumbers: ['A1', 'A2'] })
  })

  test('takes all that match by their filters, without those that are off', () => {
    const state = { ...EMPTY_STATE, view: 'overdue', currency: 'EUR' } as const

    expect(jobTarget(all, state, TODAY)).toEqual({ filters: { overdue: true, currency: 'EUR' } })
    expect(jobTarget(all, EMPTY_STATE, TODAY)).toEqual({ filters: {} })
  })
})

describe('who can take part', () => {
  test.each([
    ['send', ['DRAFT', 'CREATED', 'SENT', 'PARTIAL']],
    ['remind', ['SENT', 'PARTIAL']],
    ['cancel', ['DRAFT', 'CREATED', 'SENT']],
  ] as const)('%s is possible in %j', (action, statuses) => {
    expect(statusesFor(action)).toEqual(statuses)
  })

  test('is asked by number and status', () => {
    const query = participantsQuery({ action: 'remind', selection: some, state: EMPTY_STATE, today: TODAY })

    expect(query).toEqual({ invoiceId: 'A1,A2', status: 'SENT,PARTIAL' })
  })

  test('keeps the filters, and only statuses that the view has', () => {
    const state = { ...EMPTY_STATE, view: 'open', status: ['CREATED', 'PARTIAL'] } as const
    const query = participantsQuery({ action: 'remind', selection: all, state, today: TODAY })

    expect(query).toMatchObject({ status: 'PARTIAL' })
    expect(participantsQuery({ action: 'cancel', selection: all, state, today: TODAY })?.['status']).toBe('CREATED')
  })

  test.each([
    ['send', { refused: ['CREATED', 'SENT', 'PARTIAL'], published: ['DRAFT'] }],
    ['remind', { refused: ['SENT', 'PARTIAL'], published: [] }],
    ['cancel', { refused: [], published: [] }],
  ] as const)('without email, %s is refused or only publishes: %j', (action, statuses) => {
    expect(statusesWithoutEmail(action)).toEqual(statuses)
  })

  test('without email is asked by status and delivery', () => {
    const state = { ...EMPTY_STATE, view: 'draft', currency: 'EUR' } as const
    const sending = { action: 'send', state, today: TODAY } as const

    expect(withoutEmailQuery({ ...sending, selection: some }, 'refused')).toEqual({
      ...{ invoiceId: 'A1,A2', status: 'CREATED,SENT,PARTIAL', deliveryMode: 'none' },
    })
    expect(withoutEmailQuery({ ...sending, selection: all }, 'published')).toMatchObject({
      ...{ currency: 'EUR', status: 'DRAFT', deliveryMode: 'none' },
    })
    expect(withoutEmailQuery({ ...sending, selection: all }, 'refused')).toBeUndefined()
    expect(withoutEmailQuery({ ...sending, action: 'cancel', selection: some }, 'refused')).toBeUndefined()
  })

  test('is not asked where it is nobody', () => {
    const state = { ...EMPTY_STATE, view: 'paid' } as const

    expect(participantsQuery({ action: 'send', selection: all, state, today: TODAY })).toBeUndefined()
  })
})
