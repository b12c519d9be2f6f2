import type { SortKey } from '../../../src/invoicing/lists/invoice-list.ts'
import { SortMenu as Sorts } from '../filters/sort-menu.tsx'
import { useWords } from '../words/use-words.ts'
import type { ListAddress } from './list-address.tsx'
import { COLUMNS, SORT_OF_COLUMN } from './state/columns.ts'
import { NEWEST_FIRST, sortFrom, sortText } from './state/list-state.ts'

export function SortMenu({ list: { state, change } }: { readonly list: ListAddress }) {
  const words = useWords('invoices')
  const options = COLUMNS.flatMap((column) => {
    const key: SortKey | undefined = SORT_OF_COLUMN[column]
    if (key === undefined) return []
    const label = words.columns[column]
    return [
      [sortText({ key, isDescending: true }), words.descending({ column: label })] as const,
      [sortText({ key, isDescending: false }), words.ascending({ column: label })] as const,
    ]
  })
  return (
    <Sorts
      value={sortText(state.sort ?? NEWEST_FIRST)}
      options={options}
      onChoose={(text) => change({ ...state, sort: sortFrom(text) })}
    />
  )
}
