import { listReport } from '../responses/list-report.ts'
import type { ReportForm } from '../responses/report-form.ts'
import { DISPUTE_COLUMNS, loadDisputes } from './dispute-details.ts'

export const RETRIEVAL_DETAILS_FORM: ReportForm = {
  title: 'Retrieval Detail Report',
  version: '1.0',
  dtdCode: 'rtd',
  item: { listName: 'retrievalDetails', element: 'Retrieval', columns: DISPUTE_COLUMNS },
}

/** Requests for the documents of payments. */
export const RETRIEVAL_DETAILS = listReport({
  name: 'retrieval-details',
  operationId: 'getRetrievalDetails',
  summary: 'Retrieval details',
  description: 'Issuers’ requests for documents about payments, by merchant and time.',
  form: RETRIEVAL_DETAILS_FORM,
  items: (deps, scope) => loadDisputes(deps, scope, 'retrieval'),
})
