import Type from 'typebox'
import { members, optional, together, valueOrThrow } from '../../../kernel/reading/reading.ts'
import { given, plainText } from '../../../kernel/reading/text-readers.ts'
import { writtenInstant } from '../../../kernel/time/time-text.ts'
import { recordWindow } from '../../reports/terms/time-window.ts'
import { Amount, CurrencyCode, GroupName, WINDOW_PARAMETERS, WINDOW_PROPERTIES } from '../responses/contract.ts'
import type { OnDemandReport, OnDemandScope } from '../responses/on-demand-report.ts'
import { recordWindowOf } from '../responses/record-items.ts'
import { formatAmount } from '../responses/record-value.ts'
import { loadMoneyMovements } from './money-movements.ts'
import { type CurrencyTotal, type FundingSummary, MOVEMENT_TYPES, type NetFunding, netFunding } from './net-funding.ts'

const GROUP_NAME_LENGTH_MAX = 80

const Count = Type.Integer({ minimum: 0 })

const Summary = Type.Object({
  type: Type.Union(MOVEMENT_TYPES.map((type) => Type.Literal(type))),
  paymentSubType: Type.String({
    description: 'Two-letter code of the card scheme; OTHER if it has none or no card was used.',
    examples: ['VI'],
  }),
  conveyedCount: Count,
  conveyedAmount: Amount,
  settledCount: Count,
  fundedCount: Count,
  fundedAmount: Amount,
  currencyCode: CurrencyCode,
})

const Totals = Type.Array(Type.Object({ currency: CurrencyCode, value: Amount }))

const QUERY = together({
  window: recordWindow,
  filter: members({ groupName: optional(given(plainText(GROUP_NAME_LENGTH_MAX))) }),
})

/** The money that the merchant received, the deductions from it, and the remainder. */
export const NET_FUNDINGS: OnDemandReport = {
  name: 'net-fundings',
  operationId: 'getNetFundingDetails',
  summary: 'Net funding',
  description:
    'Purchases, refunds, fees and chargebacks of a time window, by payment subtype and currency, and the net total.',
  query: Type.Object({ ...WINDOW_PARAMETERS, groupName: GroupName }),
  body: Type.Object({
    ...WINDOW_PROPERTIES,
    netFundingSummaries: Type.Array(Summary),
    totalPurchases: Totals,
    totalRefunds: Totals,
    totalFees: Totals,
    totalChargebacks: Totals,
    netTotal: Totals,
  }),
  formats: ['json'],
  read: (query) => {
    const { window, filter } = valueOrThrow(QUERY(query, ''))
    return { window, groupName: filter.groupName }
  },
  respond: async ({ engine }, { scope }) => {
    const movements = await loadMoneyMovements(engine, recordWindowOf(scope))
    return movements.length === 0 ? undefined : writeNetFunding(scope, netFunding(movements))
  },
}

async function* writeNetFunding(
  { window: { from, to } }: OnDemandScope,
  { summaries, totals, net }: NetFunding,
): AsyncGenerator<string, void> {
  yield JSON.stringify({
    startTime: writtenInstant(from),
    endTime: writtenInstant(to),
    netFundingSummaries: summaries.map(presentSummary),
    totalPurchases: totals.PURCHASES.map(presentTotal),
    totalRefunds: totals.REFUNDS.map(presentTotal),
    totalFees: totals.FEES.map(presentTotal),
    totalChargebacks: totals.CHARGEBACKS.map(presentTotal),
    netTotal: net.map(presentTotal),
  })
}

function presentSummary(summary: FundingSummary) {
  const { type, paymentSubType, currencyCode, conveyed, settled, funded } = summary
  return {
    type,
    paymentSubType,
    conveyedCount: conveyed.count,
    conveyedAmount: formatAmount(conveyed.amount, currencyCode),
    settledCount: settled.count,
    fundedCount: funded.count,
    fundedAmount: formatAmount(funded.amount, currencyCode),
    currencyCode,
  }
}

function presentTotal({ currency, value }: CurrencyTotal) {
  return { currency, value: formatAmount(value, currency) }
}
