import { CHARGEBACK_DETAILS, RETRIEVAL_DETAILS } from './disputes/dispute-details.ts'
import { CHARGEBACK_SUMMARIES, RETRIEVAL_SUMMARIES } from './disputes/dispute-summaries.ts'
import { CONVERSION_DETAILS } from './money/conversion-details.ts'
import { INTERCHANGE_CLEARING_LEVEL_DETAILS } from './money/interchange-clearing-level-details.ts'
import { NET_FUNDINGS } from './money/net-fundings.ts'
import { NOTIFICATION_OF_CHANGES } from './money/notification-of-changes.ts'
import { PAYMENT_BATCH_SUMMARIES } from './money/payment-batch-summaries.ts'
import { PURCHASE_REFUND_DETAILS } from './purchase-refunds/purchase-refund-details.ts'
import type { OnDemandReport } from './responses/on-demand-report.ts'

/** All reports that are computed on request. */
export const ON_DEMAND_REPORTS: readonly OnDemandReport[] = [
  CONVERSION_DETAILS,
  PURCHASE_REFUND_DETAILS,
  NET_FUNDINGS,
  PAYMENT_BATCH_SUMMARIES,
  CHARGEBACK_DETAILS,
  CHARGEBACK_SUMMARIES,
  RETRIEVAL_DETAILS,
  RETRIEVAL_SUMMARIES,
  INTERCHANGE_CLEARING_LEVEL_DETAILS,
  NOTIFICATION_OF_CHANGES,
]
