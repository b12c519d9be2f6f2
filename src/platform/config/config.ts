import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { MODES } from '../../kernel/mode.ts'
import {
  converted,
  invalid,
  members,
  missing,
  optional,
  type Reader,
  withDefault,
} from '../../kernel/reading/reading.ts'
import {
  given,
  isTrue,
  oneOf,
  type Parse,
  parsed,
  someOf,
  trimmed,
  wholeNumber,
} from '../../kernel/reading/text-readers.ts'
import { baseUrlProblems, PLAINTEXT_KINDS, plaintextProblems } from './live-settings.ts'
import { securityContact } from './security-contact.ts'

type TlsConfig = 'self-signed' | { readonly certFile: string; readonly keyFile: string }
export type FileStoreConfig =
  | { readonly kind: 'folder'; readonly folder: string }
  | {
      readonly kind: 's3'
      readonly bucket: string
      readonly prefix: string
      /** Undefined: the provider's own. Region and credentials come from the usual AWS settings. */
      readonly endpoint: string | undefined
    }

const MEBIBYTE = 1024 * 1024
const BUCKET = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*?))?\/?$/

const anyText: Parse<string> = trimmed((text) => ({ value: text }))

function text(isRight: (text: string) => boolean, sentence: string): Parse<string> {
  return parsed((given) => (isRight(given) ? given : undefined), sentence)
}

/** The sentence never repeats the value: addresses of stores contain passwords. */
function address(...protocols: readonly string[]): Parse<string> {
  return trimmed((url) => {
    if (!URL.canParse(url)) {
      return { sentence: `is not a URL; expected ${protocols.join(' or ')}//…` }
    }
    const { protocol } = new URL(url)
    return protocols.includes(protocol)
      ? { value: url }
      : { sentence: `must start with ${protocols.join(' or ')}, not ${protocol}` }
  })
}

const addressRanges: Parse<readonly string[]> = (list) => {
  const entries = list.split(',').map((entry) => entry.trim())
  const named = entries.filter((entry) => entry !== '')
  const wrong = named.find((entry) => !isAddressOrRange(entry))
  return wrong === undefined
    ? { value: Object.freeze(named) }
    : { sentence: `must list IP addresses or ranges such as 10.0.0.0/8, not "${wrong}"` }
}

function isAddressOrRange(entry: string): boolean {
  const [ip = '', bits, ...rest] = entry.split('/')
  const family = isIP(ip)
  if (family === 0 || rest.length > 0) return false
  if (bits === undefined) return true
  return /^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128)
}

const ports: Parse<readonly number[]> = (list) => {
  const entries = list.split(',').map((entry) => entry.trim())
  const wrong = entries.find((entry) => !/^\d{1,5}$/.test(entry) || Number(entry) < 1 || Number(entry) > 65_535)
  return wrong === undefined
    ? { value: Object.freeze(entries.map(Number)) }
    : { sentence: `must list ports from 1 to 65535, separated by commas, not "${wrong}"` }
}

