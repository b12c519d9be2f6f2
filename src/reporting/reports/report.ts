// pure

export const REPORT_FREQUENCIES = ['DAILY', 'WEEKLY', 'MONTHLY', 'USER_DEFINED', 'ADHOC'] as const
type ReportFrequency = (typeof REPORT_FREQUENCIES)[number]

/** Formats by MIME type. The first two are the legacy ones. */
export const REPORT_MIME_TYPES = [
  'text/csv',
  'application/xml',
  'application/x-ndjson',
  'application/vnd.apache.parquet',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
] as const
export type ReportMimeType = (typeof REPORT_MIME_TYPES)[number]

export const FILE_EXTENSIONS: Readonly<Record<ReportMimeType, string>> = {
  'text/csv': 'csv',
  'application/xml': 'xml',
  'application/x-ndjson': 'ndjson',
  'application/vnd.apache.parquet': 'parquet',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
}

export type ReportPreferences = {
  /** Whether refunded amounts are printed negative; otherwise they have no sign. */
  readonly signedAmounts: boolean
  /** Only for CSV; undefined means `Group.Field`. */
  readonly fieldNameConvention: 'SOAPI' | 'SCMP' | undefined
}

/** The content of an order without its period; the same for one-time reports and subscriptions. */
export type ReportTerms = {
  readonly definitionName: string
  readonly mimeType: ReportMimeType
  readonly reportName: string
  /** Wire names in the requested order, each once. */
  readonly fields: readonly string[]
  /** By wire name, the alias that a field was requested by: columns and keys of the file have that name. */
  readonly fieldAliases: Readonly<Record<string, string>>
  /** By filter name. A record matches if it has one of the values of every filter. */
  readonly filters: Readonly<Record<string, readonly string[]>>
  readonly preferences: ReportPreferences
  /** As given by the client. */
  readonly timeZone: string
  /** Limits the report to merchants of this group. */
  readonly groupName: string | undefined
  /** Recipients of an email with a link when the report is finished. */
  readonly deliverTo: readonly string[]
}

/** The names of the fields as the client knows them, in the requested order. */
export function requestedNames({ fields, fieldAliases }: Pick<ReportTerms, 'fields' | 'fieldAliases'>) {
  return fields.map((wireName) => fieldAliases[wireName] ?? wireName)
}

/** The start is inclusive, the end exclusive. */
export type Period = { readonly startsAt: Temporal.Instant; readonly endsAt: Temporal.Instant }

export const PHASES = ['waiting for records', 'reading', 'writing', 'storing'] as const

export type ReportProgress = {
  readonly phase: (typeof PHASES)[number]
  readonly rowsDone: number
  /** Undefined until they have been counted. */
  readonly rowsEstimated: number | undefined
}

/** The stored file that the report's row refers to. */
export type ReportFile = {
  readonly key: string
  readonly bytes: number
  /** In hexadecimal digits. */
  readonly sha256: string
}

/** Data to verify the file with. */
export type ReportManifest = {
  readonly rows: number
  /** Number of stored records, including older versions, from which personal data had been erased. */
  readonly erased: number
  /** Exact sums of the columns; `currency` is empty if a record has none. */
  readonly totals: readonly {
    readonly field: string
    readonly currency: string
    readonly amount: string
  }[]
  readonly sha256: string
  readonly bytes: number
  /** When the records were read. Records received later are not in the file. */
  readonly cutOff: string
  readonly definitionName: string
  readonly definitionVersion: string
  /** Public URL of the service, which XML reports contain. */
  readonly baseUrl: string
  /** Changes whenever the records of the period or their versions change. */
  readonly fingerprint: string
  /** The rules by which the file was rendered. */
  readonly renderingVersion: number
}

export type Report = {
  readonly organizationId: string
  readonly reportId: string
  readonly terms: ReportTerms
  readonly frequency: ReportFrequency
  readonly period: Period
  /** The local date on which the period ends. */
  readonly reportOn: Temporal.PlainDate
  /** The user whose active reports are counted together. */
  readonly orderedBy: string
  readonly status: ReportStatus
  /** Why the report, or its last attempt, failed. */
  readonly reason: string | undefined
  /** Number of failed attempts. */
  readonly failures: number
  readonly queuedAt: Temporal.Instant
  readonly generatingAt: Temporal.Instant | undefined
  readonly completedAt: Temporal.Instant | undefined
  /** The run that may finish the report. */
  readonly runId: string | undefined
  readonly progress: ReportProgress | undefined
  readonly file: ReportFile | undefined
  readonly manifest: ReportManifest | undefined
  /** The report that this one replaces. */
  readonly rerunOf: string | undefined
  /** The subscription that ordered it, which may have been deleted. */
  readonly subscriptionId: string | undefined
}

/** Whether the report counts towards the limit of active reports of its user. */
export function isCounted({ frequency, rerunOf }: Pick<Report, 'frequency' | 'rerunOf'>): boolean {
  return frequency === 'ADHOC' || rerunOf !== undefined
}

/** The local date on which a period ends. */
export function reportOnOf({ endsAt }: Period, timeZone: string): Temporal.PlainDate {
  return endsAt.toZonedDateTimeISO(timeZone).toPlainDate()
}

export const REPORT_STATUSES = ['PENDING', 'QUEUED', 'RUNNING', 'COMPLETED', 'NO_DATA', 'ERROR', 'RERUN'] as const
/**
 * PENDING: waiting for a worker. QUEUED: waiting because its user has the maximum of active reports. RERUN: replaced by
 * another run.
 */
export type ReportStatus = (typeof REPORT_STATUSES)[number]
