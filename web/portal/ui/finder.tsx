import { Autocomplete } from '@base-ui/react/autocomplete'
import { Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { useWords } from '../words/use-words.ts'

export type FinderItem = {
  readonly id: string
  readonly label: string
  /** Stands below or beside the label: an address, a status. */
  readonly detail?: ReactNode
  readonly aside?: ReactNode
  readonly icon?: ReactNode
  /** The language of the label if it is another than the page's. */
  readonly lang?: string
  readonly isCurrent?: boolean
  readonly run: () => void
}

export type FinderGroup = { readonly value: string; readonly items: readonly FinderItem[] }

type Props = {
  readonly label: string
  readonly placeholder: string
  readonly text: string
  readonly onText: (text: string) => void
  /** Already filtered: the server or the caller decides what matches. */
  readonly groups: readonly FinderGroup[]
  readonly emptyText: string
  readonly isBusy?: boolean
  /** Stands after the field: a button that closes the finder. */
  readonly aside?: ReactNode
}

/** A field with the things that match it below, by keyboard and pointer. */
export function Finder({ label, placeholder, text, onText, groups, emptyText, isBusy = false, aside }: Props) {
  const words = useWords('shell')
  const shown = groups.filter(({ items }) => items.length > 0)
  return (
    <Autocomplete.Root
      open
      inline
      mode="none"
      items={shown}
      autoHighlight="always"
      keepHighlight
      value={text}
      onValueChange={(value, { reason }) => reason === 'item-press' || onText(value)}
      itemToStringValue={(item: FinderItem) => item.label}
    >
      <Autocomplete.InputGroup className="finder-field">
        <Search size={18} aria-hidden="true" />
        <Autocomplete.Input aria-label={label} placeholder={placeholder} autoFocus />
        {isBusy && <span className="spinner" aria-hidden="true" />}
        {aside}
      </Autocomplete.InputGroup>
      <div className="finder-list">
        <Autocomplete.Status className="hidden-text">{isBusy ? words.loading : ''}</Autocomplete.Status>
        <Autocomplete.Empty>{isBusy ? null : <p className="finder-empty">{emptyText}</p>}</Autocomplete.Empty>
        <Autocomplete.List>
          {(group: FinderGroup) => (
            <Autocomplete.Group key={group.value} items={group.items}>
              <Autocomplete.GroupLabel className="group-label">{group.value}</Autocomplete.GroupLabel>
              <Autocomplete.Collection>
                {(item: FinderItem) => <FinderRow key={item.id} item={item} />}
              </Autocomplete.Collection>
            </Autocomplete.Group>
          )}
        </Autocomplete.List>
      </div>
    </Autocomplete.Root>
  )
}

function FinderRow({ item }: { readonly item: FinderItem }) {
  return (
    <Autocomplete.Item
      value={item}
      className="finder-item"
      onClick={item.run}
      aria-current={item.isCurrent || undefined}
    >
      {item.icon}
      <span className="finder-text">
        <bdi lang={item.lang}>{item.label}</bdi>
        {item.detail !== undefined && <span className="detail">{item.detail}</span>}
      </span>
      {item.aside}
    </Autocomplete.Item>
  )
}