const VARIABLES = members(
  {
    QUITTANCE_DATA_DIR: withDefault(given(anyText), './data'),
    QUITTANCE_HOST: withDefault(given(anyText), '127.0.0.1'),
    QUITTANCE_PORT: optional(given(wholeNumber(0, 65_535))),
    PORT: optional(given(wholeNumber(0, 65_535))),
    QUITTANCE_BASE_URL: optional(given(address('https:', 'http:'))),
    QUITTANCE_SECURITY_CONTACT: optional(given(securityContact)),
    QUITTANCE_TRUSTED_PROXIES: withDefault(given(addressRanges), []),
    QUITTANCE_OUTBOUND_ALLOWED: withDefault(given(addressRanges), []),
    QUITTANCE_SANDBOX_WEBHOOK_PORTS: withDefault(given(ports), []),
    QUITTANCE_MODE: optional(given(oneOf(MODES))),
    QUITTANCE_ROLE: withDefault(given(oneOf(['all', 'api', 'worker'])), 'all'),
    QUITTANCE_ALLOW_PLAINTEXT: withDefault(given(someOf(oneOf(PLAINTEXT_KINDS))), []),
    DATABASE_URL: optional(given(address('postgres:', 'postgresql:'))),
    CLICKHOUSE_URL: optional(given(address('http:', 'https:'))),
    QUITTANCE_CLICKHOUSE_CLUSTER: optional(
      given(text((name) => /^[A-Za-z0-9_.-]{1,64}$/.test(name), 'can have letters, digits, ., - and _ only')),
    ),
    QUITTANCE_REPORT_STORE: optional(
      given(text((store) => !store.includes('://') || BUCKET.test(store), 'must be a folder or s3://bucket/prefix')),
    ),
    QUITTANCE_BACKUP_TO: optional(
      given(text((place) => !place.includes('://') || BUCKET.test(place), 'must be a folder or s3://bucket/prefix')),
    ),
    QUITTANCE_BACKUP_ARCHIVE_SECONDS: withDefault(given(wholeNumber(1, 3_600)), 60),
    AWS_ENDPOINT_URL_S3: optional(given(address('https:', 'http:'))),
    AWS_ENDPOINT_URL: optional(given(address('https:', 'http:'))),
    SMTP_URL: optional(given(address('smtp:', 'smtps:'))),
    QUITTANCE_MAIL_FROM: optional(
      given(text((from) => /^[^\s@]+@[^\s@]+$|<[^\s@]+@[^\s@]+>$/.test(from), 'is not a mail address')),
    ),
    QUITTANCE_TLS_CERT: optional(given(anyText)),
    QUITTANCE_TLS_KEY: optional(given(anyText)),
    QUITTANCE_SECRET_KEY: optional(
      given(text((key) => Buffer.from(key, 'base64').length === 32, 'must be 32 bytes in Base64')),
    ),
    QUITTANCE_LOG_LEVEL: withDefault(
      given(oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])),
      'info',
    ),
    QUITTANCE_LOG_FORMAT: optional(given(oneOf(['text', 'json']))),
    NO_COLOR: optional(given(anyText)),
    QUITTANCE_CONNECTIONS_MAX: withDefault(given(wholeNumber(1, 1_000_000)), 4_096),
    QUITTANCE_DOCS: optional(given(isTrue)),
    QUITTANCE_METRICS_PORT: optional(given(wholeNumber(1, 65_535))),
    QUITTANCE_METRICS_TOKEN: optional(
      given(text((token) => /^[\x21-\x7e]{16,256}$/.test(token), 'must have 16 to 256 characters, without spaces')),
    ),
    QUITTANCE_RATE_LIMIT: withDefault(given(wholeNumber(0, 1_000_000)), 6_000),
    QUITTANCE_IDEMPOTENCY_QUOTA_MIB: withDefault(given(wholeNumber(0, 100_000_000)), 1_024),
    QUITTANCE_ENGINE_MEMORY_MIB: withDefault(given(wholeNumber(256, 100_000_000)), 1_024),
  },
  [
    {
      of: ['QUITTANCE_TLS_CERT', 'QUITTANCE_TLS_KEY'],
      check: ({ QUITTANCE_TLS_CERT: cert, QUITTANCE_TLS_KEY: key }) => {
        if (cert === undefined && key !== undefined) {
          return [missing('QUITTANCE_TLS_CERT', 'is required with QUITTANCE_TLS_KEY')]
        }
        return cert !== undefined && cert !== 'self-signed' && key === undefined
          ? [missing('QUITTANCE_TLS_KEY', 'is required with QUITTANCE_TLS_CERT')]
          : []
      },
    },
    {
      of: ['QUITTANCE_METRICS_PORT', 'QUITTANCE_PORT', 'PORT'],
      check: (variables) =>
        variables.QUITTANCE_METRICS_PORT === portOf(variables)
          ? [invalid('QUITTANCE_METRICS_PORT', 'must differ from the port of the service')]
          : [],
    },
    {
      of: ['QUITTANCE_CLICKHOUSE_CLUSTER', 'CLICKHOUSE_URL'],
      check: ({ QUITTANCE_CLICKHOUSE_CLUSTER: cluster, CLICKHOUSE_URL: url }) =>
        cluster !== undefined && url === undefined
          ? [invalid('QUITTANCE_CLICKHOUSE_CLUSTER', 'requires CLICKHOUSE_URL')]
          : [],
    },
    {
      of: ['SMTP_URL', 'QUITTANCE_MAIL_FROM'],
      check: ({ SMTP_URL: url, QUITTANCE_MAIL_FROM: from }) =>
        url !== undefined && from === undefined ? [missing('QUITTANCE_MAIL_FROM', 'is required with SMTP_URL')] : [],
    },
    {
      of: ['QUITTANCE_MODE', 'QUITTANCE_BASE_URL', 'QUITTANCE_TLS_CERT'],
      check: ({ QUITTANCE_MODE: mode, QUITTANCE_BASE_URL: url, QUITTANCE_TLS_CERT: cert }) =>
        mode === 'live' ? baseUrlProblems({ baseUrl: url ?? (cert === undefined ? 'http:' : 'https:') }) : [],
    },
    {
      of: ['QUITTANCE_MODE', 'QUITTANCE_ALLOW_PLAINTEXT', 'DATABASE_URL', 'CLICKHOUSE_URL', 'SMTP_URL'],
      check: (variables) =>
        variables.QUITTANCE_MODE !== 'live'
          ? []
          : plaintextProblems({
              databaseUrl: variables.DATABASE_URL,
              clickhouseUrl: variables.CLICKHOUSE_URL,
              smtpUrl: variables.SMTP_URL,
              plaintextAllowed: variables.QUITTANCE_ALLOW_PLAINTEXT,
            }),
    },
  ],
)
type ValueOf<R> = R extends Reader<infer T> ? T : never
type Variables = ValueOf<typeof VARIABLES>

