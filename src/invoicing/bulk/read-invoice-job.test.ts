import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readInvoiceFilters } from '../lists/read-invoice-list-query.ts'
import { JOB_NUMBERS_MAX } from './invoice-job.ts'
import { readInvoiceJob } from './read-invoice-job.ts'

const berlin = { timeZone: 'Europe/Berlin', at: Temporal.Instant.from('2026-03-09T23:30:00Z') }
const read = (body: unknown) => readInvoiceJob(body, berlin)
function problemsOf(body: unknown): readonly string[] {
  try {
    read(body)
  } catch (error) {
    const { details } = error as { details: readonly { field: string; sentence: string }[] }
    return details.map(({ field, sentence }) => `${field} ${sentence}`)
  }
  return []
}

test('a job is for the invoices that are named, each once', () => {
  const job = read({ action: 'Cancel', invoiceNumbers: ['2', '1', '2'], expectedCount: 2 })

  expect(job).toEqual({
    action: 'cancel',
    selection: { kind: 'numbers', invoiceNumbers: ['2', '1'] },
    expectedCount: 2,
  })
})

test('filters mean what they mean in the query of the list, whether they are written as JSON or as strings', () => {
  const query = { status: ['SENT', 'PARTIAL'], overdue: 'true', amountFrom: '100', customerEmail: 'ada@example.com' }
  const body = { ...query, overdue: true, amountFrom: 100 }

  const { selection } = read({ action: 'remind', filters: body })

  expect(selection).toEqual({ kind: 'filters', filters: readInvoiceFilters(query, berlin) })
})

test('no filters at all mean all invoices, and have to be said', () => {
  const { selection } = read({ action: 'send', filters: {} })

  expect(selection).toEqual({ kind: 'filters', filters: readInvoiceFilters({}, berlin) })
  expect(problemsOf({ action: 'send' })).toEqual([
    'invoiceNumbers or filters is required; filters: {} means all invoices',
  ])
})

test.each([
  [{ filters: {} }, ['action is required']],
  [{ action: 'pay', filters: {} }, ['action must be one of send, remind, cancel']],
  [{ action: 'send', invoiceNumbers: ['1'], filters: {} }, ['filters must be left out where invoiceNumbers are given']],
  [{ action: 'send', invoiceNumbers: [] }, ['invoiceNumbers must name at least one invoice']],
  [{ action: 'send', invoiceNumbers: '1' }, ['invoiceNumbers must be a list']],
  [
    { action: 'send', invoiceNumbers: [1, ''] },
    ['invoiceNumbers[0] must be given once', 'invoiceNumbers[1] is required'],
  ],
  [
    { action: 'send', invoiceNumbers: Array.from({ length: JOB_NUMBERS_MAX + 1 }, String) },
    ['invoiceNumbers can have at most 10000 entries; filters can select more'],
  ],
  [{ action: 'send', filters: { status: 'SOLD' } }, [expect.stringMatching(/^filters.status must be one of DRAFT/)]],
  [{ action: 'send', filters: [] }, [expect.stringMatching(/^filters must be an object/)]],
  [{ action: 'send', filters: {}, expectedCount: 0 }, ['expectedCount must be a whole number from 1 to 50000']],
  [{ action: 'send', filters: {}, expectedCount: '5' }, ['expectedCount must be a whole number from 1 to 50000']],
  [{ action: 'send', filter: {}, filters: {} }, [expect.stringMatching(/^filter is unknown/)]],
])('an unclear body is refused: %j', (body, problems) => {
  expect(problemsOf(body)).toEqual(problems)
})

test('a misspelled filter is refused: it would select more than was meant', () => {
  const names = fc.string({ minLength: 1, maxLength: 12 }).filter((name) => !/^__proto__$/.test(name))
  const known = new Set(Object.keys({ ...FILTERS }))

  fc.assert(
    fc.property(names, (name) => {
      fc.pre(!known.has(name))
      expect(problemsOf({ action: 'cancel', filters: { [name]: 'x' } })).toEqual([
        expect.stringContaining('is not a filter: use invoiceId, status, overdue'),
      ])
    }),
  )
})

const FILTERS = {
  ...{ status: 1, overdue: 1, customerEmail: 1, createdFrom: 1, createdTo: 1, dueFrom: 1, dueTo: 1 },
  ...{ amountFrom: 1, amountTo: 1, currency: 1, language: 1, customField: 1, search: 1 },
}

test('whatever JSON is sent is read or refused as invalid, and never fails', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (filters, invoiceNumbers) => {
      for (const body of [filters, { action: 'send', filters }, { action: 'send', invoiceNumbers }]) {
        try {
          read(body)
        } catch (error) {
          expect(error).toMatchObject({ kind: 'invalid', code: 'VALIDATION_ERROR' })
        }
      }
    }),
  )
})
