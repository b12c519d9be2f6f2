// pure
import {
  type CustomLabel,
  LABEL_CONTROLS,
  LABEL_KEYS,
  type LabelChange,
  type LabelControl,
  type LabelKey,
} from '../../../../src/invoicing/settings/label.ts'
import { effectiveSettings, flatSettings, nestedSettings } from '../../../../src/invoicing/settings/settings.ts'
import { SETTINGS, type SettingName, type SettingValues } from '../../../../src/invoicing/settings/settings-fields.ts'

type LabelValues = { readonly value: string } & Readonly<Record<LabelControl, boolean>>

/** The typed texts and check boxes. */
export type FormValues = {
  readonly values: Readonly<Record<SettingName, string | boolean>>
  /** A data URI; empty without a logo. */
  readonly logo: string
  readonly labels: Readonly<Record<LabelKey, LabelValues>>
}

/** Settings as the API shows them. */
export type ShownSettings = Readonly<Record<string, unknown>> & {
  readonly merchantLogo?: string
  readonly customLabels?: readonly CustomLabel[]
}

const NOTHING_HIDDEN = { hidden: false, hiddenForInvoice: false, hiddenForItem: false } as const

/** Authentication is on or off for the form, and a word for the API. */
const isSwitch = (name: SettingName, kind: string): boolean => kind === 'boolean' || name === 'payerAuthentication'

function typedValues(values: SettingValues): FormValues['values'] {
  return Object.fromEntries(
    SETTINGS.map(([name, { kind }]) => {
      const value: unknown = values[name]
      return [name, isSwitch(name, kind) ? value === true || value === 'enable' : (value ?? '')]
    }),
  ) as FormValues['values']
}

export function formValuesOf(shown: ShownSettings): FormValues {
  const own = new Map(shown.customLabels?.map((label) => [label.key, label]))
  return {
    values: typedValues(flatSettings(shown)),
    logo: shown.merchantLogo ?? '',
    labels: Object.fromEntries(
      LABEL_KEYS.map((key) => [key, { value: '', ...NOTHING_HIDDEN, ...withoutKey(own.get(key)) }]),
    ) as FormValues['labels'],
  }
}

function withoutKey(label: CustomLabel | undefined): Omit<CustomLabel, 'key'> {
  const { key: _, ...rest } = label ?? { key: undefined }
  return rest
}

/** The settings of a merchant that has set none. */
export function defaultValues(organization: { readonly name: string }): FormValues {
  return formValuesOf(nestedSettings(effectiveSettings({ values: {} }, organization)))
}

export type Changes = {
  /** As `invoiceSettingsInformation`: only the differences; null is the default. */
  readonly settings: Readonly<Record<string, unknown>>
  /** The names of the settings and labels that differ. */
  readonly names: readonly string[]
  readonly labels: readonly LabelChange[]
}

/** The request that turns the saved settings into the typed ones. */
export function changesOf(saved: FormValues, typed: FormValues, defaults: FormValues): Changes {
  const changed = SETTINGS.filter(([name]) => typed.values[name] !== saved.values[name])
  const values = changed.map(([name]) => {
    const value = typed.values[name]
    return [name, value === defaults.values[name] || value === '' ? null : wireValue(name, value)]
  })
  const labels = LABEL_KEYS.filter((key) => !isSameLabel(saved.labels[key], typed.labels[key]))
  const hasLogo = typed.logo !== saved.logo
  const sent = labels.map((key) => labelChange(key, typed.labels[key]))
  return {
    settings: {
      ...nestedSettings(Object.fromEntries(values) as SettingValues),
      ...(hasLogo && { merchantLogo: typed.logo === '' ? null : typed.logo }),
      ...(sent.length > 0 && { customLabels: sent }),
    },
    names: [...changed.map(([name]) => name), ...(hasLogo ? ['merchantLogo'] : []), ...labels],
    labels: sent,
  }
}

function wireValue(name: SettingName, value: string | boolean): string | boolean {
  if (name !== 'payerAuthentication') return value
  return value === true ? 'enable' : 'disable'
}

export function isSameLabel(one: LabelValues, other: LabelValues): boolean {
  return one.value === other.value && LABEL_CONTROLS.every((control) => one[control] === other[control])
}

function labelChange(key: LabelKey, { value, ...controls }: LabelValues): LabelChange {
  const hidden = LABEL_CONTROLS.filter((control) => controls[control]).map((control) => [control, true] as const)
  return { key, reset: true, ...(value.trim() !== '' && { value: value.trim() }), ...Object.fromEntries(hidden) }
}
