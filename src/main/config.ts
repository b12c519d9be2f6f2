import { backupSettings } from '../backup/config.ts'
import { invoicingSettings } from '../invoicing/config.ts'
import { nearestName } from '../kernel/nearest-name.ts'
import type { Reader } from '../kernel/reading/reading.ts'
import { asSentence, inEnglish, together } from '../kernel/reading/reading.ts'
import { notificationSettings } from '../notifications/config.ts'
import { organizationSettings } from '../organizations/config.ts'
import { paymentSettings } from '../payments/config.ts'
import { platformSettings } from '../platform/config/config.ts'
import { StartupError } from '../platform/processes/startup-error.ts'
import { recordSettings } from '../records/config.ts'
import { reportingSettings } from '../reporting/config.ts'

type Environment = Readonly<Record<string, string | undefined>>
type ValueOf<R> = R extends Reader<infer T> ? T : never

const SETTINGS = together({
  platform: platformSettings,
  organizations: organizationSettings,
  notifications: notificationSettings,
  records: recordSettings,
  reporting: reportingSettings,
  invoicing: invoicingSettings,
  payments: paymentSettings,
  backup: backupSettings,
})
/** Variables of the project's own tests, which a started service may inherit. */
const OF_TESTS = /^QUITTANCE_(?:TEST|REQUIRE)_/

type Settings = ValueOf<typeof SETTINGS>
export type Config = Settings['platform'] &
  Settings['organizations'] &
  Settings['notifications'] &
  Settings['records'] &
  Settings['reporting'] &
  Settings['invoicing'] &
  Settings['payments'] &
  Settings['backup']

/** Reads the environment once, checks it and freezes it; refuses it with all its problems. */
export function readConfig(environment: Environment = process.env, overrides: Environment = {}): Config {
  const read = SETTINGS({ ...environment, ...overrides }, '')
  if ('problems' in read) throw new StartupError(asSentence(inEnglish(read.problems)))
  return Object.freeze(Object.assign({}, ...Object.values(read.value))) as Config
}

/** The names of all settings: each reader asks the environment for its own. */
export function settingNames(): ReadonlySet<string> {
  const names = new Set<string>()
  const asked = new Proxy({}, { get: (_, name) => void names.add(String(name)) })
  SETTINGS(asked, '')
  return names
}

/** Settings whose values contain keys or passwords. */
const SECRET_SETTINGS: ReadonlySet<string> = new Set([
  'DATABASE_URL',
  'CLICKHOUSE_URL',
  'SMTP_URL',
  'QUITTANCE_SECRET_KEY',
  'QUITTANCE_METRICS_TOKEN',
])

/** The settings that the environment gives, for backups. */
export function givenSettings(environment: Environment = process.env): {
  readonly plain: Readonly<Record<string, string>>
  readonly secret: Readonly<Record<string, string>>
} {
  const given = [...settingNames()].flatMap((name): [string, string][] => {
    const value = environment[name]
    return value === undefined ? [] : [[name, value]]
  })
  const isSecret = ([name]: readonly [string, string]): boolean => SECRET_SETTINGS.has(name)
  return {
    plain: Object.fromEntries(given.filter((entry) => !isSecret(entry))),
    secret: Object.fromEntries(given.filter(isSecret)),
  }
}

/** Variables that look like settings and are none, with the most similar setting: probably typing errors. */
export function unknownSettings(
  environment: Environment = process.env,
): readonly { readonly name: string; readonly nearest: string | undefined }[] {
  const known = settingNames()
  return Object.keys(environment)
    .filter((name) => name.startsWith('QUITTANCE_') && !known.has(name) && !OF_TESTS.test(name))
    .map((name) => ({ name, nearest: nearestName(name, known) }))
}
