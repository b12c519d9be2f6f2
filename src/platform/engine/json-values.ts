import { AMOUNT_SCALE, type ColumnType, DECIMAL_SCALE } from '../../kernel/stored-column.ts'

/**
 * A value to be stored: strings as they are, amounts and decimals in units of their scale, instants in
 * milliseconds, dates in days since 1970, hashes as bytes.
 */
export type StoredValue = string | number | bigint | Uint8Array

const MS_PER_DAY = 86_400_000

/**
 * How values of a column travel in JSON: both engines read these exactly. Decimals and whole numbers are strings,
 * because engines read JSON numbers as floating point.
 */
export const JSON_VALUES: Readonly<Record<Exclude<ColumnType, MapType>, (value: StoredValue) => string>> = {
  text: (value) => JSON.stringify(value),
  'repetitive-text': (value) => JSON.stringify(value),
  hash: (value) => `"${Buffer.from(value as Uint8Array).toString('hex')}"`,
  flag: (value) => String(value),
  version: (value) => String(value),
  instant: (value) => `"${instantText(Number(value))}"`,
  'nullable-instant': (value) => `"${instantText(Number(value))}"`,
  'nullable-date': (value) => `"${new Date(Number(value) * MS_PER_DAY).toISOString().slice(0, 10)}"`,
  'nullable-integer': (value) => `"${value}"`,
  'nullable-amount': (value) => `"${decimalText(value as number | bigint, AMOUNT_SCALE)}"`,
  'nullable-decimal': (value) => `"${decimalText(value as number | bigint, DECIMAL_SCALE)}"`,
}

type MapType = 'text-map' | 'integer-map' | 'decimal-map' | 'instant-map'

/** The same for the values of a map; decimals are of its wider scale. */
export const JSON_MAP_VALUES: Readonly<Record<MapType, (value: StoredValue) => string>> = {
  'text-map': JSON_VALUES.text,
  'integer-map': JSON_VALUES['nullable-integer'],
  'decimal-map': JSON_VALUES['nullable-decimal'],
  'instant-map': JSON_VALUES.instant,
}

/** `2026-03-09 10:00:00.000`, in UTC. */
function instantText(ms: number): string {
  const iso = new Date(ms).toISOString()
  return `${iso.slice(0, 10)} ${iso.slice(11, 23)}`
}

function decimalText(units: number | bigint, scale: number): string {
  const isNegative = units < 0
  const digits = String(isNegative ? -units : units).padStart(scale + 1, '0')
  const point = digits.length - scale
  return `${isNegative ? '-' : ''}${digits.slice(0, point)}.${digits.slice(point)}`
}
