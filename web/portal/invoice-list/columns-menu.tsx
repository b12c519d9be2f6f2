import { ColumnsMenu as Columns } from '../filters/columns-menu.tsx'
import { useWords } from '../words/use-words.ts'
import type { ListAddress } from './list-address.tsx'
import { type Column, optionalColumns, type Scope, shownColumns, toggledColumns } from './state/columns.ts'

type Props = { readonly list: ListAddress; readonly scope: Scope }

export function ColumnsMenu({ list: { state, change }, scope }: Props) {
  const words = useWords('invoices')
  const shown = shownColumns(state.columns, scope)
  const toggle = (name: string) => {
    const columns = toggledColumns(state.columns, name as Column, scope)
    change({ ...state, columns }, { isReplacing: true })
  }
  const offered = optionalColumns(scope).map((name) => ({
    ...{ name, label: words.columns[name], isShown: shown.includes(name) },
  }))
  return <Columns offered={offered} onToggle={toggle} />
}
