import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anAttempt } from '../../../../../test/support/data/attempts.ts'
import { anInvoice, at } from '../../../../../test/support/data/invoices.ts'
import { seed } from '../../../../../test/support/run/test-run.ts'
import { fieldsOfKind, KINDS } from '../../../../catalogue/kinds.ts'
import { parseMoney } from '../../../../kernel/money.ts'
import { recordWrite } from '../../../../records/index.ts'
import type { Attempt } from '../../../model/attempt.ts'
import { METHODS } from '../../../port/port.ts'
import { feesOf } from '../../../records/fees.ts'
import type { PaymentRecord } from '../../../records/record-fields.ts'
import { type Batch, batchIdOf, recordsOfBatch } from './batch-records.ts'
import { recordsOfMovedMoney } from './moved-money.ts'

const AMOUNT = parseMoney('30.00', 'USD')
const CHARGEBACK = { type: 'chargeback', amount: AMOUNT, reasonCode: '10.4', reference: 'd' } as const
const BANK_RETURN = { type: 'bankReturn', amount: AMOUNT, reasonCode: 'R01', reference: 'd' } as const
const ENDED = { type: 'disputeEnded', reference: 'd' } as const
const FAILED = { type: 'refundFailed', reason: 'accountProblem' } as const
const HAPPENED = [CHARGEBACK, BANK_RETURN, { ...ENDED, result: 'won' } as const, FAILED]

const closedAt = at('2026-03-09T23:00:00Z')
const ITEM_KINDS = ['batch-item', 'processor-event', 'settlement', 'fee', 'funding']

function aBatch(attempts: readonly Attempt[]): Batch {
  const movements = attempts.map((attempt) => ({ attempt, invoice: anInvoice({ invoiceNumber: 'A-7' }) }))
  return { batchId: batchIdOf(attempts), organizationId: 'shop', at: closedAt, timeZone: 'Europe/Berlin', movements }
}

const ofKind = (records: readonly PaymentRecord[], kind: string) => records.filter((one) => one.kind === kind)
const requestOf = ({ fields }: PaymentRecord) => fields['Request.RequestID']

/** The smallest units of an amount in a record. */
function minorIn({ fields }: PaymentRecord, name: string, currency: string): bigint {
  return parseMoney(fields[name] ?? '0', fields[currency] ?? '').minor
}