/** Reads the platform's settings from an environment; each component has settings of its own as well. */
export const platformSettings = converted(VARIABLES, (variables) => ({
  dataDir: resolve(variables.QUITTANCE_DATA_DIR),
  host: variables.QUITTANCE_HOST,
  port: portOf(variables),
  /** The public address in links, without a trailing slash. */
  baseUrl: baseUrlOf(variables),
  /** The same if it was configured; otherwise nobody knows by which address others reach the service. */
  publicUrl: variables.QUITTANCE_BASE_URL?.replace(/\/+$/, ''),
  /** The URI in security.txt; undefined: no such file is served. */
  securityContact: variables.QUITTANCE_SECURITY_CONTACT,
  trustedProxies: variables.QUITTANCE_TRUSTED_PROXIES,
  /** Private or special addresses that webhooks may lead to. */
  outboundAllowed: variables.QUITTANCE_OUTBOUND_ALLOWED,
  /** Ports of this machine that webhooks of a sandbox may call although others can reach it. */
  sandboxWebhookPorts: variables.QUITTANCE_SANDBOX_WEBHOOK_PORTS,
  /** Undefined: the mode of the installation, and sandbox for a new one. */
  requestedMode: variables.QUITTANCE_MODE,
  role: variables.QUITTANCE_ROLE,
  /** The kinds of connections that may be without TLS in live mode. */
  plaintextAllowed: variables.QUITTANCE_ALLOW_PLAINTEXT,
  /** Undefined: the embedded PostgreSQL of the data folder. */
  databaseUrl: variables.DATABASE_URL,
  /** Undefined: the embedded engine of the data folder. */
  clickhouseUrl: variables.CLICKHOUSE_URL,
  clickhouseCluster: variables.QUITTANCE_CLICKHOUSE_CLUSTER,
  fileStore: fileStoreOf(variables),
  /** Where scheduled backups and the write-ahead log go; undefined: neither is made. */
  backupTo: variables.QUITTANCE_BACKUP_TO,
  /** After how long an unfinished segment of the write-ahead log is archived. */
  backupArchiveSeconds: variables.QUITTANCE_BACKUP_ARCHIVE_SECONDS,
  s3Endpoint: s3EndpointOf(variables),
  smtpUrl: variables.SMTP_URL,
  mailFrom: variables.QUITTANCE_MAIL_FROM,
  tls: tlsOf(variables),
  secretKey: variables.QUITTANCE_SECRET_KEY,
  logLevel: variables.QUITTANCE_LOG_LEVEL,
  /** Undefined: text on a terminal, otherwise JSON. */
  logFormat: variables.QUITTANCE_LOG_FORMAT,
  /** Whether text on a terminal may have colors; any value of NO_COLOR forbids them. */
  hasColors: variables.NO_COLOR === undefined,
  /** Open HTTP connections of this node. */
  connectionsMax: variables.QUITTANCE_CONNECTIONS_MAX,
  /** Whether the API reference is served at /docs, and in live mode its description, too; undefined: by the mode. */
  docs: variables.QUITTANCE_DOCS,
  /** The port of /metrics; undefined: that of the service in a sandbox, none in live mode. */
  metricsPort: variables.QUITTANCE_METRICS_PORT,
  /** The bearer token of /metrics; undefined: anyone may read them. */
  metricsToken: variables.QUITTANCE_METRICS_TOKEN,
  /** Requests per minute and key on each node; 0 for no limit. */
  rateLimitPerMinute: variables.QUITTANCE_RATE_LIMIT,
  /** Responses stored for repeated requests of one organization; undefined for no limit. */
  idempotencyBytesMax: variables.QUITTANCE_IDEMPOTENCY_QUOTA_MIB * MEBIBYTE || undefined,
  /** The memory that the embedded engine may use for queries. */
  engineMemoryBytesMax: variables.QUITTANCE_ENGINE_MEMORY_MIB * MEBIBYTE,
}))

