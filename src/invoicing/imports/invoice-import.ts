// pure
import type { Actor, AuditActor } from '../../kernel/actor.ts'
import type { JobStop } from '../bulk/invoice-job.ts'
import type { ImportOptions } from './reading/import-options.ts'

/** Bounds of one file. */
export const FILE_BYTES_MAX = 10 * 1024 * 1024
export const ROWS_MAX = 20_000
export const COLUMNS_MAX = 100
export const COLUMN_NAME_LENGTH_MAX = 200
export const FILE_NAME_LENGTH_MAX = 255
/** Imports of one organization: the oldest that does not run makes room for another. */
export const KEPT_IMPORTS_MAX = 50
export const RUNNING_IMPORTS_MAX = 20
export const KEPT_MAPPINGS_MAX = 100
export const IMPORT_RETENTION_DAYS = 30

export const DELIMITERS = [',', ';', '\t'] as const
export type Delimiter = (typeof DELIMITERS)[number]

export const IMPORT_STATUSES = ['UPLOADED', 'RUNNING', 'COMPLETED', 'STOPPED'] as const
export type ImportStatus = (typeof IMPORT_STATUSES)[number]

export type ImportKey = { readonly organizationId: string; readonly importId: string }

/** A file of invoices. */
export type InvoiceImport = ImportKey & {
  readonly fileName: string | undefined
  readonly delimiter: Delimiter
  /** The names of the header; those that are empty have one by their place. */
  readonly columns: readonly string[]
  readonly rowCount: number
  readonly status: ImportStatus
  /** Undefined until it runs. */
  readonly options: ImportOptions | undefined
  /** In whose name it acts. */
  readonly orderedBy: AuditActor
  /** How many of its rows have been taken. */
  readonly lastRow: number
  readonly imported: number
  /** Lines that were imported before. */
  readonly repeated: number
  readonly failed: number
  readonly createdAt: Temporal.Instant
  readonly endedAt: Temporal.Instant | undefined
  readonly stop: JobStop | undefined
}

export const OUTCOMES = ['IMPORTED', 'REPEATED', 'FAILED'] as const
export type ImportOutcome = (typeof OUTCOMES)[number]

export function actorOfImport({
  organizationId,
  orderedBy,
}: Pick<InvoiceImport, 'organizationId' | 'orderedBy'>): Actor {
  return { organizationId, by: orderedBy }
}

/** The import's name in the audit trail. */
export function importSubjectOf({ importId }: Pick<ImportKey, 'importId'>): string {
  return `invoice-import:${importId}`
}