describe('a batch', () => {
  test.each([
    ['charge', 'card', 'ics_bill', 'Settled'],
    ['charge', 'googlePay', 'ics_bill', 'Settled'],
    ['charge', 'bankDebit', 'ics_ecp_debit', 'Settled'],
    ['refund', 'card', 'ics_credit', 'Refund'],
    ['refund', 'bankDebit', 'ics_ecp_credit', 'Refund'],
  ] as const)('has the records of a %s by %s, with its own request id', (kind, method, application, event) => {
    const attempt = anAttempt({ attemptId: '2'.repeat(22), kind, method })

    const records = recordsOfBatch(aBatch([attempt])).filter((one) => one.kind !== 'deposit')

    expect(records.map((one) => one.kind)).toEqual(ITEM_KINDS)
    for (const one of records) {
      expect(one).toMatchObject({ merchantId: 'shop', occurredAt: closedAt.toString() })
      expect(one.fields).toMatchObject({
        ...{ 'Request.RequestID': '2'.repeat(22), 'Request.MerchantReferenceNumber': 'A-7' },
        ...{ 'Request.Source': 'Invoicing', 'Application.Name': application },
      })
    }
    expect(ofKind(records, 'settlement')[0]?.fields['Event.Event']).toBe(event)
  })

  test('is dated by the end of the merchant’s day, and its funding by the day that begins', () => {
    const [funding] = ofKind(recordsOfBatch(aBatch([anAttempt()])), 'funding')

    expect(funding?.fields['Funding.FundingDate']).toBe('2026-03-10')
  })

  test.each([
    ['USD', '100.00', { interchange: '1.65', discount: '0.25', assessment: '0.14', perItem: '0.10', total: '2.14' }],
    ['JPY', '10000', { interchange: '165', discount: '25', assessment: '14', perItem: '0', total: '204' }],
    [
      'KWD',
      '10.000',
      { interchange: '0.165', discount: '0.025', assessment: '0.014', perItem: '0.100', total: '0.304' },
    ],
    ['USD', '0.01', { interchange: '0.00', discount: '0.00', assessment: '0.00', perItem: '0.10', total: '0.10' }],
  ])('costs fees in payable amounts: %s %s', (currency, amount, expected) => {
    const fees = feesOf(anAttempt({ amount: parseMoney(amount, currency) }))

    const minors = Object.entries(expected).map(([name, text]) => [name, parseMoney(text, currency)])
    expect(fees).toMatchObject(Object.fromEntries(minors))
  })

  test('a refund costs the fixed part only, a bank debit neither interchange nor assessment', () => {
    const amount = parseMoney('100.00', 'USD')

    expect(feesOf(anAttempt({ kind: 'refund', amount })).total).toEqual(parseMoney('0.10', 'USD'))
    expect(feesOf(anAttempt({ method: 'bankDebit', amount })).total).toEqual(parseMoney('0.35', 'USD'))
  })

  const movement = fc.record({
    kind: fc.constantFrom('charge' as const, 'refund' as const),
    method: fc.constantFrom(...METHODS),
    amount: fc.record({
      currency: fc.constantFrom('USD', 'JPY', 'KWD', 'CLF'),
      minor: fc.bigInt({ min: 1n, max: 10n ** 12n }),
    }),
  })

  test('transfers payments less refunds and fees, by currency, and counts every cent once in each kind', () => {
    fc.assert(
      fc.property(fc.array(movement, { minLength: 1, maxLength: 12 }), (given) => {
        const attempts = given.map((one, index) => anAttempt({ ...one, attemptId: String(index).padStart(22, '0') }))
        const records = recordsOfBatch(aBatch(attempts))
        const sumOf = (kind: string, [amount, code]: readonly [string, string], currency: string): bigint =>
          ofKind(records, kind)
            .filter(({ fields }) => fields[code] === currency)
            .map((one) => minorIn(one, amount, code) * (isRefund(one) ? -1n : 1n))
            .reduce((a, b) => a + b, 0n)

        for (const kind of ITEM_KINDS) {
          expect(ofKind(records, kind).map(requestOf)).toEqual(attempts.map(({ attemptId }) => attemptId))
        }
        for (const currency of ['USD', 'JPY', 'KWD', 'CLF']) {
          const own = attempts.filter(({ amount }) => amount.currency === currency)
          const moved = own.reduce((sum, { kind, amount }) => sum + (kind === 'refund' ? -1n : 1n) * amount.minor, 0n)
          const fees = own.reduce((sum, attempt) => sum + feesOf(attempt).total.minor, 0n)
          const deposits = ofKind(records, 'deposit').filter(({ fields }) => fields['Deposit.Currency'] === currency)
          const transferred = deposits.reduce(
            (sum, one) =>
              sum +
              minorIn(one, 'Deposit.Amount', 'Deposit.Currency') * (one.fields['Deposit.Type'] === 'Debit' ? -1n : 1n),
            0n,
          )

          expect(sumOf('batch-item', REQUESTED, currency)).toBe(moved)
          expect(sumOf('settlement', ['Event.Amount', 'Event.CurrencyCode'], currency)).toBe(moved)
          expect(sumOf('funding', ['Funding.FundingAmount', 'Funding.FundingCurrency'], currency)).toBe(moved)
          expect(transferred).toBe(moved - fees)
          expect(deposits.length).toBeLessThanOrEqual(1)
        }
      }),
      { seed },
    )
  })

  test('has fees in fee records only', () => {
    const records = recordsOfBatch(aBatch([anAttempt()]))

    const withFees = records.filter(({ fields }) => Object.keys(fields).some((name) => /Fee/.test(name)))
    expect(withFees.map(({ kind }) => kind)).toEqual(['fee'])
  })

  test.each(METHODS)('%s: all records can be stored', (method) => {
    const amount = parseMoney('12.50', 'USD')
    const attempt = anAttempt({ method, amount })
    const batch = aBatch([attempt])
    const taken = { attempt, invoice: anInvoice(), at: closedAt, timeZone: 'UTC', amount }
    const records = [...recordsOfBatch(batch), ...HAPPENED.flatMap((happened) => recordsOfMovedMoney(happened, taken))]

    for (const { kind, ...one } of records) {
      const known = new Set(fieldsOfKind(KINDS[kind]).map(({ wireName }) => wireName))
      expect(Object.keys(one.fields).filter((name) => !known.has(name))).toEqual([])
      recordWrite(kind, { ...one, organizationId: 'shop' })
    }
  })
})

