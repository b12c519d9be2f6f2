// pure

import { hasNoValue, invalid, isObject, missing, type Problem } from '../../kernel/reading/reading.ts'
import type { PersonalDataFinding } from '../personal-data/personal-data.ts'
import { type Findings, fieldSet, newFindings, readFields, report } from '../reading/read-fields.ts'
import { readLogo } from './logo.ts'
import { readLabels } from './read-labels.ts'
import type { SettingsChanges } from './settings.ts'
import { SETTING_FIELDS, SETTINGS, type SettingName, type SettingValues } from './settings-fields.ts'

export type ReadSettings = {
  readonly problems: readonly Problem[]
  /** Also in problems. */
  readonly personalData: readonly PersonalDataFinding[]
  readonly unknownFields: readonly string[]
  readonly changes: SettingsChanges
  /** The bytes are not looked at yet. */
  readonly logo: { readonly to: 'same' | 'none' } | { readonly to: 'another'; readonly sent: Buffer }
}

const SETTINGS_PATH = 'invoiceSettingsInformation'
export const LOGO_PATH = `${SETTINGS_PATH}.merchantLogo`

/** What answers carry, what clients add of themselves, and what says whom a partner acts for. */
const BODY_FIELDS = fieldSet({}, [
  SETTINGS_PATH,
  ...['submitTimeUtc', 'merchantInformation', 'warnings', '_links', 'id', 'status'],
  ...['clientReferenceInformation', 'organizationId'],
])
const FIELDS = fieldSet(SETTING_FIELDS, ['merchantLogo', 'customLabels', 'payerAuthentication3DSVersion'])

/** Reads the body of a change and names all that is wrong with it at once. */
export function readSettings(body: unknown, { isSandbox }: { readonly isSandbox: boolean }): ReadSettings {
  const findings = newFindings()
  const sent = sentSettings(body, findings)
  const values = readFields(sent, { set: FIELDS, prefix: `${SETTINGS_PATH}.`, findings })
  report(findings, ...urlProblems(values, isSandbox))
  const { labels, personalData } = readLabels(sent['customLabels'], `${SETTINGS_PATH}.customLabels`, findings)
  const logo = readSentLogo(sent, findings)
  return {
    problems: [...findings.problems.values()],
    personalData,
    unknownFields: findings.unknownFields,
    changes: { values: changedValues(values), resets: resetsIn(sent), labels },
    logo,
  }
}

/**
 * An empty object where there is none, so that reading goes on. No setting is required, so all may be left
 * out; but an object that is said to have no value could mean that all are to be reset, and is refused.
 */
function sentSettings(body: unknown, findings: Findings): Readonly<Record<string, unknown>> {
  readFields(body, { set: BODY_FIELDS, findings })
  if (findings.problems.size > 0) return {}
  const sent = isObject(body) ? body[SETTINGS_PATH] : undefined
  if (isObject(sent)) return sent
  if (isObject(body) && sent === undefined) return {}
  const problem = hasNoValue(sent) ? missing : invalid
  report(findings, problem(SETTINGS_PATH, 'must be an object, which may be empty'))
  return {}
}

/** The values that were sent, without choices that leave their setting unchanged. */
function changedValues(values: SettingValues): SettingValues {
  const changed = SETTINGS.filter(
    ([name, { unchangedBy }]) => ![undefined, unchangedBy].includes(values[name] as string),
  )
  return Object.fromEntries(changed.map(([name]) => [name, values[name]]))
}

/** A field that is there without a value, or stands in an object that is. */
function resetsIn(sent: Readonly<Record<string, unknown>>): readonly SettingName[] {
  return SETTINGS.filter(([, { path }]) => isReset(sent, path.split('.'))).map(([name]) => name)
}

function isReset(sent: Readonly<Record<string, unknown>>, path: readonly string[]): boolean {
  const [key = '', ...inner] = path
  if (!Object.hasOwn(sent, key)) return false
  const value = sent[key]
  if (hasNoValue(value)) return true
  return inner.length > 0 && isObject(value) && isReset(value, inner)
}

function readSentLogo(sent: Readonly<Record<string, unknown>>, findings: Findings): ReadSettings['logo'] {
  if (!Object.hasOwn(sent, 'merchantLogo')) return { to: 'same' }
  const value = sent['merchantLogo']
  if (hasNoValue(value)) return { to: 'none' }
  const read = readLogo(value)
  if ('bytes' in read) return { to: 'another', sent: read.bytes }
  report(findings, invalid(LOGO_PATH, read.problem))
  return { to: 'same' }
}

function urlProblems(values: SettingValues, isSandbox: boolean): readonly Problem[] {
  const schemes = isSandbox ? ['https', 'http'] : ['https']
  return SETTINGS.flatMap(([name, { path, isUrl }]) => {
    const value = values[name]
    if (isUrl !== true || typeof value !== 'string' || isWebAddress(value, schemes)) return []
    const sentence = `must be an absolute ${schemes.join(' or ')} URL without spaces, user name or password`
    return [invalid(`${SETTINGS_PATH}.${path}`, sentence)]
  })
}

/** As a browser reads it, and not in the spellings that a browser mends. */
function isWebAddress(text: string, schemes: readonly string[]): boolean {
  const [, scheme = '', authority = ''] = /^([a-z]+):\/\/([^/?#]+)/i.exec(text) ?? []
  if (!schemes.includes(scheme.toLowerCase())) return false
  return !/[\s\\]/.test(text) && !authority.includes('@') && URL.canParse(text)
}
