import type { ReactNode } from 'react'
import { labeled } from '../../../../src/kernel/wording/labeled.ts'
import type { Query } from '../../api/query-string.ts'
import { useLanguage, useWords } from '../../words/use-words.ts'
import { CsvLink } from '../csv-link.tsx'
import type { Column } from '../state/columns.ts'

type SelectionActionProps = {
  /** The selected invoices, as every route of the list takes them: `invoiceId`, or the filters. */
  readonly query: Query
  /** Undefined while all that match are counted. */
  readonly count: number | undefined
  readonly columns: readonly Column[]
}
type SelectionAction = {
  readonly name: string
  readonly Action: (props: SelectionActionProps) => ReactNode
}

/** The actions on selected invoices, in the order of the bar. Another action is one more entry. */
export const SELECTION_ACTIONS: readonly SelectionAction[] = [{ name: 'csv', Action: ExportSelected }]

function ExportSelected({ query, columns }: SelectionActionProps) {
  const words = useWords('invoices')
  const language = useLanguage()
  const label = words.exportCsv
  const describedAs = labeled(language, { label, text: words.selection.title })
  return <CsvLink {...{ query, columns, label, describedAs }} />
}
