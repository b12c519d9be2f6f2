import { beforeAll, expect, test } from 'vitest'
import { startApp } from '../../../../test/support/apps/app.ts'
import { onDemandClient } from '../../../../test/support/http/on-demand-client.ts'
import { seededRandom } from '../../../../test/support/random/seeded-random.ts'
import { settableClock } from '../../../../test/support/run/settable-clock.ts'
import { decimalsOfCurrency } from '../../../kernel/currency.ts'
import { type Decimal, formatDecimal, parseDecimal, sumOf } from '../../../kernel/decimal.ts'

const random = seededRandom(813)
const KINDS = [
  ...(['batch-item', 'settlement', 'funding', 'fee', 'chargeback-or-retrieval'] as const),
  ...(['service-fee', 'billing-summary', 'deposit'] as const),
]
const RECORDS = 150
const QUERIES = 40
const DAYS = 40
const FIRST_MS = Date.UTC(2026, 1, 10)
const DAY_MS = 86_400_000

/** Spellings of card schemes, and the name that is reported for each. */
const SUBTYPES: Readonly<Record<string, string>> = {
  ...{ '001': 'VI', visa: 'VI', VI: 'VI', Mastercard: 'MC', dp: 'DP', '036': 'OTHER' },
  ...{ Troy: 'OTHER', '': 'OTHER' },
}
const CURRENCIES = ['USD', 'JPY', 'KWD', '']
const CHOICES: Readonly<Record<string, readonly string[]>> = {
  'Application.Name': ['ics_bill', 'ics_bill', 'ics_credit', 'ics_oct', ''],
  'PaymentMethod.CardType': Object.keys(SUBTYPES),
  'ChargebackAndRetrieval.FinancialImpactType': ['debit', 'Credit', 'NONE', '', 'odd'],
  'ChargebackAndRetrieval.FinancialImpact': ['Y', 'n', ''],
  'ChargebackAndRetrieval.ResolvedToIndicato': ['Merchant', 'Issuer', ''],
  'ChargebackAndRetrieval.CaseType': [
    ...['Chargeback', 'Retrieval Request', 'retrieval', 'Representment', 'Reversal', 'Adjustment', 'Arbitration', ''],
    'Pre-Dispute',
  ],
}
const PAYMENT = ['Application.Name', 'PaymentMethod.CardType']
const REQUESTED = ['PaymentData.RequestedAmount', 'PaymentData.RequestedAmountCurrencyCode']
const DISPUTED = [
  ...['ChargebackAmount', 'ChargebackCurrency', 'AdjustmentAmount', 'AdjustmentCurrency'],
  ...['FeeAmount', 'FeeCurrency', 'FinancialImpactType', 'FinancialImpact', 'ResolvedToIndicato'],
  'CaseType',
]
const FIELDS: Readonly<Record<(typeof KINDS)[number], readonly string[]>> = {
  'batch-item': [...PAYMENT, ...REQUESTED],
  settlement: [...PAYMENT, ...REQUESTED, 'Event.Amount', 'Event.CurrencyCode'],
  funding: [
    ...PAYMENT,
    ...['FundingAmount', 'FundingCurrency', 'FeeAmount', 'FeeCurrency'].map((f) => `Funding.${f}`),
    ...['AdjustmentAmount', 'AdjustmentCurrency'].map((f) => `Funding.${f}`),
  ],
  fee: [...PAYMENT, 'Fee.TotalFeeAmount', 'Fee.TotalFeeCurrency', 'Fee.DiscountAmount'],
  'chargeback-or-retrieval': [...PAYMENT, ...DISPUTED.map((f) => `ChargebackAndRetrieval.${f}`)],
  'service-fee': [...PAYMENT, 'Fee.TotalFeeAmount', 'Fee.TotalFeeCurrency'],
  'billing-summary': ['FeeSummary.TotalFeeAmount', 'FeeSummary.FundingCurrency'],
  deposit: ['Deposit.Amount', 'Deposit.Currency'],
}

type Stored = {
  readonly kind: (typeof KINDS)[number]
  readonly merchantId: string
  readonly atMs: number
  readonly said: (name: string) => string
}

const app = await startApp({ hasEngine: true, clock: settableClock('2026-04-10T10:00:00Z'), with: [onDemandClient] })
const stored: Stored[] = []

function pick<T>(from: readonly T[]): T {
  return from[random.integer(0, from.length - 1)] as T
}