export type PlatformConfig = Readonly<ValueOf<typeof platformSettings>>

function tlsOf({ QUITTANCE_TLS_CERT: cert, QUITTANCE_TLS_KEY: key }: Variables): TlsConfig | undefined {
  if (cert === undefined) return undefined
  if (cert === 'self-signed' && (key === undefined || key === 'self-signed')) return 'self-signed'
  return { certFile: resolve(cert), keyFile: resolve(key ?? '') }
}

type PortVariables = { readonly QUITTANCE_PORT: number | undefined; readonly PORT: number | undefined }

/** Platforms that run containers name the port in a variable of their own. */
function portOf({ QUITTANCE_PORT: own, PORT: ofPlatform }: PortVariables): number {
  return own ?? ofPlatform ?? 8_080
}

function baseUrlOf(variables: Variables): string {
  const { QUITTANCE_HOST: host } = variables
  const port = portOf(variables)
  const authority = isIP(host) === 6 ? `[${host}]` : host
  const isSecure = variables.QUITTANCE_TLS_CERT !== undefined
  const own = `${isSecure ? 'https' : 'http'}://${authority}:${port}`
  return (variables.QUITTANCE_BASE_URL ?? own).replace(/\/+$/, '')
}

function fileStoreOf(variables: Variables): FileStoreConfig {
  const { QUITTANCE_REPORT_STORE: store, QUITTANCE_DATA_DIR: dataDir } = variables
  if (store === undefined) return { kind: 'folder', folder: resolve(dataDir, 'reports') }
  const found = readBucket(store)
  if (found === undefined) return { kind: 'folder', folder: resolve(store) }
  return { kind: 's3', ...found, endpoint: s3EndpointOf(variables) }
}

function s3EndpointOf({ AWS_ENDPOINT_URL_S3: own, AWS_ENDPOINT_URL: ofAll }: Variables): string | undefined {
  return own ?? ofAll
}

/** Reads `s3://bucket/prefix`; undefined for anything else, which is a folder. */
export function readBucket(place: string): { readonly bucket: string; readonly prefix: string } | undefined {
  const [found, bucket = '', prefix = ''] = BUCKET.exec(place) ?? []
  return found === undefined ? undefined : { bucket, prefix }
}
