import Type from 'typebox'
import {
  checked,
  invalid,
  members,
  missing,
  optional,
  refuseContent,
  together,
  valueOrThrow,
  withDefault,
} from '../../../kernel/reading/reading.ts'
import { given, oneOf, wholeNumber } from '../../../kernel/reading/text-readers.ts'
import { findOrganizations } from '../../../organizations/index.ts'
import type { Organization } from '../../../organizations/pure.ts'
import { recordWindow } from '../../reports/terms/time-window.ts'
import { Amount, CurrencyCode, WINDOW_PARAMETERS, WINDOW_PROPERTIES } from '../responses/contract.ts'
import type { OnDemandDeps, OnDemandQuery, OnDemandReport, OnDemandRequest } from '../responses/on-demand-report.ts'
import { formatAmount, parseSum } from '../responses/record-value.ts'
import { column, type Item, numberColumn, type ReportForm } from '../responses/report-form.ts'
import { startUnlessEmpty, writeList } from '../responses/write-list.ts'
import { type BatchSum, loadBatchSums } from './batch-sums.ts'
import { type Cut, ROLL_UPS, type Span, timeBuckets } from './time-buckets.ts'

export const PAYMENT_BATCH_SUMMARY_FORM: ReportForm = {
  title: 'Payment Batch Summary Report',
  version: '1.0',
  dtdCode: 'pbsr',
  item: {
    listName: 'paymentBatchSummaries',
    element: 'PaymentBatchSummary',
    columns: [
      column('currencyCode'),
      column('paymentSubTypeDescription'),
      column('startTime'),
      column('endTime'),
      ...['salesCount', 'salesAmount', 'creditCount', 'creditAmount'].map(numberColumn),
      ...['accountName', 'accountId', 'merchantId', 'merchantName'].map((name) => column(name)),
    ],
  },
}

const BREAKDOWNS = ['account_rollup', 'all_merchant', 'selected_merchant'] as const
type Breakdown = (typeof BREAKDOWNS)[number]

type SummariesQuery = OnDemandQuery & { readonly cut: Cut; readonly breakdown: Breakdown }

const Summary = Type.Object({
  currencyCode: CurrencyCode,
  paymentSubTypeDescription: Type.String({
    description: 'Name of the card scheme; Other if it is unknown or no card was used.',
    examples: ['Diners Club'],
  }),
  ...WINDOW_PROPERTIES,
  salesCount: Type.Integer({ minimum: 0 }),
  salesAmount: Amount,
  creditCount: Type.Integer({ minimum: 0 }),
  creditAmount: Amount,
  accountName: Type.String(),
  accountId: Type.String({
    description: 'The requested organization; in a breakdown by merchant, the parent of the merchant.',
  }),
  merchantId: Type.Optional(Type.String({ description: 'Only in a breakdown by merchant.' })),
  merchantName: Type.Optional(Type.String()),
})

const QUERY = together({
  window: recordWindow,
  summary: checked(
    members({
      rollUp: optional(given(oneOf(ROLL_UPS))),
      breakdown: optional(given(oneOf(BREAKDOWNS))),
      startDayOfWeek: withDefault(given(wholeNumber(1, 7)), 1),
    }),
    ({ rollUp, breakdown }) => {
      const isByMerchant = breakdown !== undefined && breakdown !== 'account_rollup'
      return isByMerchant && rollUp === undefined ? [missing('rollUp', `is required together with ${breakdown}`)] : []
    },
  ),
})