function aValue(name: string): string {
  const choices = CHOICES[name]
  if (choices !== undefined) return pick(choices)
  if (/Currency/.test(name)) return pick(CURRENCIES)
  const size = `${random.integer(0, 9_999)}.${random.integer(0, 9_999)}`
  return pick([size, size, `-${size}`, '99999999999999.9999', ''])
}

beforeAll(async () => {
  for (const kind of KINDS) {
    const versions = [1, 2].map((version) =>
      Array.from({ length: RECORDS }, (_, index) => ({
        recordId: `r${index}`,
        version,
        merchantId: ['shop', 'sister', 'foreign'][index % 3] ?? '',
        occurredAt: new Date(FIRST_MS + ((index * 7) % DAYS) * DAY_MS).toISOString(),
        ...(version === 2 && index % 5 === 0 ? { deleted: true } : {}),
        fields: Object.fromEntries(FIELDS[kind].map((name) => [name, aValue(name)])),
      })),
    )
    // Only some have a second version.
    const [first = [], second = []] = versions
    const isChanged = (index: number): boolean => index % 2 === 0
    await app.put(kind, first)
    await app.put(
      kind,
      second.filter((_, index) => isChanged(index)),
    )
    for (const [index, own] of first.entries()) {
      const last = isChanged(index) ? (second[index] ?? own) : own
      if ('deleted' in last) continue
      const fields = last.fields
      const said = (name: string): string => fields[name] ?? ''
      stored.push({ kind, merchantId: own.merchantId, atMs: Date.parse(own.occurredAt), said })
    }
  }
})

test('the net of any window equals the sum of its records', async () => {
  for (let index = 0; index < QUERIES; index += 1) {
    const owner = pick(['partner', 'account', 'shop', 'foreign'] as const)
    const fromMs = FIRST_MS + random.integer(0, DAYS - 1) * DAY_MS
    const toMs = fromMs + random.integer(1, DAYS) * DAY_MS - pick([0, 1])
    const [startTime, endTime] = [fromMs, toMs].map((ms) => new Date(ms).toISOString())

    const asked = { startTime: startTime ?? '', endTime: endTime ?? '' }
    const { status, body } = await app.ask(owner, 'net-fundings', asked)

    const visible = owner === 'shop' || owner === 'foreign' ? [owner] : ['shop', 'sister']
    const own = stored.filter(({ merchantId, atMs }) => visible.includes(merchantId) && atMs >= fromMs && atMs < toMs)
    const expected = reference(own.flatMap(movementsOf))
    expect(status === 404 ? NOTHING : body, `${owner} ${startTime} ${endTime}`).toMatchObject(expected)
  }
})

const TYPES = ['PURCHASES', 'REFUNDS', 'FEES', 'CHARGEBACKS']
const NOTHING = reference([])

type Movement = readonly [
  type: string,
  stage: 'conveyed' | 'settled' | 'funded',
  card: string,
  currency: string,
  units: bigint,
]

/** In ten-thousandths; undefined where there is none. */
function unitsOf(text: string): bigint | undefined {
  const decimal = text === '' ? undefined : parseDecimal(text)
  return decimal && sumOf(decimal, { units: 0n, scale: 4 }).units
}

function sizeOf(units: bigint): bigint {
  return units < 0n ? -units : units
}

function movementsOf({ kind, said }: Stored): readonly Movement[] {
  const card = said('PaymentMethod.CardType')
  const isRefund = ['ics_credit', 'ics_oct'].includes(said('Application.Name'))
  const type = isRefund ? 'REFUNDS' : 'PURCHASES'
  const moved = (units: bigint): bigint => (isRefund ? sizeOf(units) : units)
  const feeOf = (amount: string, currency: string): readonly Movement[] => {
    const units = unitsOf(said(amount))
    return units === undefined ? [] : [['FEES', 'funded', card, said(currency), units]]
  }
  switch (kind) {
    case 'batch-item': {
      const units = moved(unitsOf(said('PaymentData.RequestedAmount')) ?? 0n)
      return [[type, 'conveyed', card, said('PaymentData.RequestedAmountCurrencyCode'), units]]
    }
    case 'settlement': {
      const requested = said('PaymentData.RequestedAmountCurrencyCode')
      return [[type, 'settled', card, said('Event.CurrencyCode') || requested, 0n]]
    }
    case 'funding': {
      const units = unitsOf(said('Funding.FundingAmount'))
      const currency = said('Funding.FundingCurrency')
      return [
        ...(units === undefined ? [] : [[type, 'funded', card, currency, moved(units)] as const]),
        ...feeOf('Funding.FeeAmount', 'Funding.FeeCurrency'),
        ...feeOf('Funding.AdjustmentAmount', 'Funding.AdjustmentCurrency'),
      ]
    }
    case 'fee':
      return feeOf('Fee.TotalFeeAmount', 'Fee.TotalFeeCurrency')
    case 'chargeback-or-retrieval':
      return [
        ...disputed(card, (name) => said(`ChargebackAndRetrieval.${name}`)),
        ...feeOf('ChargebackAndRetrieval.FeeAmount', 'ChargebackAndRetrieval.FeeCurrency'),
      ]
    case 'service-fee':
    case 'billing-summary':
    case 'deposit':
      return []
  }
}

