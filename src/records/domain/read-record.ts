import type { Field } from './catalogue/field.ts'
import { fieldsOfKind, type RecordKind } from './catalogue/kinds.ts'
import { NO_INSTANT, parseInstantMs, readValue } from './read-value.ts'
import type { FieldValue, ReadRecord, RecordProblem } from './record.ts'
import { isInEnvelope } from './record-table.ts'

const ENVELOPE_NAMES = new Set([
  'recordId',
  'version',
  'merchantId',
  'occurredAt',
  'deleted',
  'fields',
])
const RECORD_ID_LENGTH_MAX = 128
const MERCHANT_ID = /^[A-Za-z0-9_-]{1,32}$/
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/
const VERSION_OF_NEW = 1
const TRANSACTION_DATE = 'Request.TransactionDate'
const PROBLEMS_MAX = 100

/** Reads records of one kind; what can be worked out beforehand is worked out once. */
export class RecordReader {
  readonly #fields: ReadonlyMap<string, Field>
  readonly #transactionDate: Field | undefined

  constructor(kind: RecordKind) {
    const fields = fieldsOfKind(kind)
    const byName = new Map(fields.map((field) => [field.wireName, field]))
    for (const field of fields) {
      for (const alias of field.aliases) if (!byName.has(alias)) byName.set(alias, field)
    }
    this.#fields = byName
    this.#transactionDate = byName.get(TRANSACTION_DATE)
  }

  /** `isPlain`: the line holds printable ASCII alone and no escapes, so its texts need no further look. */
  read(input: unknown, { isPlain = false }: { readonly isPlain?: boolean } = {}): ReadRecord {
    if (!isObject(input)) {
      return { problems: [{ field: undefined, reason: 'must be a JSON object' }] }
    }
    const problems: RecordProblem[] = []
    const warnings: RecordProblem[] = []
    const envelope = readEnvelope(input, problems)
    const values = this.#readFields(input['fields'] ?? {}, {
      isPlain,
      envelope,
      problems,
      warnings,
    })
    if (problems.length > 0) return { problems }
    return { record: { ...envelope, values }, warnings }
  }

  #readFields(fields: unknown, reading: Reading): readonly (readonly [Field, FieldValue])[] {
    const { envelope, problems } = reading
    const values = new Map<Field, FieldValue>()
    if (!isObject(fields)) {
      problems.push({ field: 'fields', reason: 'must be an object of fields and their values' })
      return []
    }
    for (const name of Object.keys(fields)) {
      if (problems.length >= PROBLEMS_MAX) break
      const reason = this.#readField(name, fields[name], values, reading)
      if (reason !== undefined) problems.push({ field: name, reason })
    }
    if (this.#transactionDate !== undefined && !values.has(this.#transactionDate)) {
      values.set(this.#transactionDate, envelope.occurredAtMs)
    }
    return [...values].sort(([a], [b]) => a.id - b.id)
  }

  /** Puts the value among the others, or says what is wrong with it. */
  #readField(
    name: string,
    raw: unknown,
    values: Map<Field, FieldValue>,
    { isPlain, envelope, warnings }: Reading,
  ): string | undefined {
    const field = this.#fields.get(name)
    if (field === undefined) return 'is not a field of this kind of record'
    const read = readValue(field, raw, isPlain)
    if ('problem' in read) return read.problem
    if (read.value === undefined) return undefined
    if (read.warning !== undefined) warnings.push({ field: name, reason: read.warning })
    if (isInEnvelope(field)) {
      return read.value === envelope.merchantId ? undefined : 'differs from merchantId'
    }
    if (values.has(field)) return 'is given twice, under two names'
    values.set(field, read.value)
    return undefined
  }
}

type Reading = {
  readonly isPlain: boolean
  readonly envelope: Envelope
  readonly problems: RecordProblem[]
  readonly warnings: RecordProblem[]
}

type Envelope = {
  readonly merchantId: string
  readonly recordId: string
  readonly occurredAtMs: number
  readonly version: number
  readonly isDeleted: boolean
}

function readEnvelope(
  input: Readonly<Record<string, unknown>>,
  problems: RecordProblem[],
): Envelope {
  const { recordId, version = VERSION_OF_NEW, merchantId, occurredAt, deleted = false } = input
  const occurredAtMs = typeof occurredAt === 'string' ? parseInstantMs(occurredAt) : undefined
  const demand = (holds: boolean, field: string, reason: string): void => {
    if (!holds) problems.push({ field, reason })
  }
  for (const name of Object.keys(input)) {
    demand(ENVELOPE_NAMES.has(name), name, 'is not known here')
  }
  demand(isRecordId(recordId), 'recordId', `must be 1 to ${RECORD_ID_LENGTH_MAX} characters`)
  demand(isMerchantId(merchantId), 'merchantId', 'must be the id of a merchant')
  demand(isVersion(version), 'version', 'must be a whole number, 0 or more')
  demand(typeof deleted === 'boolean', 'deleted', 'must be true or false')
  demand(occurredAtMs !== undefined, 'occurredAt', NO_INSTANT)
  return {
    merchantId: String(merchantId),
    recordId: String(recordId),
    occurredAtMs: occurredAtMs ?? 0,
    version: Number(version),
    isDeleted: deleted === true,
  }
}

function isObject(input: unknown): input is Readonly<Record<string, unknown>> {
  return typeof input === 'object' && input !== null && !Array.isArray(input)
}

function isRecordId(id: unknown): boolean {
  if (typeof id !== 'string' || id === '' || id.length > RECORD_ID_LENGTH_MAX) return false
  return id.isWellFormed() && !CONTROL.test(id)
}

function isMerchantId(id: unknown): boolean {
  return typeof id === 'string' && MERCHANT_ID.test(id)
}

function isVersion(version: unknown): boolean {
  return Number.isSafeInteger(version) && Number(version) >= 0
}
