import type { Field } from '../../../src/catalogue/field.ts'
import { fieldsOfKind, type RecordKind } from '../../../src/catalogue/kinds.ts'
import { isInEnvelope } from '../../../src/catalogue/record-table.ts'
import { RecordReader } from '../../../src/records/reading/read-record.ts'
import type { RecordContent } from '../../../src/records/reading/record.ts'
import type { Random } from './seeded-random.ts'

/** Texts that have broken stores and files before. */
const TEXTS = [
  'Oslo',
  'a\n\nb',
  '\n\n\n',
  '🎉👩‍👩‍👧 ünï',
  `it's "quoted", \\ and\ttabbed`,
  '\u0001\u007f\u001b[31m',
  '<x>&amp;</x>',
  ' ',
  '﷽',
  '\r\n',
  'NULL',
  '0',
]

type RandomRecordsInput = {
  readonly merchantIds: readonly string[]
  /** Number of months, from 2025-01 on. */
  readonly months: number
  /** Each field has a value in one of `oneIn` records. */
  readonly oneIn?: number
  /** Undefined: whatever fits the field. */
  readonly valueFor?: (random: Random, field: Field) => string | undefined
}

/** A record of the kind with some of its fields, whatever they may hold. */
export function aRandomRecord(
  random: Random,
  kind: RecordKind,
  recordId: string,
  { merchantIds, months, oneIn = 6, valueFor = () => undefined }: RandomRecordsInput,
): RecordContent {
  const fields = fieldsOfKind(kind).filter((field) => !isInEnvelope(field))
  const chosen = fields.filter(() => random.integer(1, oneIn) === 1)
  const month = random.integer(0, months - 1)
  const day = String(random.integer(1, 28)).padStart(2, '0')
  const read = new RecordReader(kind).read({
    recordId,
    merchantId: merchantIds[random.integer(0, merchantIds.length - 1)],
    version: random.integer(1, 3),
    occurredAt: `${2025 + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}-${day}T12:00:00.${random.integer(100, 999)}Z`,
    ...(random.integer(1, 10) === 1 ? { deleted: true } : {}),
    fields: Object.fromEntries(
      chosen.map((field) => [field.wireName, valueFor(random, field) ?? aValue(random, field)]),
    ),
  })
  if ('problems' in read) throw new Error(JSON.stringify(read.problems))
  return read.record
}

function aValue(random: Random, { type }: Field): string {
  switch (type.kind) {
    case 'text':
    case 'code':
      return (TEXTS[random.integer(0, TEXTS.length - 1)] ?? '').slice(0, type.lengthMax).toWellFormed()
    case 'amount':
      return `${random.integer(-1_000_000, 1_000_000)}.${random.integer(0, 9999)}`
    case 'decimal':
      return `${random.integer(-999, 999)}.${random.integer(0, 10 ** (type.decimalsMax ?? 8) - 1)}`
    case 'integer':
      return String(random.integer(-(2 ** 40), 2 ** 40))
    case 'date':
      return `20${random.integer(10, 99)}-02-${random.integer(10, 28)}`
    case 'instant':
      return `20${random.integer(10, 99)}-10-${random.integer(10, 31)}T23:59:59.${random.integer(100, 999)}Z`
  }
}
