import { ArrowDownUp } from 'lucide-react'
import type { SortKey } from '../../../src/invoicing/lists/invoice-list.ts'
import { Button } from '../ui/button.tsx'
import { Menu, MenuChoices } from '../ui/menu.tsx'
import { useWords } from '../words/use-words.ts'
import type { ListAddress } from './list-address.tsx'
import { COLUMNS, SORT_OF_COLUMN } from './state/columns.ts'
import { NEWEST_FIRST, sortFrom, sortText } from './state/list-state.ts'

/** Sorts cards, which have no column heads. */
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
    <Menu
      trigger={
        <Button kind="plain" isCompact>
          <ArrowDownUp size={16} aria-hidden="true" />
          {words.sortButton}
        </Button>
      }
    >
      <MenuChoices
        label={words.sortButton}
        value={sortText(state.sort ?? NEWEST_FIRST)}
        options={options}
        onChoose={(text) => change({ ...state, sort: sortFrom(text) })}
      />
    </Menu>
  )
}
