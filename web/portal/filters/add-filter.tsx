import { ListFilter } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Popover } from '../ui/popover.tsx'
import { useWords } from '../words/use-words.ts'

/** A filter of a list, and the form that sets it. */
export type OfferedFilter = {
  readonly name: string
  readonly label: string
  readonly form: (onDone: () => void) => ReactNode
}

/** Offers the filters that a list can have. One that is on already is changed. */
export function AddFilter({ offered }: { readonly offered: readonly OfferedFilter[] }) {
  const words = useWords('invoices')
  const [isOpen, setOpen] = useState(false)
  const [name, choose] = useState<string>()
  const chosen = offered.find((filter) => filter.name === name)
  return (
    <Popover
      isOpen={isOpen}
      onOpenChange={(open) => {
        setOpen(open)
        choose(undefined)
      }}
      title={chosen?.label ?? words.addFilter}
      trigger={
        <Button kind="plain" isCompact>
          <ListFilter size={16} aria-hidden="true" />
          {words.addFilter}
        </Button>
      }
    >
      {chosen?.form(() => setOpen(false)) ?? (
        <ul className="popup-list">
          {offered.map((filter) => (
            <li key={filter.name}>
              <button type="button" onClick={() => choose(filter.name)}>
                {filter.label}
              </button>
            </li>
          ))}
        </ul>
      )}
    </Popover>
  )
}
