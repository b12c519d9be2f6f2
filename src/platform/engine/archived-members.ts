import { assert } from '../../kernel/assert.ts'
import type { Column, ColumnType } from '../../kernel/stored-column.ts'

/** SQL for the JSON of a value, and for whether it is present; every row has a value if there is no condition. */
export type JsonSql = { readonly json: (x: string) => string; readonly isPresent?: (x: string) => string }

type Wording = {
  readonly types: Readonly<Record<ColumnType, JsonSql>>
  /** Joins the parts of a member. */
  readonly separator: string
  readonly when: (condition: string, member: string) => string
}

/** Returns SQL for the members of a stored row as a JSON object. */
export function archivedMembers(columns: readonly Column[], { types, separator, when }: Wording): readonly string[] {
  const certain = columns.findIndex(({ type }) => types[type].isPresent === undefined)
  assert(certain >= 0, 'A row has at least one value that is never absent.')
  return columns.map(({ name, type }, index) => {
    const { json, isPresent } = types[type]
    // Commas are on the side of the certain value, so that none is left over at the beginning.
    const before = index > certain ? ',' : ''
    const after = index < certain ? [`','`] : []
    const member = [`'${before}"${name}":'`, json(`"${name}"`), ...after].join(separator)
    return isPresent === undefined ? member : when(isPresent(`"${name}"`), member)
  })
}
