import type { Row } from '../row.ts'
import { ACCESS_ROWS } from './access-rows.ts'
import { INVOICE_IMPORT_ROWS } from './invoice-import-rows.ts'
import { INVOICE_JOB_ROWS } from './invoice-job-rows.ts'
import { CUSTOM_FIELD_ROWS, INVOICE_ROWS } from './invoicing-rows.ts'
import { ON_DEMAND_ROWS } from './on-demand-rows.ts'
import { ORGANIZATION_ROWS } from './organization-rows.ts'
import { PAYMENT_ROWS } from './payment-rows.ts'
import { PORTAL_ROWS } from './portal-rows.ts'
import { PUBLIC_ROWS } from './public-rows.ts'
import { RECORD_ROWS } from './record-rows.ts'
import { REPORT_PORTAL_ROWS } from './report-portal-rows.ts'
import { REPORT_ROWS } from './report-rows.ts'
import { SIGN_IN_ROWS } from './sign-in-rows.ts'
import { SUBSCRIPTION_ROWS } from './subscription-rows.ts'
import { WEBHOOK_ROWS } from './webhook-rows.ts'

/** A row for every route of the service; each component adds its own. */
export const ROWS: readonly Row[] = [
  ...PUBLIC_ROWS,
  ...ORGANIZATION_ROWS,
  ...ACCESS_ROWS,
  ...SIGN_IN_ROWS,
  ...INVOICE_ROWS,
  ...CUSTOM_FIELD_ROWS,
  ...INVOICE_JOB_ROWS,
  ...INVOICE_IMPORT_ROWS,
  ...PAYMENT_ROWS,
  ...PORTAL_ROWS,
  ...REPORT_ROWS,
  ...REPORT_PORTAL_ROWS,
  ...SUBSCRIPTION_ROWS,
  ...ON_DEMAND_ROWS,
  ...RECORD_ROWS,
  ...WEBHOOK_ROWS,
]
