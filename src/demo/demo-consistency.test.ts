import { describe, expect, test } from 'vitest'
import { aDemoPlan, demoRecordsOf, type ReadableRecord } from '../../test/support/data/demo-records.ts'
import { seed } from '../../test/support/run/test-run.ts'
import type { KindName } from '../catalogue/kinds.ts'
import { decimalsOfCurrency } from '../kernel/currency.ts'
import { AMOUNT_SCALE } from '../kernel/stored-column.ts'
import { yearFrom } from './world/calendar.ts'

const plan = aDemoPlan({ seed, merchants: 10, transactions: 4_000 })
const records = demoRecordsOf(plan)
const { endMs } = yearFrom(plan.from)
const DAY_MS = 86_400_000
/** A long weekend and the slowest scheme. */
const FUNDING_DAYS_MAX = 8

const transactions = records('transaction')
const authorizations = transactions.filter(isApplication('ics_auth'))
const captures = transactions.filter(isApplication('ics_bill'))
const refunds = transactions.filter(isApplication('ics_credit'))
const isAccountCheck = isApplication('ics_ecp_authenticate')
const amountOf = money('PaymentData.RequestedAmount')

describe('a captured sale', () => {
  test('a captured sale was authorized before, for the same order and at least the same amount', () => {
    const authorized = new Map(authorizations.map((record) => [orderOf(record), record]))

    const wrong = captures.filter((capture) => {
      const authorization = authorized.get(orderOf(capture))
      return (
        authorization === undefined ||
        authorization.fields['Application.Rcode'] !== '1' ||
        authorization.occurredAtMs > capture.occurredAtMs ||
        amountOf(authorization) < amountOf(capture)
      )
    })

    expect(captures.length).toBeGreaterThan(1_000)
    expect(wrong).toEqual([])
    expect(new Set(captures.map(orderOf)).size).toBe(captures.length)
  })

  test('a captured sale is in one batch, unless it is too recent, and batches contain nothing else', () => {
    const moved = byRequest([...captures, ...refunds])
    const items = byRequest(records('batch-item'))

    const strangers = [...items].filter(([request, item]) => {
      const movement = moved.get(request)
      return movement === undefined || amountOf(movement) !== amountOf(item)
    })
    const missing = [...moved].filter(
      ([request, { occurredAtMs }]) => !items.has(request) && occurredAtMs < endMs - 2 * DAY_MS,
    )

    expect(items.size).toBe(records('batch-item').length)
    expect(strangers).toEqual([])
    expect(missing).toEqual([])
  })

  test('a captured sale is settled or refused, with an event; a settled one has its fee and, unless too recent, a payout', () => {
    const items = byRequest(records('batch-item'))
    const settlements = byRequest(records('settlement'))
    const fundings = byRequest(records('funding'))
    const exceptions = byRequest(records('exception'))
    const old = ([, { occurredAtMs }]: readonly [string, ReadableRecord]): boolean =>
      occurredAtMs < endMs - FUNDING_DAYS_MAX * DAY_MS

    expect([...settlements.keys()].filter((request) => !items.has(request))).toEqual([])
    expect([...fundings.keys()].filter((request) => !settlements.has(request))).toEqual([])
    expect([...items].filter(old).filter(([request]) => !settlements.has(request) && !exceptions.has(request))).toEqual(
      [],
    )
    expect([...settlements].filter(old).filter(([request]) => !fundings.has(request))).toEqual([])
    expect([...byRequest(records('fee')).keys()]).toEqual([...settlements.keys()])
    const events = byRequest(records('processor-event'))
    expect([...settlements.keys()].filter((request) => !events.has(request))).toEqual([])
    // Some are still to come at the end, so that there is something to wait for.
    expect(items.size).toBeGreaterThan(fundings.size)
  })

  test('the fee of a sale is the sum of its parts', () => {
    const parts = ['Interchange', 'Discount', 'Assessment', 'PerItemFee']

    const wrong = records('fee').filter((fee) => {
      const sum = parts.reduce((soFar, part) => soFar + money(`Fee.${part}Amount`)(fee), 0)
      return sum !== money('Fee.TotalFeeAmount')(fee) || sum <= 0
    })

    expect(wrong).toEqual([])
  })

  test('amounts have the decimals of their currency: none for yen, three for dinars', () => {
    const payments = transactions.filter((record) => !isAccountCheck(record))
    const wrong = payments.filter((record) => {
      const currency = String(record.fields['PaymentData.CurrencyCode'])
      const decimals = decimalsOfCurrency(currency) ?? 0
      return amountOf(record) % 10 ** (AMOUNT_SCALE - decimals) !== 0 || amountOf(record) <= 0
    })
    const currencies = new Set(payments.map(({ fields }) => fields['PaymentData.CurrencyCode']))

    expect(wrong).toEqual([])
    for (const currency of ['USD', 'EUR', 'GBP', 'JPY', 'KWD', 'BRL', 'AUD']) {
      expect(currencies).toContain(currency)
    }
  })
})

