import { listReport } from '../responses/list-report.ts'
import type { ReportForm } from '../responses/report-form.ts'
import { DISPUTE_SUMMARY_COLUMNS, loadDisputeSummaries } from './dispute-summaries.ts'

export const CHARGEBACK_SUMMARIES_FORM: ReportForm = {
  title: 'Chargeback Summary Report',
  version: '1.0',
  dtdCode: 'cbs',
  item: {
    listName: 'chargebackSummaries',
    element: 'ChargebackSummary',
    columns: DISPUTE_SUMMARY_COLUMNS,
  },
}

/** Disputes of payments, counted. */
export const CHARGEBACK_SUMMARIES = listReport({
  name: 'chargeback-summaries',
  operationId: 'getChargebackSummaries',
  summary: 'Chargeback summaries',
  description: 'Number of disputes by merchant and day. Days start at midnight in the offset of startTime.',
  form: CHARGEBACK_SUMMARIES_FORM,
  items: (deps, scope) => loadDisputeSummaries(deps, scope, 'chargeback'),
})
