import { AddFilter as OfferFilters } from '../../filters/add-filter.tsx'
import { FilterChips as ActiveFilters } from '../../filters/filter-chips.tsx'
import { useLanguage, useWords } from '../../words/use-words.ts'
import { type ListAddress, ListLink } from '../list-address.tsx'
import { FILTERS, type Filter, isOn, type ListState, withoutFilter, withoutFilters } from '../state/list-state.ts'
import { statusChoices } from '../state/views.ts'
import { FilterForm } from './filter-form.tsx'
import { filterText } from './filter-texts.ts'

type Props = { readonly list: ListAddress; readonly hidden: readonly Filter[] }

function useFilters({ list, hidden }: Props) {
  const words = useWords('invoices')
  return FILTERS.filter((filter) => !hidden.includes(filter)).map((filter) => ({
    name: filter,
    label: words.filters[filter],
    form: (onDone: () => void) => <FilterForm filter={filter} list={list} onDone={onDone} />,
  }))
}

export function AddFilter(props: Props) {
  const filters = useFilters(props)
  return <OfferFilters offered={filters.filter(({ name }) => isOffered(name, props.list.state))} />
}

export function FilterChips(props: Props) {
  const words = useWords('invoices')
  const language = useLanguage()
  const { state } = props.list
  const active = useFilters(props)
    .filter(({ name }) => isOn(state, name))
    .map((filter) => ({
      ...filter,
      text: filterText(state, filter.name, { words, language }),
      remove: (anchor: object) => <ListLink list={withoutFilter(state, filter.name)} {...anchor} />,
    }))
  return (
    <ActiveFilters
      active={active}
      clear={
        <ListLink className="button quiet compact" list={withoutFilters(state)}>
          {words.clearFilters}
        </ListLink>
      }
    />
  )
}

function isOffered(filter: Filter, { view }: ListState): boolean {
  return filter !== 'status' || statusChoices(view).length > 0
}
