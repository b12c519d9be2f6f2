import { CHARGEBACK_DETAILS_FORM } from './chargeback-details.ts'
import { CHARGEBACK_SUMMARIES_FORM } from './chargeback-summaries.ts'
import { CONVERSION_FORM } from './conversion-details.ts'
import { INTERCHANGE_FORM } from './interchange-clearing-level-details.ts'
import { NOTIFICATION_OF_CHANGES_FORM } from './notification-of-changes.ts'
import { PAYMENT_BATCH_SUMMARY_FORM } from './payment-batch-summaries.ts'
import { PURCHASE_REFUND_FORM } from './purchase-refund-writing.ts'
import type { NestedForm, ReportForm } from './report-form.ts'
import { RETRIEVAL_DETAILS_FORM } from './retrieval-details.ts'
import { RETRIEVAL_SUMMARIES_FORM } from './retrieval-summaries.ts'

/** The forms of all answers in XML: whoever gets one may ask what it looks like. */
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
