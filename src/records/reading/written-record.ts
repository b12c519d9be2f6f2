// pure
import type { Field, FieldValue } from '../../catalogue/field.ts'
import { formatDecimal } from '../../kernel/decimal.ts'
import { AMOUNT_SCALE, DECIMAL_SCALE } from '../../kernel/stored-column.ts'
import { writtenInstant } from '../../kernel/time/time-text.ts'
import type { RecordContent, RecordInput } from './record.ts'

const MS_PER_DAY = 86_400_000

/** The record as a client could have sent it, with masked values masked. Read again, it is the same record. */
export function writtenRecord(record: RecordContent): RecordInput {
  const { recordId, version, merchantId, occurredAtMs, isDeleted, values } = record
  const fields = values.map(([field, value]) => [field.wireName, writtenValue(field, value)])
  return {
    recordId,
    version,
    merchantId,
    occurredAt: instantOf(occurredAtMs),
    ...(isDeleted ? { deleted: true } : {}),
    fields: Object.fromEntries(fields) as Readonly<Record<string, string>>,
  }
}

function writtenValue({ type }: Field, value: FieldValue): string {
  switch (type.kind) {
    case 'text':
    case 'code':
    case 'integer':
      return String(value)
    case 'amount':
      return formatDecimal({ units: BigInt(value), scale: AMOUNT_SCALE })
    case 'decimal':
      return formatDecimal({ units: BigInt(value), scale: DECIMAL_SCALE })
    case 'date':
      return instantOf(Number(value) * MS_PER_DAY).slice(0, 'YYYY-MM-DD'.length)
    case 'instant':
      return instantOf(Number(value))
  }
}

function instantOf(ms: number): string {
  return writtenInstant(Temporal.Instant.fromEpochMilliseconds(ms))
}