/** Everything that net funding adds up. */
const MOVED: readonly (readonly [kind: KindName, amount: string, currency: string])[] = [
  ['batch-item', 'PaymentData.RequestedAmount', 'PaymentData.RequestedAmountCurrencyCode'],
  ['funding', 'Funding.FundingAmount', 'Funding.FundingCurrency'],
  ['funding', 'Funding.FeeAmount', 'Funding.FeeCurrency'],
  ['funding', 'Funding.AdjustmentAmount', 'Funding.AdjustmentCurrency'],
  ['fee', 'Fee.TotalFeeAmount', 'Fee.TotalFeeCurrency'],
  ['chargeback-or-retrieval', 'ChargebackAndRetrieval.ChargebackAmount', 'ChargebackAndRetrieval.ChargebackCurrency'],
  ['chargeback-or-retrieval', 'ChargebackAndRetrieval.AdjustmentAmount', 'ChargebackAndRetrieval.AdjustmentCurrency'],
  ['chargeback-or-retrieval', 'ChargebackAndRetrieval.FeeAmount', 'ChargebackAndRetrieval.FeeCurrency'],
]

test('net totals can be paid: yen without decimals, euros with two, dinars with three', () => {
  const nets = new Map<string, number>()
  for (const [kind, amount, currency] of MOVED) {
    for (const record of records(kind).filter(({ fields }) => fields[amount] !== undefined)) {
      const sign = amount === 'Funding.FundingAmount' ? 1 : -1
      add(nets, String(record.fields[currency]), sign * money(amount)(record))
    }
  }

  const unpayable = [...nets].filter(
    ([currency, net]) => net % 10 ** (AMOUNT_SCALE - (decimalsOfCurrency(currency) ?? AMOUNT_SCALE)) !== 0,
  )

  expect(unpayable).toEqual([])
  for (const currency of ['JPY', 'EUR', 'KWD']) expect(nets.get(currency)).toBeDefined()
})

test('deposits are the exact sums of payouts by merchant, day and currency', () => {
  const sums = new Map<string, number>()
  for (const funding of records('funding')) {
    const id = `${funding.merchantId} ${funding.fields['Funding.FundingIdentificationNumber']} ${funding.fields['Funding.FundingCurrency']}`
    const sign = isApplication('ics_credit')(funding) ? -1 : 1
    sums.set(id, (sums.get(id) ?? 0) + sign * money('Funding.FundingAmount')(funding))
  }

  const deposits = records('deposit').map((deposit): [string, number] => [
    `${deposit.merchantId} ${deposit.fields['Deposit.Identifier']} ${deposit.fields['Deposit.Currency']}`,
    money('Deposit.Amount')(deposit) * (deposit.fields['Deposit.Type'] === 'Debit' ? -1 : 1),
  ])

  expect(new Map(deposits)).toEqual(sums)
  expect(new Set(deposits.map(([id]) => id)).size).toBe(deposits.length)
})

test('refunds follow their sale and never exceed it', () => {
  const taken = new Map(captures.map((capture) => [orderOf(capture), capture]))
  const given = new Map<string, number>()
  for (const refund of refunds) {
    given.set(orderOf(refund), (given.get(orderOf(refund)) ?? 0) + amountOf(refund))
  }

  const late = refunds.filter((refund) => (taken.get(orderOf(refund))?.occurredAtMs ?? Infinity) >= refund.occurredAtMs)
  const tooMuch = [...given].filter(([order, sum]) => {
    const capture = taken.get(order)
    return capture === undefined || sum > amountOf(capture)
  })

  expect(refunds.length).toBeGreaterThan(20)
  expect(late).toEqual([])
  expect(tooMuch).toEqual([])
})

test('disputes concern settled sales, start weeks later, and end after they started', () => {
  const settled = byRequest(records('settlement'))
  const disputes = records('chargeback-or-retrieval')
  const began = new Map<string, number>()

  const wrong = disputes.filter((dispute) => {
    const sale = settled.get(requestOf(dispute))
    const before = began.get(requestOf(dispute))
    began.set(requestOf(dispute), dispute.occurredAtMs)
    const isEnd = dispute.fields['ChargebackAndRetrieval.CaseType'] === 'Representment'
    return (
      sale === undefined ||
      dispute.occurredAtMs < sale.occurredAtMs + 10 * DAY_MS ||
      money('ChargebackAndRetrieval.ChargebackAmount')(dispute) !== amountOf(sale) ||
      (isEnd && before === undefined)
    )
  })

  expect(disputes.length).toBeGreaterThan(0)
  expect(wrong).toEqual([])
})