describe('money that is taken back', () => {
  const taken = { invoice: anInvoice(), at: closedAt, timeZone: 'UTC', amount: parseMoney('30.00', 'USD') }

  test('by a chargeback is a transfer from the merchant; net funding counts the chargeback’s own record', () => {
    const records = recordsOfMovedMoney(CHARGEBACK, { ...taken, attempt: anAttempt() })

    expect(records.map(({ kind }) => kind)).toEqual(['deposit'])
    expect(records[0]?.fields).toMatchObject({ 'Deposit.Amount': '30.00', 'Deposit.Type': 'Debit' })
  })

  test('by a bank is an event, and a funding that net funding subtracts', () => {
    const records = recordsOfMovedMoney(BANK_RETURN, { ...taken, attempt: anAttempt({ method: 'bankDebit' }) })

    expect(records.map(({ kind }) => kind)).toEqual(['processor-event', 'funding', 'deposit'])
    expect(records[1]?.fields).toMatchObject({
      ...{ 'Application.Name': 'ics_ecp_credit', 'Funding.FundingAmount': '30.00' },
    })
  })
})

describe('money that comes back', () => {
  const back = { invoice: anInvoice(), at: closedAt, timeZone: 'UTC', amount: parseMoney('30.00', 'USD') }

  test('by a dispute that was won is a transfer to the merchant; one that was lost moves nothing more', () => {
    const won = recordsOfMovedMoney({ ...ENDED, result: 'won' }, { ...back, attempt: anAttempt() })
    const lost = recordsOfMovedMoney({ ...ENDED, result: 'lost' }, { ...back, attempt: anAttempt() })

    expect(won.map(({ kind, fields }) => [kind, fields['Deposit.Amount'], fields['Deposit.Type']])).toEqual([
      ['deposit', '30.00', 'Credit'],
    ])
    expect(lost).toEqual([])
  })

  test('by a refund that failed is an event, and a funding that net funding adds', () => {
    const records = recordsOfMovedMoney(FAILED, { ...back, attempt: anAttempt({ kind: 'refund' }) })

    expect(records.map(({ kind }) => kind)).toEqual(['processor-event', 'funding', 'deposit'])
    expect(records.filter(({ kind }) => kind === 'funding').some(isRefund)).toBe(false)
    expect(records[1]?.fields).toMatchObject({ 'Application.Name': 'ics_bill', 'Funding.FundingAmount': '30.00' })
    expect(records[2]?.fields).toMatchObject({ 'Deposit.Amount': '30.00', 'Deposit.Type': 'Credit' })
  })
})

const REQUESTED = ['PaymentData.RequestedAmount', 'PaymentData.CurrencyCode'] as const

function isRefund({ kind, fields }: PaymentRecord): boolean {
  const { refund } = KINDS[kind]
  return refund?.values.includes(fields[refund.field] ?? '') ?? false
}
