import type { Person } from '../organizations/index.ts'
import { ERASED_HASH } from './content-hash.ts'
import { FIELDS } from './domain/catalogue/catalogue.ts'
import type { Field } from './domain/catalogue/field.ts'
import { fieldsOfKind, type RecordKind } from './domain/catalogue/kinds.ts'
import { isInEnvelope, type Place, placeOf } from './domain/record-table.ts'

/** By what a field can tell who somebody is, and where a person has the same. */
const PERSON_PARTS = { email: 'emails', phone: 'phones', customer: 'customerIds' } as const
type Identifying = keyof typeof PERSON_PARTS

/** How a text is compared; the parameters are as `readPerson` makes them. */
const COMPARED: Readonly<Record<Identifying, (text: string) => string>> = {
  email: (text) => `lowerUTF8(trimBoth(${text}, ' \\t\\r\\n')) in {emails: Array(String)}`,
  phone: (text) => `replaceRegexpAll(${text}, '[^0-9]', '') in {phones: Array(String)}`,
  customer: (text) => `${text} in {customerIds: Array(String)}`,
}

/** In place of a hash. */
export const ERASED_HASH_SQL = `toFixedString(unhex('${ERASED_HASH.toString('hex')}'), ${ERASED_HASH.length})`

/** Wire names of the fields by which a person is found. */
export function identifyingNames(identifies: Identifying): readonly string[] {
  return FIELDS.filter((field) => field.identifies === identifies).map(({ wireName }) => wireName)
}

export const PERSONAL_NAMES: readonly string[] = FIELDS.filter(({ isPersonal }) => isPersonal).map(
  ({ wireName }) => wireName,
)

/** Whether a row of the kind names the person; undefined where no row of it could. */
export function namesPersonSql(kind: RecordKind, person: Person): string | undefined {
  const ways = fieldsOfKind(kind).flatMap((field) => {
    const { identifies } = field
    if (identifies === undefined || person[PERSON_PARTS[identifies]].length === 0) return []
    return [COMPARED[identifies](textOf(placeOf(kind, field)))]
  })
  return ways.length === 0 ? undefined : `(${ways.join(' or ')})`
}

/** What an update sets to take all personal fields out of rows of the kind; undefined where it has none. */
export function blankSql(kind: RecordKind): string | undefined {
  const places = fieldsOfKind(kind)
    .filter((field) => field.isPersonal && !isInEnvelope(field))
    .map((field) => ({ field, place: placeOf(kind, field) }))
  if (places.length === 0) return undefined
  const columns = places.filter(({ place }) => place.key === undefined).map(blankColumn)
  const maps = Map.groupBy(
    places.filter(({ place }) => place.key !== undefined),
    ({ place }) => place.column.name,
  )
  const cleared = [...maps].map(([map, held]) => withoutKeys(map, held))
  return [...columns, ...cleared, `content_hash = ${ERASED_HASH_SQL}`].join(', ')
}

type Placed = { readonly field: Field; readonly place: Place }

function blankColumn({ place: { column } }: Placed): string {
  return `${column.name} = ${column.type.startsWith('nullable') ? 'null' : `''`}`
}

function withoutKeys(map: string, held: readonly Placed[]): string {
  const names = held.map(({ field }) => quoted(field.wireName)).join(', ')
  return `${map} = mapFilter((name, value) -> name not in (${names}), ${map})`
}

function textOf({ column, key }: Place): string {
  return key === undefined ? column.name : `${column.name}[${quoted(key)}]`
}

/** Names of the catalogue have neither quotes nor backslashes. */
function quoted(name: string): string {
  return `'${name}'`
}
