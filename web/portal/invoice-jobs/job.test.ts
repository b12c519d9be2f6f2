import { describe, expect, test } from 'vitest'
import { actionNotAllowed } from '../../../src/kernel/action-not-allowed.ts'
import { words as german } from '../words/detail/de-DE.ts'
import { words as english } from '../words/detail/en-US.ts'
import { words as jobs } from '../words/jobs/de-DE.ts'
import { advanced, jobPollMs, jobsPollMs, personOf, reachedQuarter, reasonText } from './job.ts'

const mails = { waiting: 3 }
const heldMails = { waiting: 3, resumeDate: '2026-03-09T11:00:00Z' }

test.each([
  ['a job that runs, often', { status: 'RUNNING' }, true, 1_000],
  ['a job that runs in a hidden tab, seldom', { status: 'RUNNING' }, false, 15_000],
  ['a job whose mails are about to leave, now and then', { status: 'COMPLETED', mails }, true, 5_000],
  ['a job whose mails are held back, seldom', { status: 'STOPPED', mails: heldMails }, true, 60_000],
  ['mails in a hidden tab, seldom', { status: 'COMPLETED', mails }, false, 60_000],
  ['a job that is over, never', { status: 'COMPLETED' }, true, false],
  ['a job that was stopped, never', { status: 'STOPPED' }, true, false],
] as const)('asks again for %s', (_what, job, isVisible, ms) => {
  expect(jobPollMs({ mails: undefined, ...job } as Parameters<typeof jobPollMs>[0], { isVisible })).toBe(ms)
})

test.each([
  [[], true, false],
  [['COMPLETED', 'STOPPED'], true, false],
  [['COMPLETED', 'RUNNING'], true, 3_000],
  [['RUNNING'], false, 15_000],
] as const)('asks again for a list of %j', (statuses, isVisible, ms) => {
  const listed = statuses.map((status) => ({ status }))

  expect(jobsPollMs(listed, { isVisible })).toBe(ms)
})

test.each([
  [{ total: 0, done: 0, failed: 0 }, 0],
  [{ total: 40, done: 9, failed: 0 }, 0],
  [{ total: 40, done: 9, failed: 1 }, 0.25],
  [{ total: 3, done: 2, failed: 0 }, 0.5],
  [{ total: 40, done: 39, failed: 0 }, 0.75],
  [{ total: 40, done: 30, failed: 10 }, 1],
])('of %j the last quarter is %d', (invoices, quarter) => {
  expect(reachedQuarter(invoices)).toBe(quarter)
})

test('a bar shows how many were looked at, and at the end how many were done', () => {
  const invoices = { total: 40, done: 30, failed: 10, waiting: 0 }

  expect(advanced({ status: 'RUNNING', invoices })).toBe(40)
  expect(advanced({ status: 'COMPLETED', invoices })).toBe(30)
})

test.each([
  [{ kind: 'user', name: 'ada@example.com of shop-1' }, 'ada@example.com'],
  [{ kind: 'user' }, undefined],
  [{ kind: 'key', name: 'key k1 of shop' }, undefined],
  [undefined, undefined],
] as const)('%j is named %s', (actor, name) => {
  expect(personOf(actor)).toBe(name)
})

describe('the reason of a failure', () => {
  const { reasons } = jobs
  const reasonOf = (reason: string, message?: string, refusals = german.refusals) =>
    reasonText({ invoiceNumber: 'A1', reason, ...(message !== undefined && { message }) }, { refusals, reasons })

  test('of the state table is a sentence of the language', () => {
    const { code, message } = actionNotAllowed('A draft has no reminders.')

    expect(reasonOf(code, message)).toBe('Zu einem Entwurf gibt es keine Erinnerungen.')
    expect(reasonOf(code, message, english.refusals)).toBe('A draft has no reminders.')
  })

  test('of a refused address has no words of a mail server', () => {
    const { code, message } = actionNotAllowed('The mail server refused the customer’s address for good (550 x).')

    expect(reasonOf(code, message)).toBe(reasons.addressRefused)
  })

  test('with a code that has words is said by them', () => {
    expect(reasonOf('TOO_MANY_RESENDS', 'Please retry in 42 seconds.')).toBe(reasons.TOO_MANY_RESENDS)
    expect(reasonOf('NOT_FOUND', 'Invoice does not exist.')).toBe(reasons.NOT_FOUND)
  })

  test('that is not known is shown as it is, and an erased one in general', () => {
    expect(reasonOf('OTHER', 'Something else.')).toBe('Something else.')
    expect(reasonOf('ACTION_NOT_ALLOWED')).toBe(reasons.unknown)
  })
})
