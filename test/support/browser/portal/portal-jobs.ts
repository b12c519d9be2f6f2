import { LONG_CUSTOMER } from '../../data/hostile-words.ts'
import { NUMBERS } from './portal-world.ts'

// Jobs on many invoices as the API answers with them: one that runs, one with failures and mails that wait, one that was stopped.

const orderedBy = { kind: 'user', name: `${LONG_CUSTOMER.email} of shop` }
const createdDate = '2026-03-09T10:00:00Z'

export const JOBS = {
  running: {
    ...{ jobId: 'running', action: 'cancel', status: 'RUNNING', orderedBy, createdDate },
    invoices: { total: 12_345, done: 4_320, failed: 18, waiting: 8_007 },
  },
  completed: {
    ...{ jobId: 'completed', action: 'remind', status: 'COMPLETED', orderedBy, createdDate },
    endedDate: '2026-03-09T10:00:41Z',
    invoices: { total: 2_345, done: 2_339, failed: 6, waiting: 0 },
    mails: { waiting: 1_842, resumeDate: '2026-03-09T11:00:00Z' },
  },
  stopped: {
    ...{ jobId: 'stopped', action: 'send', status: 'STOPPED', orderedBy, createdDate },
    endedDate: '2026-03-09T10:00:07Z',
    invoices: { total: 1, done: 0, failed: 0, waiting: 1 },
    stop: { reason: 'REQUESTED', message: 'It was stopped on request.', by: orderedBy },
  },
} as const

const refused = (invoiceNumber: string, sentence: string) => ({
  ...{ invoiceNumber, reason: 'ACTION_NOT_ALLOWED', message: `Requested action is not allowed. ${sentence}` },
})

export const JOB_FAILURES = {
  failures: [
    refused(NUMBERS.overdue, 'An invoice with deliveryMode none has no reminders.'),
    refused(NUMBERS.draft, 'A draft has no reminders.'),
    refused(NUMBERS.partial, 'While a payment is under review the invoice has no reminders.'),
    refused('A1004', `The mail server refused the customer’s address for good (550 ${LONG_CUSTOMER.email}).`),
    { invoiceNumber: 'A1005', reason: 'TOO_MANY_RESENDS', message: 'Please retry in 42 seconds.' },
    { invoiceNumber: 'NOWHERE-2026-0000000000001', reason: 'NOT_FOUND', message: 'Invoice does not exist.' },
  ],
  totalFailures: 6,
}
