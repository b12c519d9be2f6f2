import { X } from 'lucide-react'
import { useState } from 'react'
import { Popover } from '../../ui/popover.tsx'
import { useWords } from '../../words/use-words.ts'
import { type ListAddress, ListLink } from '../list-address.tsx'
import { type Filter, withoutFilter } from '../state/list-state.ts'
import { FilterForm } from './filter-form.tsx'

type Props = { readonly filter: Filter; readonly list: ListAddress; readonly text: string }

/** A filter that is on: its text opens its form, its cross removes it. */
export function FilterChip({ filter, list, text }: Props) {
  const words = useWords('invoices')
  const [isOpen, setOpen] = useState(false)
  return (
    <span className="chip parts">
      <Popover
        isOpen={isOpen}
        onOpenChange={setOpen}
        title={words.filters[filter]}
        trigger={
          <button type="button" aria-label={words.editFilter({ filter: text })}>
            {text}
          </button>
        }
      >
        <FilterForm filter={filter} list={list} onDone={() => setOpen(false)} />
      </Popover>
      <ListLink list={withoutFilter(list.state, filter)} aria-label={words.removeFilter({ filter: text })}>
        <X size={16} aria-hidden="true" />
      </ListLink>
    </span>
  )
}
