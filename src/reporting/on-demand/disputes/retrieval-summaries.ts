import { listReport } from '../responses/list-report.ts'
import type { ReportForm } from '../responses/report-form.ts'
import { DISPUTE_SUMMARY_COLUMNS, loadDisputeSummaries } from './dispute-summaries.ts'

export const RETRIEVAL_SUMMARIES_FORM: ReportForm = {
  title: 'Retrieval Summary Report',
  version: '1.0',
  dtdCode: 'rts',
  item: {
    listName: 'retrievalSummaries',
    element: 'RetrievalSummary',
    columns: DISPUTE_SUMMARY_COLUMNS,
  },
}

/** Requests for the documents of payments, counted. */
export const RETRIEVAL_SUMMARIES = listReport({
  name: 'retrieval-summaries',
  operationId: 'getRetrievalSummary',
  summary: 'Retrieval summaries',
  description: 'Number of retrieval requests by merchant and day. Days start at midnight in the offset of startTime.',
  form: RETRIEVAL_SUMMARIES_FORM,
  items: (deps, scope) => loadDisputeSummaries(deps, scope, 'retrieval'),
})