/** Sales and refunds sent to the processor, by time, currency and payment method. */
export const PAYMENT_BATCH_SUMMARIES: OnDemandReport<SummariesQuery> = {
  name: 'payment-batch-summaries',
  operationId: 'getPaymentBatchSummary',
  summary: 'Payment batch summaries',
  description: 'Sales and refunds sent to the processor, by day, week or month, currency and payment method.',
  query: Type.Object({
    ...WINDOW_PARAMETERS,
    rollUp: Type.Optional(
      Type.Union(
        ROLL_UPS.map((rollUp) => Type.Literal(rollUp)),
        {
          description: 'Unit that the window is divided into, in the offset of startTime. Default: not divided.',
        },
      ),
    ),
    breakdown: Type.Optional(
      Type.Union(
        BREAKDOWNS.map((breakdown) => Type.Literal(breakdown)),
        {
          description:
            'Totals for the organization (the default), for each merchant below it, or for the merchant given by organizationId. A breakdown by merchant requires rollUp.',
        },
      ),
    ),
    startDayOfWeek: Type.Optional(
      Type.Integer({
        ...{ minimum: 1, maximum: 7, default: 1 },
        description: 'First day of the week: 1 is Sunday, 7 is Saturday.',
      }),
    ),
  }),
  body: Type.Object({ ...WINDOW_PROPERTIES, paymentBatchSummaries: Type.Array(Summary) }),
  form: PAYMENT_BATCH_SUMMARY_FORM,
  formats: ['json', 'xml', 'csv'],
  read: (query) => {
    const { window, summary } = valueOrThrow(QUERY(query, ''))
    const { rollUp, breakdown = 'account_rollup', startDayOfWeek } = summary
    return { window, cut: { rollUp, startDayOfWeek }, breakdown }
  },
  respond: async (deps, request) => {
    const { query, scope, format, organization } = request
    if (query.breakdown === 'selected_merchant' && organization.type !== 'merchant') {
      const sentence = 'must be a merchant if breakdown is selected_merchant'
      refuseContent([invalid('organizationId', sentence)])
    }
    const items = await startUnlessEmpty(summaries(deps, request))
    const head = writtenTimes(scope.window, scope.window.offset)
    return items && writeList(PAYMENT_BATCH_SUMMARY_FORM, { scope, format, items, head })
  },
}

async function* summaries(
  { engine, database }: OnDemandDeps,
  { query, scope: { merchantIds, window }, organization }: OnDemandRequest<SummariesQuery>,
): AsyncGenerator<readonly Item[], void> {
  const buckets = timeBuckets(window, query.cut)
  const isByMerchant = query.breakdown !== 'account_rollup'
  const ownersOf = isByMerchant
    ? await loadMerchantOwners(database, organization, merchantIds)
    : () => accountOf(organization)
  const sumQuery = { merchantIds, window, buckets, isByMerchant }
  for await (const sums of loadBatchSums(engine, sumQuery)) {
    // Many sums share a bucket, and formatting its times takes longer than everything else.
    const times = new Map(
      [...new Set(sums.map(({ bucket }) => bucket))].map(
        (bucket) => [bucket, writtenTimes(buckets.within(bucket), window.offset)] as const,
      ),
    )
    yield sums.map((sum) => ({
      ...summaryOf(sum, times.get(sum.bucket)),
      ...ownersOf(sum.merchantId),
    }))
  }
}

function summaryOf(sum: BatchSum, times: Item | undefined): Item {
  const { currencyCode, paymentSubTypeDescription, salesCount, creditCount } = sum
  const amountOf = (text: string): string => formatAmount(parseSum(text), currencyCode)
  return {
    currencyCode,
    paymentSubTypeDescription,
    ...times,
    salesCount,
    salesAmount: amountOf(sum.salesAmount),
    creditCount,
    creditAmount: amountOf(sum.creditAmount),
  }
}

/**
 * Loads the names of merchants and their accounts: the parent of the merchant, or the requested organization itself.
 */
async function loadMerchantOwners(
  { db }: OnDemandDeps['database'],
  requested: Organization,
  merchantIds: readonly string[],
): Promise<(merchantId: string) => Item> {
  const merchants = await findOrganizations(db, merchantIds)
  const parentIds = new Set([...merchants.values()].flatMap(({ parentId }) => parentId ?? []))
  const parents = await findOrganizations(db, [...parentIds])
  return (merchantId) => {
    const merchant = merchants.get(merchantId)
    const isBelow = merchantId !== requested.organizationId
    const parent = isBelow ? parents.get(merchant?.parentId ?? '') : undefined
    return { ...accountOf(parent ?? requested), merchantId, merchantName: merchant?.name }
  }
}

function accountOf({ name, organizationId }: Organization): Item {
  return { accountName: name, accountId: organizationId }
}

function writtenTimes({ from, to }: Span, offset: string) {
  return { startTime: offsetText(from, offset), endTime: offsetText(to, offset) }
}

/** Such as `2026-03-01T00:00:00.000-08:00`, with Z for an offset of zero. */
function offsetText(instant: Temporal.Instant, offset: string): string {
  const local = instant.toZonedDateTimeISO(offset)
  const text = local.toPlainDateTime().toString({ fractionalSecondDigits: 3 })
  return `${text}${local.offsetNanoseconds === 0 ? 'Z' : local.offset}`
}
