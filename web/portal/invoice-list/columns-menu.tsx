import { Menu as Base } from '@base-ui/react/menu'
import { Check, Columns3 } from 'lucide-react'
import { Button } from '../ui/button.tsx'
import { Menu } from '../ui/menu.tsx'
import { useWords } from '../words/use-words.ts'
import type { ListAddress } from './list-address.tsx'
import { optionalColumns, type Scope, shownColumns, toggledColumns } from './state/columns.ts'

/** Switches columns on and off. It stays open, because readers change several. */
export function ColumnsMenu({ list: { state, change }, scope }: { readonly list: ListAddress; readonly scope: Scope }) {
  const words = useWords('invoices')
  const shown = shownColumns(state.columns, scope)
  return (
    <Menu
      trigger={
        <Button kind="plain" isCompact>
          <Columns3 size={16} aria-hidden="true" />
          {words.columnsButton}
        </Button>
      }
    >
      {optionalColumns(scope).map((column) => (
        <Base.CheckboxItem
          key={column}
          checked={shown.includes(column)}
          onCheckedChange={() =>
            change({ ...state, columns: toggledColumns(state.columns, column, scope) }, { isReplacing: true })
          }
        >
          <span className="mark">
            <Base.CheckboxItemIndicator>
              <Check size={16} aria-hidden="true" />
            </Base.CheckboxItemIndicator>
          </span>
          <span>{words.columns[column]}</span>
        </Base.CheckboxItem>
      ))}
    </Menu>
  )
}
