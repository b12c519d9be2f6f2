// pure
import type { Field, FieldValue } from '../../catalogue/field.ts'
import { fieldsOfKind, type KindName, type RecordKind } from '../../catalogue/kinds.ts'
import { readValue } from '../../catalogue/read-value.ts'
import { isInEnvelope } from '../../catalogue/record-table.ts'
import { isObject } from '../../kernel/reading/reading.ts'
import { AN_INSTANT } from '../../kernel/reading/text-readers.ts'
import { parseInstantMs } from '../../kernel/time/instant-ms.ts'
import type { ReadRecord, RecordProblem } from './record.ts'

const ENVELOPE_NAMES = new Set(['recordId', 'version', 'merchantId', 'occurredAt', 'deleted', 'fields'])
const RECORD_ID_LENGTH_MAX = 128
const MERCHANT_ID = /^[A-Za-z0-9_-]{1,32}$/
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern searches for them.
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/
const VERSION_OF_NEW = 1
const TRANSACTION_DATE = 'Request.TransactionDate'
const PROBLEMS_MAX = 100
const SHOWN_NAME_MAX = 100
const LONG_NUMBER = /\d[\d -]{6,}/g

const NO_RECORD_ID = `must be 1 to ${RECORD_ID_LENGTH_MAX} characters`
const NO_MERCHANT_ID = 'must be the id of a merchant'
const NO_VERSION = 'must be a whole number of at least 0'
const NO_FLAG = 'must be true or false'
const DAYS_AHEAD_MAX = 7
const AHEAD_MS_MAX = DAYS_AHEAD_MAX * 86_400_000
const TOO_FAR_AHEAD = `is more than ${DAYS_AHEAD_MAX} days in the future`

type ReadOptions = {
  /** The line has only printable ASCII and no escapes, so its texts need no further check. */
  readonly isPlain?: boolean
  /**
   * The clock of the installation, for records of others: an `occurredAt` more than a week ahead of it is a problem.
   * It would make a partition of its own in the store, and would never be past its retention.
   */
  readonly clockMs?: number | undefined
}

/** Reads records of one kind. It collects problems by itself, since the readers of the kernel cost too much per record. */
export class RecordReader {
  readonly #fields: ReadonlyMap<string, Field>
  readonly #transactionDate: Field | undefined
  readonly #merchantId: Field | undefined

  constructor(kind: RecordKind) {
    const fields = fieldsOfKind(kind)
    const byName = new Map(fields.map((field) => [field.wireName, field]))
    for (const field of fields) {
      for (const alias of field.aliases) if (!byName.has(alias)) byName.set(alias, field)
    }
    this.#fields = byName
    this.#transactionDate = byName.get(TRANSACTION_DATE)
    this.#merchantId = fields.find(isInEnvelope)
  }

  /** Finds a field of the kind by its wire name or an alias. */
  fieldNamed(name: string): Field | undefined {
    return this.#fields.get(name)
  }

  read(input: unknown, { isPlain = false, clockMs = Infinity }: ReadOptions = {}): ReadRecord {
    if (!isObject(input)) {
      return { problems: [{ field: undefined, reason: 'must be a JSON object' }] }
    }
    const reading: Reading = { isPlain, values: [], problems: [], warnings: [] }
    const { values, problems, warnings } = reading
    const envelope = readEnvelope(input, { occurredAtMsMax: clockMs + AHEAD_MS_MAX, problems })
    this.#readFields(input['fields'] ?? {}, envelope.merchantId, reading)
    if (problems.length > 0) return { problems }
    const { merchantId, recordId, occurredAtMs, version, isDeleted } = envelope
    if (this.#transactionDate !== undefined) {
      // The time in the envelope, unless the record has its own.
      placeValue(values, this.#transactionDate, occurredAtMs)
    }
    const record = { merchantId, recordId, occurredAtMs, version, isDeleted, values }
    return { record, warnings }
  }

  #readFields(fields: unknown, merchantId: string, reading: Reading): void {
    const { problems } = reading
    if (!isObject(fields)) {
      problems.push({ field: 'fields', reason: 'must be an object of field names and values' })
      return
    }
    for (const name of Object.keys(fields)) {
      const reason = this.#readField(name, fields[name], merchantId, reading)
      if (reason !== undefined) problems.push({ field: shownName(name), reason })
      if (problems.length >= PROBLEMS_MAX) return
    }
  }

