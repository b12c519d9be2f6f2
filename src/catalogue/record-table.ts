import type { Column, ColumnType } from '../kernel/stored-column.ts'
import type { Field } from './field.ts'
import { fieldsOfKind, hasColumn, type RecordKind } from './kinds.ts'

/** The columns of every kind's table. */
export const ENVELOPE_COLUMNS = [
  /** The organization that sent the record; who may see it depends on the record's merchant. */
  { name: 'organization_id', type: 'repetitive-text' },
  { name: 'merchant_id', type: 'repetitive-text' },
  { name: 'occurred_at', type: 'instant' },
  { name: 'record_id', type: 'text' },
  { name: 'version', type: 'version' },
  { name: 'is_deleted', type: 'flag' },
  { name: 'content_hash', type: 'hash' },
  { name: 'received_at', type: 'instant' },
  /** When the record first arrived, in any version. */
  { name: 'first_received_at', type: 'instant' },
  { name: 'source', type: 'repetitive-text' },
] as const satisfies readonly Column[]

/** The maps of fields without their own column, by wire name. */
export const RARE_COLUMNS = [
  { name: 'rare_texts', type: 'text-map' },
  { name: 'rare_integers', type: 'integer-map' },
  { name: 'rare_decimals', type: 'decimal-map' },
  { name: 'rare_instants', type: 'instant-map' },
] as const satisfies readonly Column[]

const ENVELOPE_NAMES: ReadonlySet<string> = new Set(ENVELOPE_COLUMNS.map(({ name }) => name))

/** Where a field's value is stored: in a column, or under its wire name in a map. */
export type Place =
  | { readonly column: Column; readonly key: undefined }
  | { readonly column: (typeof RARE_COLUMNS)[number]; readonly key: string }

/** All columns of the kind's table, in order. */
export function columnsOf(kind: RecordKind): readonly Column[] {
  const own = fieldsOfKind(kind)
    .filter((field) => hasColumn(kind, field) && !isInEnvelope(field))
    .map(({ column, type, isRepetitive }) => ({
      name: column,
      type: columnTypeOf(type.kind, isRepetitive),
    }))
  return [...ENVELOPE_COLUMNS, ...own, ...RARE_COLUMNS]
}

/** Whether the field is one of the envelope's columns, and so has no value of its own. */
export function isInEnvelope({ column }: Field): boolean {
  return ENVELOPE_NAMES.has(column)
}

export function placeOf(kind: RecordKind, field: Field): Place {
  if (!hasColumn(kind, field)) return { column: rareColumnOf(field), key: field.wireName }
  const type = columnTypeOf(field.type.kind, field.isRepetitive)
  return { column: { name: field.column, type }, key: undefined }
}

function columnTypeOf(kind: Field['type']['kind'], isRepetitive: boolean): ColumnType {
  switch (kind) {
    case 'text':
    case 'code':
      return isRepetitive ? 'repetitive-text' : 'text'
    case 'amount':
      return 'nullable-amount'
    case 'decimal':
      return 'nullable-decimal'
    case 'integer':
      return 'nullable-integer'
    case 'date':
      return 'nullable-date'
    case 'instant':
      return 'nullable-instant'
  }
}

function rareColumnOf({ type }: Field): (typeof RARE_COLUMNS)[number] {
  const [texts, integers, decimals, instants] = RARE_COLUMNS
  switch (type.kind) {
    case 'text':
    case 'code':
      return texts
    case 'integer':
    case 'date':
      return integers
    case 'amount':
    case 'decimal':
      return decimals
    case 'instant':
      return instants
  }
}
