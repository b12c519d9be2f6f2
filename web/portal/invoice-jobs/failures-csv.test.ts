import { expect, test } from 'vitest'
import { actionNotAllowed } from '../../../src/kernel/action-not-allowed.ts'
import { words as german } from '../words/detail/de-DE.ts'
import { words as english } from '../words/detail/en-US.ts'
import { words as germanJobs } from '../words/jobs/de-DE.ts'
import { words as jobs } from '../words/jobs/en-US.ts'
import { failuresCsv } from './failures-csv.ts'

const { message } = actionNotAllowed('A fully paid invoice cannot be canceled.')
const FAILURES = [
  { invoiceNumber: 'A1', reason: 'ACTION_NOT_ALLOWED', message, customerName: '=HYPERLINK("http://evil")' },
  { invoiceNumber: 'A2', reason: 'OTHER', message: '+cmd|/c calc', customerName: 'Ada; "the first"' },
  { invoiceNumber: '-3', reason: 'NOT_FOUND', message: 'Invoice does not exist.' },
]

test('a file of failures has number, customer and reason, and no formula', () => {
  const heads = { number: 'Number', customer: 'Customer', reason: 'Reason' }
  const reasons = { refusals: english.refusals, reasons: jobs.reasons }

  expect(failuresCsv(FAILURES, { heads, reasons, language: 'en-US' }).split('\r\n')).toEqual([
    '\ufeff"Number","Customer","Reason"',
    `"A1","'=HYPERLINK(""http://evil"")","A fully paid invoice cannot be canceled."`,
    `"A2","Ada; ""the first""","'+cmd|/c calc"`,
    `"'-3","","This invoice does not exist."`,
    '',
  ])
})

test('in German it has semicolons and German reasons, and the service’s own sentence where there is no other', () => {
  const heads = { number: 'Nummer', customer: 'Kunde', reason: 'Grund' }
  const reasons = { refusals: german.refusals, reasons: germanJobs.reasons }
  const refusal = german.refusals['A fully paid invoice cannot be canceled.']

  const lines = failuresCsv(FAILURES.slice(0, 2), { heads, reasons, language: 'de-DE' }).split('\r\n')

  expect(lines[0]).toBe('\ufeff"Nummer";"Kunde";"Grund"')
  expect(lines[1]).toBe(`"A1";"'=HYPERLINK(""http://evil"")";"${refusal}"`)
  expect(lines[2]).toContain(`"'+cmd|/c calc"`)
})
