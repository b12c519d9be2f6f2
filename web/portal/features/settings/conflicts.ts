// pure
import { LABEL_KEYS, type LabelKey } from '../../../../src/invoicing/settings/label.ts'
import { SETTINGS, type SettingName } from '../../../../src/invoicing/settings/settings-fields.ts'
import { type FormValues, isSameLabel } from './form-values.ts'

/** A setting, a label or the logo. */
export type SettingKey = SettingName | LabelKey | 'merchantLogo'

type Typed = {
  /** The values when the person began to change them. */
  readonly base: FormValues
  readonly typed: FormValues
}

/** The person's changes come from one set of values, everything else from another. */
export function mergedValues(
  { base, typed }: Typed,
  { changed, others }: { readonly changed: FormValues; readonly others: FormValues },
): FormValues {
  const keys = new Set(keysThatDiffer(base, typed))
  return composedValues((key) => (keys.has(key) ? changed : others))
}

/** The values that somebody else has saved, with those of the person's changes that do not conflict. */
export function withTheirs(
  { base, typed }: Typed,
  { names, now }: { readonly names: readonly SettingKey[]; readonly now: FormValues },
): FormValues {
  const keys = new Set(keysThatDiffer(base, typed).filter((key) => !names.includes(key)))
  return composedValues((key) => (keys.has(key) ? typed : now))
}

function composedValues(from: (key: SettingKey) => FormValues): FormValues {
  return {
    values: Object.fromEntries(SETTINGS.map(([name]) => [name, from(name).values[name]])) as FormValues['values'],
    logo: from('merchantLogo').logo,
    labels: Object.fromEntries(LABEL_KEYS.map((key) => [key, from(key).labels[key]])) as FormValues['labels'],
  }
}

/** The settings that the person and somebody else have changed, each in another way. */
export function conflictsOf({ base, typed }: Typed, now: FormValues): readonly SettingKey[] {
  const theirs = new Set(keysThatDiffer(base, now))
  const differing = new Set(keysThatDiffer(typed, now))
  return keysThatDiffer(base, typed).filter((key) => theirs.has(key) && differing.has(key))
}

function keysThatDiffer(one: FormValues, other: FormValues): readonly SettingKey[] {
  return [
    ...SETTINGS.map(([name]) => name).filter((name) => one.values[name] !== other.values[name]),
    ...(one.logo === other.logo ? [] : (['merchantLogo'] as const)),
    ...LABEL_KEYS.filter((key) => !isSameLabel(one.labels[key], other.labels[key])),
  ]
}
