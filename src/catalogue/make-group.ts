import type { CodeList, Field, FieldGroup, FieldType, FilterType, Masking } from './field.ts'
import { columnNameOf, scmpNameOf, soapiNameOf } from './field-names.ts'

type FieldTraits = {
  readonly aliases?: readonly string[]
  readonly masking?: Masking
  readonly filterType?: FilterType
  readonly isPersonal?: boolean
  readonly identifies?: Field['identifies']
  readonly isRepetitive?: boolean
  readonly isRare?: boolean
  readonly column?: string
  readonly soapiName?: string
  readonly scmpName?: string
}

type FieldEntry = FieldTraits & { readonly type: FieldType; readonly description: string }

export function text(lengthMax: number, description: string, traits: FieldTraits = {}): FieldEntry {
  return { type: { kind: 'text', lengthMax }, description, ...traits }
}

/** A text with few different values that are not listed; reports can filter by it. */
export function choice(lengthMax: number, description: string, traits: FieldTraits = {}): FieldEntry {
  return text(lengthMax, description, { isRepetitive: true, filterType: 'MULTI', ...traits })
}

/** A number or name that identifies a payment, a case or a party; reports can filter by it. */
export function identifier(lengthMax: number, description: string, traits: FieldTraits = {}): FieldEntry {
  return text(lengthMax, description, { filterType: 'MULTI', ...traits })
}

/** The last four characters of an account number; a full number is accepted and cut. */
export function accountSuffix(description: string, traits: FieldTraits = {}): FieldEntry {
  return text(4, description, { masking: 'last-four', filterType: 'MULTI', ...traits })
}

/** Leaves room for a processor's own codes, longer than the listed ones. */
const CODE_LENGTH_MIN = 32

export function code(
  codes: CodeList,
  description: string,
  {
    lengthMax = CODE_LENGTH_MIN,
    defaultCode,
    ...traits
  }: FieldTraits & { readonly lengthMax?: number; readonly defaultCode?: string } = {},
): FieldEntry {
  const type = { kind: 'code', lengthMax, codes } as const
  return {
    type: defaultCode === undefined ? type : { ...type, defaultCode },
    description,
    isRepetitive: true,
    filterType: 'MULTI',
    ...traits,
  }
}

/** `currencyField` is a field of the same group, or a full wire name. */
export function amount(
  currencyField: string,
  description: string,
  { decimalsMin, ...traits }: FieldTraits & { readonly decimalsMin?: number } = {},
): FieldEntry {
  return { type: { kind: 'amount', currencyField, decimalsMin }, description, ...traits }
}

/** The alphabetic code of ISO 4217. */
export function currency(description: string, traits: FieldTraits = {}): FieldEntry {
  return choice(3, description, traits)
}

/** The two-letter code of ISO 3166; some processors send the three-letter one. */
export function country(description: string, traits: FieldTraits = {}): FieldEntry {
  return choice(3, description, traits)
}

type Decimals = { readonly decimalsMin?: number; readonly decimalsMax?: number }

export function decimal(
  description: string,
  { decimals = {}, ...traits }: FieldTraits & { readonly decimals?: Decimals } = {},
): FieldEntry {
  return { type: { kind: 'decimal', ...decimals }, description, ...traits }
}

export function integer(description: string, traits: FieldTraits = {}): FieldEntry {
  return { type: { kind: 'integer' }, description, ...traits }
}

export function date(description: string, traits: FieldTraits = {}): FieldEntry {
  return { type: { kind: 'date' }, description, ...traits }
}

export function instant(
  description: string,
  { isAlwaysUtc = false, ...traits }: FieldTraits & { readonly isAlwaysUtc?: boolean } = {},
): FieldEntry {
  return { type: { kind: 'instant', isAlwaysUtc }, description, ...traits }
}

/** Each group has this many field ids. */
const FIELDS_MAX = 1_000

/** Makes a group. `number` must never change, since field ids derive from it; `aliases` are other names of the group. */
export function group(
  number: number,
  name: string,
  description: string,
  entries: Readonly<Record<string, FieldEntry>>,
  { aliases: otherNames = [], ...traits }: FieldTraits = {},
): FieldGroup {
  const fields = Object.entries(entries).map(
    ([fieldName, entry], index): Field => ({
      wireName: `${name}.${fieldName}`,
      group: name,
      name: fieldName,
      id: number * FIELDS_MAX + index + 1,
      type: withWholeName(name, entry.type),
      description: entry.description,
      soapiName: entry.soapiName ?? soapiNameOf(name, fieldName),
      scmpName: entry.scmpName ?? scmpNameOf(name, fieldName),
      masking: entry.masking,
      filterType: entry.filterType,
      aliases: [...(entry.aliases ?? []), ...otherNames.map((otherName) => `${otherName}.${fieldName}`)],
      isPersonal: entry.isPersonal ?? traits.isPersonal ?? false,
      identifies: entry.identifies,
      isRepetitive: entry.isRepetitive ?? traits.isRepetitive ?? false,
      isRare: entry.isRare ?? traits.isRare ?? false,
      column: entry.column ?? columnNameOf(name, fieldName),
    }),
  )
  return { number, name, description, fields }
}

function withWholeName(group: string, type: FieldType): FieldType {
  if (type.kind !== 'amount' || type.currencyField === undefined) return type
  if (type.currencyField.includes('.')) return type
  return { ...type, currencyField: `${group}.${type.currencyField}` }
}
