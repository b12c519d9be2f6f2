import type { ListedRecord } from '../responses/list-records.ts'
import { listReport } from '../responses/list-report.ts'
import { column, type Item, type ReportForm } from '../responses/report-form.ts'
import { caseTypeOf, DISPUTE_COLUMNS, loadDisputes } from './dispute-details.ts'

export const CHARGEBACK_DETAILS_FORM: ReportForm = {
  title: 'Chargeback Detail Report',
  version: '1.0',
  dtdCode: 'cbd',
  item: {
    listName: 'chargebackDetails',
    element: 'Chargeback',
    columns: [...DISPUTE_COLUMNS, column('preDisputeFlag')],
  },
}

/** Disputes of payments, at every step that they take. */
export const CHARGEBACK_DETAILS = listReport({
  name: 'chargeback-details',
  operationId: 'getChargebackDetails',
  summary: 'Chargeback details',
  description: 'Disputes of payments, by merchant and time: chargebacks, representments and later steps.',
  form: CHARGEBACK_DETAILS_FORM,
  items: (deps, scope) => loadDisputes(deps, scope, 'chargeback', preDispute),
})

/** An announcement before the dispute begins; a pre-arbitration comes after it and is none. */
const PRE_DISPUTE = /^pre[- ]?dispute/i

function preDispute(record: ListedRecord): Item {
  const caseType = caseTypeOf(record)
  return { preDisputeFlag: caseType && (PRE_DISPUTE.test(caseType) ? 'Y' : 'N') }
}
