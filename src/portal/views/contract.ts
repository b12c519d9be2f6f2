import Type from 'typebox'
import { COLUMN_LENGTH_MAX, COLUMNS_MAX, NAME_LENGTH_MAX, QUERY_LENGTH_MAX, VIEWED_LISTS } from './view.ts'

/** The documented form of saved views. */

const FIELDS = {
  name: Type.String({ minLength: 1, maxLength: NAME_LENGTH_MAX }),
  isShared: Type.Boolean({ description: 'Whether everyone who may see the organization’s invoices has it.' }),
  list: Type.Enum([...VIEWED_LISTS], { default: 'invoices', description: 'What it is a list of.' }),
  query: Type.String({
    maxLength: QUERY_LENGTH_MAX,
    description: 'The query of the list’s address, without the question mark.',
    examples: ['view=open&sort=-dueDate'],
  }),
  columns: Type.Array(Type.String({ maxLength: COLUMN_LENGTH_MAX }), { maxItems: COLUMNS_MAX }),
}

export const ViewBody = Type.Object({
  name: FIELDS.name,
  isShared: Type.Optional(FIELDS.isShared),
  list: Type.Optional(FIELDS.list),
  query: Type.Optional(FIELDS.query),
  columns: Type.Optional(FIELDS.columns),
})
export const ViewResponse = Type.Object(
  {
    viewId: Type.String(),
    ...FIELDS,
    isOwn: Type.Boolean({ description: 'Whether you made it.' }),
    canChange: Type.Boolean(),
  },
  { description: 'The view.' },
)
export const ViewList = Type.Object({ views: Type.Array(ViewResponse) }, { description: 'By name.' })
export const ViewId = Type.Object({ viewId: Type.String() })
