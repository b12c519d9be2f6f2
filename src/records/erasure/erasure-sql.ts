import { fieldsOfKind, type RecordKind } from '../../catalogue/kinds.ts'
import { isInEnvelope, placeOf } from '../../catalogue/record-table.ts'
import { lowerCase } from '../../kernel/lower-case.ts'
import type { Person } from '../../kernel/person.ts'
import { amongSql } from '../../platform/engine/among-sql.ts'
import type { Dialect } from '../../platform/engine/dialect.ts'
import { erasedHashSql, valueSql } from '../storage/record-sql.ts'

/** How fields identify people, and the matching part of a person. */
const PERSON_PARTS = { email: 'emails', phone: 'phones', customer: 'customerIds' } as const
type Identifying = keyof typeof PERSON_PARTS

/** How texts are normalized before the comparison; `readPerson` normalizes a person in the same way. */
const COMPARED: Readonly<Record<Identifying, (dialect: Dialect, text: string) => string>> = {
  email: (dialect, text) => dialect.lowerAll(dialect.trimmed(text, ' \t\r\n')),
  phone: (dialect, text) => dialect.replacedAll(text, '[^0-9]', ''),
  customer: (_dialect, text) => text,
}

/** The condition that a row of the kind names the person; undefined where no row can. */
export function namesPersonSql(dialect: Dialect, kind: RecordKind, person: Person): string | undefined {
  const ways = fieldsOfKind(kind).flatMap((field) => {
    const { identifies } = field
    if (identifies === undefined) return []
    const sought = person[PERSON_PARTS[identifies]]
    if (sought.length === 0) return []
    const text = COMPARED[identifies](dialect, valueSql(dialect, kind, field))
    return [amongSql(dialect, text, identifies === 'email' ? sought.map(lowerCase) : sought)]
  })
  return ways.length === 0 ? undefined : `(${ways.join(' or ')})`
}

/** The assignments that blank all personal fields of the kind; undefined where it has none. */
export function blankSql(dialect: Dialect, kind: RecordKind): string | undefined {
  const places = fieldsOfKind(kind)
    .filter((field) => field.isPersonal && !isInEnvelope(field))
    .map((field) => ({ field, place: placeOf(kind, field) }))
  if (places.length === 0) return undefined
  const columns = places
    .filter(({ place }) => place.key === undefined)
    .map(({ place: { column } }) => `${column.name} = ${column.type.startsWith('nullable') ? 'null' : `''`}`)
  const maps = Map.groupBy(
    places.filter(({ place }) => place.key !== undefined),
    ({ place }) => place.column.name,
  )
  const cleared = [...maps].map(([map, held]) => {
    const keys = held.map(({ field }) => field.wireName)
    return `${map} = ${dialect.withoutKeys(map, keys)}`
  })
  return [...columns, ...cleared, `content_hash = ${erasedHashSql(dialect)}`].join(', ')
}
