import type { Field, FieldValue } from '../../catalogue/field.ts'
import { fieldsOfKind, KINDS, type KindName } from '../../catalogue/kinds.ts'
import { assert } from '../../kernel/assert.ts'
import { AMOUNT_SCALE, DECIMAL_SCALE } from '../../kernel/stored-column.ts'
import type { RecordContent } from '../../records/index.ts'

export type DemoRecord = { readonly kind: KindName; readonly record: RecordContent }

type Envelope = Pick<RecordContent, 'merchantId' | 'recordId' | 'occurredAtMs'>

/** What a field says of something, and what that is. A bare function tells a text. */
type Telling<Told> = TextOf<Told> | { readonly meaning: Meaning; readonly read: NumberOf<Told> }
/** What the fields of a record say, by their wire names. */
export type Tellings<Told> = Readonly<Record<string, Telling<Told>>>

type Meaning = 'money' | 'rate' | 'count' | 'time' | 'day'
type TextOf<Told> = (told: Told) => string | undefined
type NumberOf<Told> = (told: Told) => number | undefined

/** An amount in units of 1/10000. */
export function money<Told>(read: NumberOf<Told>): Telling<Told> {
  return { meaning: 'money', read }
}

/** A part of something, in millionths: plain arithmetic stays exact with them. */
export function rate<Told>(read: NumberOf<Told>): Telling<Told> {
  return { meaning: 'rate', read }
}

export function count<Told>(read: NumberOf<Told>): Telling<Told> {
  return { meaning: 'count', read }
}

/** Milliseconds since 1970. */
export function time<Told>(read: NumberOf<Told>): Telling<Told> {
  return { meaning: 'time', read }
}

/** A calendar day, as days since 1970. */
export function day<Told>(read: NumberOf<Told>): Telling<Told> {
  return { meaning: 'day', read }
}

export type RecordMaker<Told> = (envelope: Envelope, told: Told) => DemoRecord

/** Makes records of one kind by a table that says, field by field, what is told of a thing. */
export function recordMaker<Told>(kind: KindName, tellings: Tellings<Told>): RecordMaker<Told> {
  const cells = fieldsOfKind(KINDS[kind])
    .filter(({ wireName }) => Object.hasOwn(tellings, wireName))
    .map((field) => cellOf(field, tellings[field.wireName] as Telling<Told>))
    .sort((a, b) => a.field.id - b.field.id)
  assert(
    cells.length === Object.keys(tellings).length,
    `A ${kind} record has not all of the fields ${Object.keys(tellings).join(', ')}.`,
  )
  return (envelope, told) => {
    const values: (readonly [Field, FieldValue])[] = []
    for (const { field, read } of cells) {
      const value = read(told)
      if (value !== undefined && value !== '') values.push([field, value])
    }
    const { merchantId, recordId, occurredAtMs } = envelope
    return {
      kind,
      record: { merchantId, recordId, occurredAtMs, version: 1, isDeleted: false, values },
    }
  }
}

type Cell<Told> = {
  readonly field: Field
  readonly read: (told: Told) => FieldValue | undefined
}

/** Fits what is told to the way in which the catalogue keeps the field. */
function cellOf<Told>(field: Field, telling: Telling<Told>): Cell<Told> {
  const { kind } = field.type
  if (typeof telling === 'function') {
    assert(kind === 'text' || kind === 'code', `The field ${field.wireName} holds no text.`)
    return { field, read: telling }
  }
  const factor = FACTORS[telling.meaning][kind]
  assert(factor !== undefined, `The field ${field.wireName} holds no ${telling.meaning}.`)
  if (factor === 1) return { field, read: telling.read }
  return {
    field,
    read: (told) => {
      const value = telling.read(told)
      return value === undefined ? undefined : value * factor
    },
  }
}

const RATE_SCALE = 6
const MS_PER_DAY = 86_400_000

/** By what a told value is multiplied for each type of field that can hold it. */
const FACTORS: Readonly<Record<Meaning, Partial<Readonly<Record<Field['type']['kind'], number>>>>> = {
  money: { amount: 1, decimal: 10 ** (DECIMAL_SCALE - AMOUNT_SCALE) },
  rate: { decimal: 10 ** (DECIMAL_SCALE - RATE_SCALE) },
  count: { integer: 1 },
  time: { instant: 1 },
  day: { date: 1, instant: MS_PER_DAY },
}
