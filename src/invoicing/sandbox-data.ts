import { countRows } from '../platform/postgres/empty-tables.ts'
import type { SandboxData } from '../platform/stores/sandbox-data.ts'

/** Invoices and everything about them. Settings and custom fields are kept; numbers begin at 1 again. */
export const invoicingSandboxData: SandboxData = {
  tables: [
    'invoice_job_entries',
    'invoice_jobs',
    'invoice_import_results',
    'invoice_import_rows',
    'invoice_imports',
    'invoice_import_references',
    'invoice_import_mappings',
    'invoice_reminders',
    'invoice_history',
    'invoices',
    'invoice_status_counts',
    'invoice_counters',
    'personal_data_violations',
  ],
  count: async (db) => ({ invoices: await countRows(db, 'invoices') }),
}
