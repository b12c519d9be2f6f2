import { X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { labeled } from '../../../src/kernel/wording/labeled.ts'
import { Popover } from '../ui/popover.tsx'
import { useLanguage, useWords } from '../words/use-words.ts'
import type { OfferedFilter } from './add-filter.tsx'

/** A link to the same list without something. */
type RemovingLink = (anchor: { readonly 'aria-label'?: string; readonly children: ReactNode }) => ReactNode

type ActiveFilter = OfferedFilter & {
  /** The value of the filter. */
  readonly text: string
  readonly remove: RemovingLink
}

type Props = {
  readonly active: readonly ActiveFilter[]
  /** A link that removes all of them. */
  readonly clear: ReactNode
}

/** The filters that are on. */
export function FilterChips({ active, clear }: Props) {
  const words = useWords('invoices')
  if (active.length === 0) return null
  return (
    <ul className="filter-chips" aria-label={words.activeFilters}>
      {active.map((filter) => (
        <li key={filter.name}>
          <FilterChip filter={filter} />
        </li>
      ))}
      <li>{clear}</li>
    </ul>
  )
}

/** A filter that is on: its text opens its form, its cross removes it. */
function FilterChip({ filter: { label, text: value, form, remove } }: { readonly filter: ActiveFilter }) {
  const words = useWords('invoices')
  const [isOpen, setOpen] = useState(false)
  const text = labeled(useLanguage(), { label, text: value })
  return (
    <span className="chip parts">
      <Popover
        isOpen={isOpen}
        onOpenChange={setOpen}
        title={label}
        trigger={
          <button type="button" aria-label={words.editFilter({ filter: text })}>
            {text}
          </button>
        }
      >
        {form(() => setOpen(false))}
      </Popover>
      {remove({ 'aria-label': words.removeFilter({ filter: text }), children: <X size={16} aria-hidden="true" /> })}
    </span>
  )
}
