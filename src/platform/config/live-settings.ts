// pure
import { invalid, type Problem } from '../../kernel/reading/reading.ts'

export const PLAINTEXT_KINDS = ['postgres', 'clickhouse', 'smtp'] as const
type PlaintextKind = (typeof PLAINTEXT_KINDS)[number]

type ConnectionSettings = {
  readonly databaseUrl: string | undefined
  readonly clickhouseUrl: string | undefined
  readonly smtpUrl: string | undefined
  readonly plaintextAllowed: readonly PlaintextKind[]
}
/** The settings that live mode is particular about. */
type LiveSettings = ConnectionSettings & { readonly baseUrl: string }

/** The problems of live mode with the settings; the mode may be known only after the store was opened. */
export function liveProblems({ baseUrl, ...connections }: LiveSettings): readonly Problem[] {
  return [...baseUrlProblems({ baseUrl }), ...plaintextProblems(connections)]
}

export function baseUrlProblems({ baseUrl }: Pick<LiveSettings, 'baseUrl'>): readonly Problem[] {
  return baseUrl.startsWith('https:') ? [] : [invalid('QUITTANCE_BASE_URL', 'must be an https URL in live mode')]
}

/** Connections that leave this machine without encryption and are not allowed to. */
export function plaintextProblems(settings: ConnectionSettings): readonly Problem[] {
  const { databaseUrl, clickhouseUrl, smtpUrl, plaintextAllowed } = settings
  const urls = { postgres: databaseUrl, clickhouse: clickhouseUrl, smtp: smtpUrl }
  return PLAINTEXT_KINDS.flatMap((kind) => {
    const url = urls[kind]
    if (url === undefined || plaintextAllowed.includes(kind) || !CONNECTIONS[kind].isPlain(new URL(url))) return []
    const { variable, remedy } = CONNECTIONS[kind]
    return [invalid(variable, `must use TLS in live mode: ${remedy}, or name ${kind} in QUITTANCE_ALLOW_PLAINTEXT`)]
  })
}

type Connection = {
  readonly variable: string
  readonly remedy: string
  readonly isPlain: (url: URL) => boolean
}

const CONNECTIONS: Readonly<Record<PlaintextKind, Connection>> = {
  postgres: {
    variable: 'DATABASE_URL',
    remedy: 'add ?sslmode=verify-full',
    isPlain: (url) => !isLocal(url) && !isPostgresTls(url.searchParams),
  },
  clickhouse: {
    variable: 'CLICKHOUSE_URL',
    remedy: 'write https://',
    isPlain: (url) => !isLocal(url) && url.protocol === 'http:',
  },
  smtp: {
    variable: 'SMTP_URL',
    remedy: 'write smtps:// or add ?requireTLS=true',
    isPlain: (url) => !isLocal(url) && url.protocol === 'smtp:' && url.searchParams.get('requireTLS') !== 'true',
  },
}

/** With these the driver insists on TLS; without any it speaks plain text. */
const POSTGRES_TLS_MODES: ReadonlySet<string> = new Set(['prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'])

function isPostgresTls(parameters: URLSearchParams): boolean {
  const mode = parameters.get('sslmode')
  if (mode !== null) return POSTGRES_TLS_MODES.has(mode)
  return ['true', '1'].includes(parameters.get('ssl') ?? '')
}

/** The loopback addresses; `host` in the query is PostgreSQL's, and a path there is a socket of this machine. */
function isLocal({ hostname, searchParams }: URL): boolean {
  const host = decodeURIComponent(searchParams.get('host') ?? hostname)
  if (host === '' || host.startsWith('/')) return true
  return host === 'localhost' || host === '[::1]' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host)
}
