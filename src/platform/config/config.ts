import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { StartupError } from '../processes/startup-error.ts'
import { type Environment, SettingsReader } from './settings-reader.ts'

type Mode = 'sandbox' | 'live'
type Role = 'all' | 'api' | 'worker'
export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent'
type TlsConfig = 'self-signed' | { readonly certFile: string; readonly keyFile: string }
export type ReportStore =
  | { readonly kind: 'folder'; readonly folder: string }
  | {
      readonly kind: 's3'
      readonly bucket: string
      readonly prefix: string
      /** Undefined: the provider's own; region and credentials come from the usual AWS settings. */
      readonly endpoint: string | undefined
    }

export type Config = {
  readonly dataDir: string
  readonly host: string
  readonly port: number
  /** Public address in links, without a trailing slash. */
  readonly baseUrl: string
  readonly trustedProxies: readonly string[]
  readonly mode: Mode
  readonly role: Role
  /** Undefined: the embedded PostgreSQL of the data folder. */
  readonly databaseUrl: string | undefined
  /** Undefined: the embedded engine of the data folder. */
  readonly clickhouseUrl: string | undefined
  readonly clickhouseCluster: string | undefined
  readonly reportStore: ReportStore
  readonly smtpUrl: string | undefined
  readonly mailFrom: string | undefined
  readonly tls: TlsConfig | undefined
  readonly secretKey: string | undefined
  readonly validation: 'strict' | 'lenient'
  /** How far the date of a signed request may lie from the machine's time. */
  readonly clockToleranceSeconds: number
  /** Whether a signed request passes only once. */
  readonly isReplayRefused: boolean
  /** Whether an organization that sends personal data where none may stand is suspended at once. */
  readonly isSuspendedOnViolation: boolean
  readonly logLevel: LogLevel
  /** Requests a minute and key on each node; 0 for no limit. */
  readonly rateLimitPerMinute: number
  /** What the embedded engine may use for queries. */
  readonly engineMemoryBytesMax: number
  /** How far back the aging report looks for payments that were not funded. */
  readonly agingLookBackDays: number
  /** How long records are kept where no organization has its own time. */
  readonly retentionMonths: number
  /** How long reports are kept. */
  readonly reportRetentionMonths: number
  /** Report subscriptions of one organization. */
  readonly subscriptionsMax: number
  /** Periods of a subscription that are made up after an outage. */
  readonly missedPeriodsMax: number
}

