import { ArrowDownUp } from 'lucide-react'
import { Button } from '../ui/button.tsx'
import { Menu, MenuChoices } from '../ui/menu.tsx'
import { useWords } from '../words/use-words.ts'

type Props = {
  /** The present order, as the address names it. */
  readonly value: string
  readonly options: readonly (readonly [value: string, label: string])[]
  readonly onChoose: (value: string) => void
}

/** Sorts cards, which have no column heads. */
export function SortMenu({ value, options, onChoose }: Props) {
  const words = useWords('invoices')
  return (
    <Menu
      trigger={
        <Button kind="plain" isCompact>
          <ArrowDownUp size={16} aria-hidden="true" />
          {words.sortButton}
        </Button>
      }
    >
      <MenuChoices label={words.sortButton} value={value} options={options} onChoose={onChoose} />
    </Menu>
  )
}
