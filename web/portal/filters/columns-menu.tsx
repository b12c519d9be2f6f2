import { Menu as Base } from '@base-ui/react/menu'
import { Check, Columns3 } from 'lucide-react'
import { Button } from '../ui/button.tsx'
import { Menu } from '../ui/menu.tsx'
import { useWords } from '../words/use-words.ts'

type OfferedColumn = { readonly name: string; readonly label: string; readonly isShown: boolean }
type Props = { readonly offered: readonly OfferedColumn[]; readonly onToggle: (name: string) => void }

/** Switches columns on and off. It stays open, because readers change several. */
export function ColumnsMenu({ offered, onToggle }: Props) {
  const words = useWords('invoices')
  return (
    <Menu
      trigger={
        <Button kind="plain" isCompact>
          <Columns3 size={16} aria-hidden="true" />
          {words.columnsButton}
        </Button>
      }
    >
      {offered.map(({ name, label, isShown }) => (
        <Base.CheckboxItem key={name} checked={isShown} onCheckedChange={() => onToggle(name)}>
          <span className="mark">
            <Base.CheckboxItemIndicator>
              <Check size={16} aria-hidden="true" />
            </Base.CheckboxItemIndicator>
          </span>
          <span>{label}</span>
        </Base.CheckboxItem>
      ))}
    </Menu>
  )
}