/** Reads the environment once, checks it and freezes it; a wrong setting refuses to start and is named. */
export function readConfig(
  environment: Environment = process.env,
  overrides: Environment = {},
): Config {
  const settings = new SettingsReader({ ...environment, ...overrides })
  const mode = settings.oneOf('QUITTANCE_MODE', ['sandbox', 'live'], 'sandbox')
  const dataDir = resolve(settings.text('QUITTANCE_DATA_DIR') ?? './data')
  const host = settings.text('QUITTANCE_HOST') ?? '127.0.0.1'
  const port = settings.port('QUITTANCE_PORT', 8080)
  const tls = readTls(settings)
  const config: Config = {
    dataDir,
    host,
    port,
    baseUrl: readBaseUrl(settings, { mode, host, port, isSecure: tls !== undefined }),
    trustedProxies: readTrustedProxies(settings),
    mode,
    role: settings.oneOf('QUITTANCE_ROLE', ['all', 'api', 'worker'], 'all'),
    databaseUrl: settings.url('DATABASE_URL', ['postgres:', 'postgresql:']),
    ...readClickHouse(settings),
    reportStore: readReportStore(settings, dataDir),
    ...readMail(settings),
    tls,
    secretKey: readSecretKey(settings),
    validation: settings.oneOf('QUITTANCE_VALIDATION', ['strict', 'lenient'], 'strict'),
    clockToleranceSeconds: settings.wholeNumber(
      'QUITTANCE_CLOCK_TOLERANCE_SECONDS',
      ...NUMBERS.clockTolerance,
    ),
    isReplayRefused:
      settings.oneOf('QUITTANCE_REFUSE_REPLAYS', ['true', 'false'], 'false') === 'true',
    isSuspendedOnViolation:
      settings.oneOf('QUITTANCE_SUSPEND_ON_VIOLATION', ['true', 'false'], 'false') === 'true',
    logLevel: settings.oneOf(
      'QUITTANCE_LOG_LEVEL',
      ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
      'info',
    ),
    rateLimitPerMinute: settings.wholeNumber('QUITTANCE_RATE_LIMIT', ...NUMBERS.rateLimit),
    engineMemoryBytesMax:
      settings.wholeNumber('QUITTANCE_ENGINE_MEMORY_MIB', ...NUMBERS.engineMemory) * MEBIBYTE,
    agingLookBackDays: settings.wholeNumber('QUITTANCE_AGING_DAYS', ...NUMBERS.agingLookBack),
    retentionMonths: settings.wholeNumber('QUITTANCE_RETENTION_MONTHS', ...NUMBERS.retention),
    reportRetentionMonths: settings.wholeNumber(
      'QUITTANCE_REPORT_RETENTION_MONTHS',
      ...NUMBERS.retention,
    ),
    subscriptionsMax: settings.wholeNumber('QUITTANCE_SUBSCRIPTIONS_MAX', ...NUMBERS.subscriptions),
    missedPeriodsMax: settings.wholeNumber(
      'QUITTANCE_MISSED_PERIODS_MAX',
      ...NUMBERS.missedPeriods,
    ),
  }
  if (settings.problems.length > 0) throw new StartupError(`${settings.problems.join('; ')}.`)
  return Object.freeze(config)
}

function readTls(settings: SettingsReader): TlsConfig | undefined {
  const certFile = settings.text('QUITTANCE_TLS_CERT')
  const keyFile = settings.text('QUITTANCE_TLS_KEY')
  if (certFile === 'self-signed' && (keyFile === undefined || keyFile === 'self-signed')) {
    return 'self-signed'
  }
  if (certFile === undefined && keyFile === undefined) return undefined
  if (certFile === undefined) {
    settings.refuse('QUITTANCE_TLS_CERT', 'is missing: QUITTANCE_TLS_KEY needs its certificate')
    return undefined
  }
  if (keyFile === undefined) {
    settings.refuse('QUITTANCE_TLS_KEY', 'is missing: QUITTANCE_TLS_CERT needs its private key')
    return undefined
  }
  return { certFile: resolve(certFile), keyFile: resolve(keyFile) }
}

function readBaseUrl(
  settings: SettingsReader,
  server: { mode: Mode; host: string; port: number; isSecure: boolean },
): string {
  const given = settings.url('QUITTANCE_BASE_URL', ['https:', 'http:'])
  const authority = isIP(server.host) === 6 ? `[${server.host}]` : server.host
  const own = `${server.isSecure ? 'https' : 'http'}://${authority}:${server.port}`
  const baseUrl = (given ?? own).replace(/\/+$/, '')
  if (server.mode === 'live' && !baseUrl.startsWith('https://')) {
    settings.refuse('QUITTANCE_BASE_URL', 'must be an https address when QUITTANCE_MODE is live')
  }
  return baseUrl
}

function readTrustedProxies(settings: SettingsReader): readonly string[] {
  const entries = (settings.text('QUITTANCE_TRUSTED_PROXIES') ?? '').split(',')
  const proxies = entries.map((entry) => entry.trim()).filter((entry) => entry !== '')
  for (const proxy of proxies) {
    if (!isAddressOrRange(proxy)) {
      settings.refuse(
        'QUITTANCE_TRUSTED_PROXIES',
        `must list IP addresses or ranges such as 10.0.0.0/8, not "${proxy}"`,
      )
    }
  }
  return Object.freeze(proxies)
}

function isAddressOrRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  if (bits === undefined) return true
  return /^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128)
}

function readClickHouse(
  settings: SettingsReader,
): Pick<Config, 'clickhouseUrl' | 'clickhouseCluster'> {
  const clickhouseUrl = settings.url('CLICKHOUSE_URL', ['http:', 'https:'])
  const clickhouseCluster = settings.text('QUITTANCE_CLICKHOUSE_CLUSTER')
  if (clickhouseCluster !== undefined && clickhouseUrl === undefined) {
    settings.refuse('QUITTANCE_CLICKHOUSE_CLUSTER', 'needs CLICKHOUSE_URL')
  }
  if (clickhouseCluster !== undefined && !/^[A-Za-z0-9_.-]{1,64}$/.test(clickhouseCluster)) {
    settings.refuse('QUITTANCE_CLICKHOUSE_CLUSTER', 'may hold letters, digits, dot, - and _ only')
  }
  return { clickhouseUrl, clickhouseCluster }
}

function readReportStore(settings: SettingsReader, dataDir: string): ReportStore {
  const value = settings.text('QUITTANCE_REPORT_STORE')
  if (value === undefined) return { kind: 'folder', folder: resolve(dataDir, 'reports') }
  if (!value.includes('://')) return { kind: 'folder', folder: resolve(value) }
  const match = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*?))?\/?$/.exec(value)
  if (match === null) {
    settings.refuse('QUITTANCE_REPORT_STORE', 'must be a folder or s3://bucket/prefix')
    return { kind: 'folder', folder: dataDir }
  }
  const endpoint =
    settings.url('AWS_ENDPOINT_URL_S3', ['https:', 'http:']) ??
    settings.url('AWS_ENDPOINT_URL', ['https:', 'http:'])
  return { kind: 's3', bucket: match[1] ?? '', prefix: match[2] ?? '', endpoint }
}

function readMail(settings: SettingsReader): Pick<Config, 'smtpUrl' | 'mailFrom'> {
  const smtpUrl = settings.url('SMTP_URL', ['smtp:', 'smtps:'])
  const mailFrom = settings.text('QUITTANCE_MAIL_FROM')
  if (smtpUrl !== undefined && mailFrom === undefined) {
    settings.refuse('QUITTANCE_MAIL_FROM', 'is missing: SMTP_URL needs a sender address')
  }
  if (mailFrom !== undefined && !/^[^\s@]+@[^\s@]+$|<[^\s@]+@[^\s@]+>$/.test(mailFrom)) {
    settings.refuse('QUITTANCE_MAIL_FROM', 'is not a mail address')
  }
  return { smtpUrl, mailFrom }
}

function readSecretKey(settings: SettingsReader): string | undefined {
  const value = settings.text('QUITTANCE_SECRET_KEY')
  if (value !== undefined && Buffer.from(value, 'base64').length !== 32) {
    settings.refuse('QUITTANCE_SECRET_KEY', 'must be 32 bytes in Base64')
  }
  return value
}

const MEBIBYTE = 1024 * 1024

/** What is counted, from where to where, and what it is unless said otherwise. */
const NUMBERS = {
  rateLimit: ['requests a minute (0: no limit)', { min: 0, max: 1_000_000, usual: 0 }],
  clockTolerance: ['seconds', { min: 1, max: 3_600, usual: 300 }],
  engineMemory: ['MiB', { min: 256, max: 100_000_000, usual: 1_024 }],
  agingLookBack: ['days', { min: 1, max: 3_650, usual: 180 }],
  retention: ['months', { min: 1, max: 240, usual: 16 }],
  subscriptions: ['subscriptions', { min: 1, max: 1_000_000, usual: 20 }],
  missedPeriods: ['periods', { min: 1, max: 10_000, usual: 400 }],
} as const