test('a review ends with a capture or a release, as decided', () => {
  const reviewed = byRequest(authorizations.filter(({ fields }) => fields['Application.Rflag'] === 'SREVIEW'))
  const captured = new Set(captures.map(orderOf))
  const released = new Set(transactions.filter(isApplication('ics_auth_reversal')).map(orderOf))
  const screened = byRequest(records('fraud-decision-event'))
  const conversions = records('conversion').filter(({ occurredAtMs }) => occurredAtMs < endMs - DAY_MS)

  const wrong = conversions.filter((conversion) => {
    const order = reviewed.get(requestOf(conversion))
    if (order === undefined || !screened.has(requestOf(conversion))) return true
    const isAccepted = conversion.fields['Conversion.NewDecision'] === 'ACCEPT'
    return !(isAccepted ? captured : released).has(orderOf(order))
  })

  expect(conversions.length).toBeGreaterThan(0)
  expect(wrong).toEqual([])
})

test('stored cards and plans are charged by authorizations, and plans month by month', () => {
  const authorized = byRequest(authorizations)
  const stored = [...records('token-subscription-payment'), ...records('recurring-billing-payment')]
  const plans = Map.groupBy(
    records('recurring-billing-payment'),
    ({ fields, merchantId }) => `${merchantId} ${fields['Subscriptions.SubscriptionID']}`,
  )

  const counts = [...plans.values()].map((payments) => payments.length)

  expect(stored.filter((record) => !authorized.has(requestOf(record)))).toEqual([])
  // Twelve months, and a second attempt now and then.
  expect(Math.max(...counts)).toBeGreaterThanOrEqual(11)
  expect(Math.max(...counts)).toBeLessThanOrEqual(18)
})

test('banks correct verified accounts days later, and no money moves', () => {
  const checks = byRequest(transactions.filter(isAccountCheck))
  const corrections = records('processor-event').filter(({ fields }) => fields['Event.Event'] === 'Correction')

  const wrong = corrections.filter((correction) => {
    const check = checks.get(requestOf(correction))
    return check === undefined || correction.occurredAtMs < check.occurredAtMs + DAY_MS
  })

  expect(corrections.length).toBeGreaterThan(10)
  expect(wrong).toEqual([])
  expect([...checks.values()].filter((check) => amountOf(check) !== 0)).toEqual([])
  expect(corrections.filter(({ fields }) => !/^C\d\d: /.test(String(fields['Event.ProcessorMessage'])))).toEqual([])
})

test('bills count the transactions of the previous month, in the merchant’s time zone, and sum their fees', () => {
  const zones = new Map(plan.merchants.map(({ merchantId, timeZone }) => [merchantId, timeZone]))
  const monthOf = ({ merchantId, occurredAtMs }: ReadableRecord, back = 0): string => {
    const zone = zones.get(merchantId) ?? 'UTC'
    const at = Temporal.Instant.fromEpochMilliseconds(occurredAtMs).toZonedDateTimeISO(zone)
    return `${merchantId} ${at.toPlainDate().toPlainYearMonth().subtract({ months: back })}`
  }
  const used = new Map<string, number>()
  for (const record of transactions) add(used, `${monthOf(record)} ${record.fields['Application.Name']}`, 1)
  const fees = new Map<string, number>()
  for (const record of records('fee')) {
    const { 'PaymentMethod.CardType': card, 'Fee.TotalFeeCurrency': currency } = record.fields
    add(fees, `${monthOf(record)} ${card} ${currency}`, money('Fee.TotalFeeAmount')(record))
  }
  const billed = new Map<string, number>()
  const wrong = records('billing-summary').filter((record) => {
    const { fields } = record
    const service = fields['Invoice.PerformedServices']
    if (service === undefined) {
      const key = `${monthOf(record, 1)} ${fields['FeeSummary.CardType']} ${fields['FeeSummary.FundingCurrency']}`
      add(billed, key, money('FeeSummary.TotalFeeAmount')(record))
      return false
    }
    const isTransaction = /^ics_(auth|auth_reversal|bill|credit|ecp_authenticate)$/.test(String(service))
    const count = used.get(`${monthOf(record, 1)} ${service}`) ?? 0
    return isTransaction && fields['Invoice.Total'] !== count
  })

  expect(wrong).toEqual([])
  expect([...billed].filter(([key, sum]) => fees.get(key) !== sum)).toEqual([])
  expect(billed.size).toBeGreaterThan(100)
})

function add(sums: Map<string, number>, key: string, value: number): void {
  sums.set(key, (sums.get(key) ?? 0) + value)
}

function isApplication(name: string) {
  return ({ fields }: ReadableRecord): boolean => fields['Application.Name'] === name
}

function money(field: string) {
  return ({ fields }: ReadableRecord): number => Number(fields[field] ?? 0)
}

/** Request ids are unique among all merchants. */
function requestOf({ fields }: ReadableRecord): string {
  return String(fields['Request.RequestID'])
}

function orderOf({ merchantId, fields }: ReadableRecord): string {
  return `${merchantId} ${fields['Request.MerchantReferenceNumber']}`
}

function byRequest(list: readonly ReadableRecord[]): ReadonlyMap<string, ReadableRecord> {
  return new Map(list.map((record) => [requestOf(record), record]))
}
