// pure
import type { ReportField } from '../../definitions.ts'

export type FieldGroup = { readonly name: string; readonly fields: readonly ReportField[] }

/** The fields by their groups, in the order of the catalogue. */
export function groupsOf(fields: readonly ReportField[]): readonly FieldGroup[] {
  const groups = Map.groupBy(fields, ({ name }) => name.split('.')[0] ?? name)
  return [...groups].map(([name, members]) => ({ name, fields: members }))
}

/** A group as people read it: PaymentData is Payment Data. */
export function spacedName(name: string): string {
  return name
    .replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, ' ')
    .replaceAll(/(?<=[A-Z])(?=[A-Z][a-z])/g, ' ')
    .replace('.', ' · ')
}

/** Fields whose name or description has every word of the search. */
export function matching(fields: readonly ReportField[], search: string): readonly ReportField[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return fields.filter(({ name, description }) => {
    const text = `${name} ${spacedName(name)} ${description}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

/** The list with one entry at another place. */
export function moved<T>(list: readonly T[], from: number, to: number): readonly T[] {
  const entry = list[from]
  if (entry === undefined || to < 0 || to >= list.length) return list
  return list.toSpliced(from, 1).toSpliced(to, 0, entry)
}

/** Adds the field at the end, or takes it away. */
export function toggled(chosen: readonly string[], name: string): readonly string[] {
  return chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name]
}
