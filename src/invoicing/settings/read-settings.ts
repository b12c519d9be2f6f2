// pure

import { type Findings, fieldSet, newFindings, readFields, report } from '../../kernel/reading/read-fields.ts'
import { hasNoValue, invalid, isObject, missing, type Problem } from '../../kernel/reading/reading.ts'
import type { PersonalDataFinding } from '../personal-data/personal-data.ts'
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
  /** The bytes are not decoded yet. */
  readonly logo: { readonly to: 'same' | 'none' } | { readonly to: 'another'; readonly sent: Buffer }
}

const SETTINGS_PATH = 'invoiceSettingsInformation'
export const LOGO_PATH = `${SETTINGS_PATH}.merchantLogo`

/** The fields of responses, those that clients always send, and the organization that a partner acts for. */
const BODY_FIELDS = fieldSet({}, [
  SETTINGS_PATH,
  ...['submitTimeUtc', 'merchantInformation', 'warnings', '_links', 'id', 'status'],
  ...['clientReferenceInformation', 'organizationId'],
])
const FIELDS = fieldSet(SETTING_FIELDS, ['merchantLogo', 'customLabels', 'payerAuthentication3DSVersion'])

/** Reads the body of a change and names all its problems together. */
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
 * The sent settings; an empty object if there are none. All settings can be left out, but a null or empty object
 * could mean that all of them are to be reset, so it is refused.
 */
function sentSettings(body: unknown, findings: Findings): Readonly<Record<string, unknown>> {
  readFields(body, { set: BODY_FIELDS, findings })
  if (findings.problems.size > 0) return {}
  const sent = isObject(body) ? body[SETTINGS_PATH] : undefined
  if (isObject(sent)) return sent
  if (isObject(body) && sent === undefined) return {}
  const problem = hasNoValue(sent) ? missing : invalid
  report(findings, problem(SETTINGS_PATH, 'must be an object; it can be empty'))
  return {}
}

/** The values that were sent, without choices that leave their setting unchanged. */
function changedValues(values: SettingValues): SettingValues {
  const changed = SETTINGS.filter(
    ([name, { unchangedBy }]) => ![undefined, unchangedBy].includes(values[name] as string),
  )
  return Object.fromEntries(changed.map(([name]) => [name, values[name]]))
}

/** Settings that were sent without a value, or whose object was. */
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

/** Accepts what browsers accept, except spellings that they correct. */
function isWebAddress(text: string, schemes: readonly string[]): boolean {
  const [, scheme = '', authority = ''] = /^([a-z]+):\/\/([^/?#]+)/i.exec(text) ?? []
  if (!schemes.includes(scheme.toLowerCase())) return false
  return !/[\s\\]/.test(text) && !authority.includes('@') && URL.canParse(text)
}
