import { CHARGEBACK_DETAILS_FORM, RETRIEVAL_DETAILS_FORM } from './disputes/dispute-details.ts'
import { CHARGEBACK_SUMMARIES_FORM, RETRIEVAL_SUMMARIES_FORM } from './disputes/dispute-summaries.ts'
import { CONVERSION_FORM } from './money/conversion-details.ts'
import { INTERCHANGE_FORM } from './money/interchange-clearing-level-details.ts'
import { NOTIFICATION_OF_CHANGES_FORM } from './money/notification-of-changes.ts'
import { PAYMENT_BATCH_SUMMARY_FORM } from './money/payment-batch-summaries.ts'
import { PURCHASE_REFUND_FORM } from './purchase-refunds/write-purchase-refunds.ts'
import type { NestedForm, ReportForm } from './responses/report-form.ts'

/** The forms of all XML responses, for their DTDs. */
export const ON_DEMAND_FORMS: readonly (ReportForm | NestedForm)[] = [
  CONVERSION_FORM,
  PURCHASE_REFUND_FORM,
  PAYMENT_BATCH_SUMMARY_FORM,
  CHARGEBACK_DETAILS_FORM,
  CHARGEBACK_SUMMARIES_FORM,
  RETRIEVAL_DETAILS_FORM,
  RETRIEVAL_SUMMARIES_FORM,
  INTERCHANGE_FORM,
  NOTIFICATION_OF_CHANGES_FORM,
]
