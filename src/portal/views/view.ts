// pure
import { fieldReader } from '../../kernel/reading/field-reader.ts'
import { checked, invalid, listOf, members, type Reader, required, withDefault } from '../../kernel/reading/reading.ts'
import { given, oneOf, plainText } from '../../kernel/reading/text-readers.ts'

/** The lists that have views. */
export const VIEWED_LISTS = ['invoices', 'transactions'] as const
type ViewedList = (typeof VIEWED_LISTS)[number]

/** A named list of invoices or transactions. */
export type View = {
  readonly organizationId: string
  readonly viewId: string
  /** Its maker. */
  readonly personId: string
  readonly name: string
  readonly isShared: boolean
  readonly list: ViewedList
  /** Of the list's address, without the question mark. */
  readonly query: string
  readonly columns: readonly string[]
}

export type ViewInput = Pick<View, 'name' | 'isShared' | 'list' | 'query' | 'columns'>

export const NAME_LENGTH_MAX = 60
export const QUERY_LENGTH_MAX = 2_000
export const COLUMNS_MAX = 20
export const COLUMN_LENGTH_MAX = 40
/** Of one person in one organization, and of an organization. */
export const PERSONAL_VIEWS_MAX = 50
export const SHARED_VIEWS_MAX = 100

const query: Reader<string> = checked(given(plainText(QUERY_LENGTH_MAX)), (text) =>
  text.startsWith('?') ? [invalid('query', 'must not begin with a question mark')] : [],
)
const columns = checked(listOf(given(plainText(COLUMN_LENGTH_MAX))), (names) =>
  names.length > COLUMNS_MAX ? [invalid('columns', `can have at most ${COLUMNS_MAX} entries`)] : [],
)

/** Reads the body of a request that creates or replaces a view. */
export const readViewInput: Reader<ViewInput> = members({
  name: required(given(plainText(NAME_LENGTH_MAX))),
  isShared: withDefault(fieldReader({ kind: 'boolean' }) as Reader<boolean>, false),
  list: withDefault(given(oneOf(VIEWED_LISTS)), 'invoices'),
  query: withDefault(query, ''),
  columns: withDefault(columns, []),
})

/** A person as far as views are concerned. */
export type Viewer = {
  readonly personId: string
  /** Whether the person manages the organization's users: such people look after shared views, too. */
  readonly isManager: boolean
  /** Whether the person may change anything at all: others keep their views to themselves. */
  readonly canShare: boolean
}

export function isVisible({ isShared, personId }: View, viewer: Viewer): boolean {
  return isShared || personId === viewer.personId
}

/** Its maker, and those who look after the organization. */
export function canChange({ isShared, personId }: View, viewer: Viewer): boolean {
  return personId === viewer.personId || (isShared && viewer.isManager)
}
