import type { Field, FieldValue } from '../../catalogue/field.ts'
import { fieldsOfKind, KINDS, type KindName } from '../../catalogue/kinds.ts'
import { assert } from '../../kernel/assert.ts'
import { AMOUNT_SCALE, DECIMAL_SCALE } from '../../kernel/stored-column.ts'
import type { RecordContent } from '../../records/index.ts'

export type DemoRecord = { readonly kind: KindName; readonly record: RecordContent }

type Envelope = Pick<RecordContent, 'merchantId' | 'recordId' | 'occurredAtMs'>

/** How a field's value is read from a subject; a bare function reads a text. */
type FieldReader<Subject> = TextOf<Subject> | { readonly meaning: Meaning; readonly read: NumberOf<Subject> }
/** Readers of a record's fields, by wire name. */
export type FieldReaders<Subject> = Readonly<Record<string, FieldReader<Subject>>>

type Meaning = 'money' | 'rate' | 'count' | 'time' | 'day'
type TextOf<Subject> = (subject: Subject) => string | undefined
type NumberOf<Subject> = (subject: Subject) => number | undefined

function numberReader(meaning: Meaning) {
  return <Subject>(read: NumberOf<Subject>): FieldReader<Subject> => ({ meaning, read })
}

/** An amount in units of 1/10000. */
export const money = numberReader('money')
/** A fraction in millionths, so that integer arithmetic stays exact. */
export const rate = numberReader('rate')
export const count = numberReader('count')
/** Milliseconds since 1970. */
export const time = numberReader('time')
/** A calendar day in days since 1970. */
export const day = numberReader('day')

export type RecordMaker<Subject> = (envelope: Envelope, subject: Subject) => DemoRecord

/** Makes records of one kind from subjects, by a table of field readers. */
export function recordMaker<Subject>(kind: KindName, readers: FieldReaders<Subject>): RecordMaker<Subject> {
  const cells = fieldsOfKind(KINDS[kind])
    .filter(({ wireName }) => Object.hasOwn(readers, wireName))
    .map((field) => cellOf(field, readers[field.wireName] as FieldReader<Subject>))
    .sort((a, b) => a.field.id - b.field.id)
  assert(
    cells.length === Object.keys(readers).length,
    `A ${kind} record lacks some of the fields ${Object.keys(readers).join(', ')}.`,
  )
  return (envelope, subject) => {
    const values: (readonly [Field, FieldValue])[] = []
    for (const { field, read } of cells) {
      const value = read(subject)
      if (value !== undefined && value !== '') values.push([field, value])
    }
    const { merchantId, recordId, occurredAtMs } = envelope
    return {
      kind,
      record: { merchantId, recordId, occurredAtMs, version: 1, isDeleted: false, values },
    }
  }
}

type Cell<Subject> = {
  readonly field: Field
  readonly read: (subject: Subject) => FieldValue | undefined
}

/** Converts a read value to the field's stored form. */
function cellOf<Subject>(field: Field, reader: FieldReader<Subject>): Cell<Subject> {
  const { kind } = field.type
  if (typeof reader === 'function') {
    assert(kind === 'text' || kind === 'code', `The field ${field.wireName} is not a text.`)
    return { field, read: reader }
  }
  const factor = FACTORS[reader.meaning][kind]
  assert(factor !== undefined, `The field ${field.wireName} is not a ${reader.meaning}.`)
  if (factor === 1) return { field, read: reader.read }
  return {
    field,
    read: (subject) => {
      const value = reader.read(subject)
      return value === undefined ? undefined : value * factor
    },
  }
}

const RATE_SCALE = 6
const MS_PER_DAY = 86_400_000

/** The factor from a meaning to each type of field that can store it. */
const FACTORS: Readonly<Record<Meaning, Partial<Readonly<Record<Field['type']['kind'], number>>>>> = {
  money: { amount: 1, decimal: 10 ** (DECIMAL_SCALE - AMOUNT_SCALE) },
  rate: { decimal: 10 ** (DECIMAL_SCALE - RATE_SCALE) },
  count: { integer: 1 },
  time: { instant: 1 },
  day: { date: 1, instant: MS_PER_DAY },
}
