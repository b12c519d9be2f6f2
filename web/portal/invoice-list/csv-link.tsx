import { Download } from 'lucide-react'
import { useApi } from '../api/api.ts'
import type { Query } from '../api/query-string.ts'
import { buttonClass } from '../ui/button.tsx'
import { useLanguage } from '../words/use-words.ts'
import { type Column, csvColumnsOf } from './state/columns.ts'

type Props = {
  /** The invoices of the file. */
  readonly query: Query
  readonly columns: readonly Column[]
  readonly label: string
  /** Tells two such links of a page apart. */
  readonly describedAs?: string
}

/** The address of the file, which has the columns of the screen. */
export function useCsvAddress({ query, columns }: Pick<Props, 'query' | 'columns'>): string {
  const language = useLanguage()
  const api = useApi()
  // `language` is the filter by the language of invoices; the headings are in the reader's.
  const file = { ...query, columns: csvColumnsOf(columns).join(','), headerLanguage: language }
  return api.link('/portal/v1/invoice-list/csv', file)
}

export function CsvLink({ query, columns, label, describedAs }: Props) {
  return (
    <a
      className={buttonClass({ kind: 'plain', isCompact: true })}
      href={useCsvAddress({ query, columns })}
      aria-label={describedAs}
      download
    >
      <Download size={16} aria-hidden="true" />
      {label}
    </a>
  )
}
