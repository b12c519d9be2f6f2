import { ListFilter } from 'lucide-react'
import { useState } from 'react'
import { labeled } from '../../../../src/kernel/wording/labeled.ts'
import { Button } from '../../ui/button.tsx'
import { Popover } from '../../ui/popover.tsx'
import { useLanguage, useWords } from '../../words/use-words.ts'
import { type ListAddress, ListLink } from '../list-address.tsx'
import { FILTERS, type Filter, isOn, type ListState, withoutFilters } from '../state/list-state.ts'
import { statusChoices } from '../state/views.ts'
import { FilterChip } from './filter-chip.tsx'
import { FilterForm } from './filter-form.tsx'
import { filterText } from './filter-texts.ts'

type Props = { readonly list: ListAddress; readonly hidden: readonly Filter[] }

/** Offers the filters that the list can have. One that is on already is changed. */
export function AddFilter({ list, hidden }: Props) {
  const words = useWords('invoices')
  const [isOpen, setOpen] = useState(false)
  const [chosen, choose] = useState<Filter>()
  const offered = FILTERS.filter((filter) => !hidden.includes(filter) && isOffered(filter, list.state))
  const close = () => setOpen(false)
  return (
    <Popover
      isOpen={isOpen}
      onOpenChange={(open) => {
        setOpen(open)
        choose(undefined)
      }}
      title={chosen === undefined ? words.addFilter : words.filters[chosen]}
      trigger={
        <Button kind="plain" isCompact>
          <ListFilter size={16} aria-hidden="true" />
          {words.addFilter}
        </Button>
      }
    >
      {chosen === undefined ? (
        <ul className="popup-list">
          {offered.map((filter) => (
            <li key={filter}>
              <button type="button" onClick={() => choose(filter)}>
                {words.filters[filter]}
              </button>
            </li>
          ))}
        </ul>
      ) : (
        <FilterForm filter={chosen} list={list} onDone={close} />
      )}
    </Popover>
  )
}

/** The filters that are on. */
export function FilterChips({ list, hidden }: Props) {
  const words = useWords('invoices')
  const language = useLanguage()
  const on = FILTERS.filter((filter) => !hidden.includes(filter) && isOn(list.state, filter))
  if (on.length === 0) return null
  return (
    <ul className="filter-chips" aria-label={words.activeFilters}>
      {on.map((filter) => (
        <li key={filter}>
          <FilterChip
            filter={filter}
            list={list}
            text={labeled(language, {
              label: words.filters[filter],
              text: filterText(list.state, filter, { words, language }),
            })}
          />
        </li>
      ))}
      <li>
        <ListLink className="button quiet compact" list={withoutFilters(list.state)}>
          {words.clearFilters}
        </ListLink>
      </li>
    </ul>
  )
}

function isOffered(filter: Filter, { view }: ListState): boolean {
  return filter !== 'status' || statusChoices(view).length > 0
}
