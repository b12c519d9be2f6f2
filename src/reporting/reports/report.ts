// pure

export const REPORT_FREQUENCIES = ['DAILY', 'WEEKLY', 'MONTHLY', 'USER_DEFINED', 'ADHOC'] as const
type ReportFrequency = (typeof REPORT_FREQUENCIES)[number]

/** Formats by mime type: the first two are the original ones. */
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
  /** Amounts that were given back print negative; else without a sign. */
  readonly signedAmounts: boolean
  /** Of CSV alone; undefined: `Group.Field`. */
  readonly fieldNameConvention: 'SOAPI' | 'SCMP' | undefined
}

/** What is asked for, whatever the period: the same for a one-time report and for a subscription. */
export type ReportTerms = {
  readonly definitionName: string
  readonly mimeType: ReportMimeType
  readonly reportName: string
  /** Wire names, in the order asked for, each once. */
  readonly fields: readonly string[]
  /** By the name of the filter; a record fits when it has one of the values of each. */
  readonly filters: Readonly<Record<string, readonly string[]>>
  readonly preferences: ReportPreferences
  /** As the client wrote it. */
  readonly timeZone: string
  /** Only merchants of this group of the organization. */
  readonly groupName: string | undefined
  /** Who is mailed a link when it is ready. */
  readonly deliverTo: readonly string[]
}

/** From an instant, included, to another, excluded. */
export type Period = { readonly startsAt: Temporal.Instant; readonly endsAt: Temporal.Instant }

export const PHASES = ['waiting for records', 'reading', 'writing', 'storing'] as const

export type ReportProgress = {
  readonly phase: (typeof PHASES)[number]
  readonly rowsDone: number
  /** Undefined until they have been counted. */
  readonly rowsEstimated: number | undefined
}

/** The stored file that the report's row vouches for. */
export type ReportFile = {
  readonly key: string
  readonly bytes: number
  /** In hexadecimal digits. */
  readonly sha256: string
}

/** What the file can be checked by. */
export type ReportManifest = {
  readonly rows: number
  /** How many of the stored records, older versions among them, had been blanked of personal data. */
  readonly erased: number
  /** Sums of what the columns print, exact; `currency` is empty where a record names none. */
  readonly totals: readonly {
    readonly field: string
    readonly currency: string
    readonly amount: string
  }[]
  readonly sha256: string
  readonly bytes: number
  /** When the records were read: what came later is not in the file. */
  readonly cutOff: string
  readonly definitionName: string
  readonly definitionVersion: string
  /** Public address of the service, which XML reports name. */
  readonly baseUrl: string
  /** Differs where records of the period and their versions differ. */
  readonly fingerprint: string
}

export type Report = {
  readonly organizationId: string
  readonly reportId: string
  readonly terms: ReportTerms
  readonly frequency: ReportFrequency
  readonly period: Period
  /** The local date on which the period ends. */
  readonly reportOn: Temporal.PlainDate
  /** Whose running reports are counted together. */
  readonly orderedBy: string
  readonly status: ReportStatus
  /** Why it failed, or was last tried in vain, in words. */
  readonly reason: string | undefined
  /** How often it was tried in vain. */
  readonly failures: number
  readonly queuedAt: Temporal.Instant
  readonly generatingAt: Temporal.Instant | undefined
  readonly completedAt: Temporal.Instant | undefined
  /** The run that may finish it. */
  readonly runId: string | undefined
  readonly progress: ReportProgress | undefined
  readonly file: ReportFile | undefined
  readonly manifest: ReportManifest | undefined
  /** The report that this one was made to replace. */
  readonly rerunOf: string | undefined
  /** The subscription that it was made for, which may be gone. */
  readonly subscriptionId: string | undefined
}

/** Whether it is among those of its user of which only some may be at work at once. */
export function isCounted({ frequency, rerunOf }: Pick<Report, 'frequency' | 'rerunOf'>): boolean {
  return frequency === 'ADHOC' || rerunOf !== undefined
}

/** The local date on which a period ends. */
export function reportOnOf({ endsAt }: Period, timeZone: string): Temporal.PlainDate {
  return endsAt.toZonedDateTimeISO(timeZone).toPlainDate()
}

export const REPORT_STATUSES = ['PENDING', 'QUEUED', 'RUNNING', 'COMPLETED', 'NO_DATA', 'ERROR', 'RERUN'] as const
/**
 * PENDING: its job waits for a worker. QUEUED: its user has as many at work as are allowed. RERUN: another
 * run has taken its place.
 */
export type ReportStatus = (typeof REPORT_STATUSES)[number]
