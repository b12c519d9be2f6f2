// pure
import { type CustomLabel, type LabelChange, mergedLabels } from './label.ts'
import type { Logo, LogoChange } from './logo.ts'
import { SETTINGS, type SettingName, type SettingValues } from './settings-fields.ts'

/** How a merchant's invoices, payment pages and mails look; contains only values that the merchant set. */
export type InvoiceSettings = {
  readonly values: SettingValues
  readonly labels: readonly CustomLabel[]
  readonly logo: Logo | undefined
  /** The last accepted change. */
  readonly submittedAt: Temporal.Instant | undefined
}

/** Without the logo, which may be large. */
export type ShownSettings = Omit<InvoiceSettings, 'logo'> & {
  readonly hasLogo: boolean
  /** Whether the logo is nearly white. */
  readonly hasLightLogo: boolean
}

export type SettingsChanges = {
  readonly values: SettingValues
  /** Reset to their defaults. */
  readonly resets: readonly SettingName[]
  readonly labels: readonly LabelChange[]
}

export const NO_SETTINGS: InvoiceSettings = {
  values: {},
  labels: [],
  logo: undefined,
  submittedAt: undefined,
}

/** The settings after the changes. */
export function changedSettings(
  before: InvoiceSettings,
  { values, resets, labels, logo }: SettingsChanges & { readonly logo: LogoChange },
  { at }: { readonly at: Temporal.Instant },
): InvoiceSettings {
  const after = Object.entries({ ...before.values, ...values }) as [SettingName, unknown][]
  return {
    values: Object.fromEntries(after.filter(([name]) => !resets.includes(name))),
    labels: mergedLabels(before.labels, labels),
    logo: changedLogo(before.logo, logo),
    submittedAt: at,
  }
}

function changedLogo(before: Logo | undefined, change: LogoChange): Logo | undefined {
  if (change.to !== 'another') return change.to === 'same' ? before : undefined
  // A logo that is sent back unchanged stays as it is: a jpg would lose quality each time it is written.
  return before?.bytes.equals(change.sent) === true ? before : change.logo
}

/** The API names of the settings that differ, for the audit trail, without their values. */
export function changedPaths({
  before,
  after,
}: {
  readonly before: InvoiceSettings
  readonly after: InvoiceSettings
}): readonly string[] {
  const changed = SETTINGS.filter(([name]) => before.values[name] !== after.values[name])
  const hasSameLabels = JSON.stringify(before.labels) === JSON.stringify(after.labels)
  return [
    ...changed.map(([, { path }]) => path),
    ...(hasSameLabels ? [] : ['customLabels']),
    ...(before.logo === after.logo ? [] : ['merchantLogo']),
  ]
}

/** Every setting that has a value or a default. */
export function effectiveSettings(
  { values }: Pick<InvoiceSettings, 'values'>,
  organization: { readonly name: string },
): SettingValues {
  const inForce: Record<string, unknown> = {}
  for (const [name, field] of SETTINGS) {
    const byDefault = field.hasDefaultOf === undefined ? field.default : organization.name
    const value = values[name] ?? byDefault
    if (value !== undefined) inForce[name] = value
  }
  return inForce
}

/** The path of each setting in the API. */
const PATHS = SETTINGS.map(([name, { path }]) => {
  const [outer = path, inner] = path.split('.')
  return [name, [outer, inner]] as const
})

/** In the structure of the API: fontColor is inside headerStyle. */
export function nestedSettings(values: SettingValues): Readonly<Record<string, unknown>> {
  const nested: Record<string, unknown> = {}
  for (const [name, [outer, inner]] of PATHS) {
    const value = values[name]
    if (value === undefined) continue
    const group = nested[outer] as object | undefined
    nested[outer] = inner === undefined ? value : { ...group, [inner]: value }
  }
  return nested
}

/** The opposite of `nestedSettings`; unknown names are left out. */
export function flatSettings(nested: Readonly<Record<string, unknown>>): SettingValues {
  const values: Record<string, unknown> = {}
  for (const [name, [outer, inner]] of PATHS) {
    const group = nested[outer]
    const value = inner === undefined ? group : (group as Record<string, unknown>)?.[inner]
    if (value !== undefined) values[name] = value
  }
  return values
}