  /** Adds the value to the others, or returns the problem with it. */
  #readField(
    name: string,
    raw: unknown,
    merchantId: string,
    { isPlain, values, warnings }: Reading,
  ): string | undefined {
    const field = this.#fields.get(name)
    if (field === undefined) return 'is not a field of this kind of record'
    const read = readValue(field, raw, isPlain)
    if ('problem' in read) return read.problem
    if (read.value === undefined) return undefined
    if (read.warning !== undefined) warnings.push({ field: name, reason: read.warning })
    if (field === this.#merchantId) {
      return read.value === merchantId ? undefined : 'differs from merchantId'
    }
    return placeValue(values, field, read.value) ? undefined : 'is given twice under different names'
  }
}

const readers = new Map<KindName, RecordReader>()

/** Returns the kind's reader, which is made at its first use. */
export function readerOf(kind: RecordKind): RecordReader {
  return readers.getOrInsertComputed(kind.name, () => new RecordReader(kind))
}

type Values = [Field, FieldValue][]

type Reading = {
  readonly isPlain: boolean
  readonly values: Values
  readonly problems: RecordProblem[]
  readonly warnings: RecordProblem[]
}

/** Inserts a value in the catalogue's order, in which most are sent anyway; false where the field has a value already. */
function placeValue(values: Values, field: Field, value: FieldValue): boolean {
  let at = values.length
  for (; at > 0; at -= 1) {
    const id = values[at - 1]?.[0].id ?? 0
    if (id === field.id) return false
    if (id < field.id) break
  }
  if (at === values.length) values.push([field, value])
  else values.splice(at, 0, [field, value])
  return true
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
  { occurredAtMsMax, problems }: { readonly occurredAtMsMax: number; readonly problems: RecordProblem[] },
): Envelope {
  const { recordId, version = VERSION_OF_NEW, merchantId, occurredAt, deleted = false } = input
  const occurredAtMs = typeof occurredAt === 'string' ? parseInstantMs(occurredAt) : undefined
  for (const name of Object.keys(input)) {
    if (ENVELOPE_NAMES.has(name)) continue
    problems.push({ field: shownName(name), reason: 'is unknown' })
    if (problems.length >= PROBLEMS_MAX) break
  }
  if (!isRecordId(recordId)) problems.push({ field: 'recordId', reason: NO_RECORD_ID })
  if (!isMerchantId(merchantId)) problems.push({ field: 'merchantId', reason: NO_MERCHANT_ID })
  if (!isVersion(version)) problems.push({ field: 'version', reason: NO_VERSION })
  if (typeof deleted !== 'boolean') problems.push({ field: 'deleted', reason: NO_FLAG })
  const timeProblem = problemOfTime(occurredAtMs, occurredAtMsMax)
  if (timeProblem !== undefined) problems.push({ field: 'occurredAt', reason: timeProblem })
  return {
    merchantId: merchantId as string,
    recordId: recordId as string,
    occurredAtMs: occurredAtMs ?? 0,
    version: version as number,
    isDeleted: deleted === true,
  }
}

function problemOfTime(ms: number | undefined, msMax: number): string | undefined {
  if (ms === undefined) return AN_INSTANT
  return ms > msMax ? TOO_FAR_AHEAD : undefined
}

/** An unknown name may be as long as a line, or contain a number that must not be shown. */
function shownName(name: string): string {
  return name.slice(0, SHOWN_NAME_MAX).toWellFormed().replaceAll(LONG_NUMBER, '…')
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