function disputed(card: string, said: (name: string) => string): readonly Movement[] {
  const direction = directionOf(said)
  const names = ['Chargeback', 'Adjustment']
  const ordered = direction === 'credit' ? names.toReversed() : names
  const name = ordered.find((one) => said(`${one}Amount`) !== '')
  if (direction === 'none' || name === undefined) return []
  const size = sizeOf(unitsOf(said(`${name}Amount`)) ?? 0n)
  const units = direction === 'credit' ? -size : size
  return [['CHARGEBACKS', 'funded', card, said(`${name}Currency`), units]]
}

function directionOf(said: (name: string) => string): string {
  const impact = said('FinancialImpactType').toLowerCase()
  if (['debit', 'credit', 'none'].includes(impact)) return impact
  if (said('FinancialImpact') === 'n') return 'none'
  const isWon = said('ResolvedToIndicato') === 'Merchant'
  const byStep: Readonly<Record<string, string>> = {
    retrieval: 'none',
    'Retrieval Request': 'none',
    Representment: isWon ? 'credit' : 'none',
    Reversal: 'credit',
    Arbitration: isWon ? 'credit' : 'debit',
    'Pre-Dispute': said('FinancialImpact') === '' ? 'none' : 'debit',
    Adjustment: said('FinancialImpact') === '' ? 'none' : isWon ? 'credit' : 'debit',
  }
  return byStep[said('CaseType')] ?? 'debit'
}

function reference(movements: readonly Movement[]) {
  const rows = new Map<string, Movement[]>()
  for (const movement of movements) {
    const [type, , card, currency] = movement
    const key = [TYPES.indexOf(type), SUBTYPES[card], currency].join('|')
    rows.set(key, [...(rows.get(key) ?? []), movement])
  }
  const netFundingSummaries = [...rows.keys()].sort().map((key) => {
    const [type, paymentSubType, currencyCode = ''] = key.split('|')
    const at = (stage: string) => (rows.get(key) ?? []).filter((own) => own[1] === stage)
    return {
      ...{ type: TYPES[Number(type)], paymentSubType, currencyCode },
      conveyedCount: at('conveyed').length,
      conveyedAmount: written(at('conveyed'), currencyCode),
      settledCount: at('settled').length,
      fundedCount: at('funded').length,
      fundedAmount: written(at('funded'), currencyCode),
    }
  })
  const total = (...types: string[]) => {
    const own = movements.filter(([type]) => types.includes(type))
    return [...new Set(own.map(([, , , currency]) => currency))].sort().map((currency) => {
      const funded = own.filter((one) => one[1] === 'funded' && one[3] === currency)
      const signed = funded.map((one): Movement => {
        const isTaken = types.length > 1 && one[0] !== 'PURCHASES'
        return [one[0], one[1], one[2], one[3], isTaken ? -one[4] : one[4]]
      })
      return { currency, value: written(signed, currency) }
    })
  }
  return {
    netFundingSummaries,
    totalPurchases: total('PURCHASES'),
    totalRefunds: total('REFUNDS'),
    totalFees: total('FEES'),
    totalChargebacks: total('CHARGEBACKS'),
    netTotal: total(...TYPES),
  }
}

function written(movements: readonly Movement[], currency: string): string {
  const sum: Decimal = { units: movements.reduce((all, own) => all + own[4], 0n), scale: 4 }
  return formatDecimal(sum, decimalsOfCurrency(currency) ?? 2)
}
