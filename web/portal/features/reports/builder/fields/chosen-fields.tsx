import { GripVertical, X } from 'lucide-react'
import { type KeyboardEvent, useRef } from 'react'
import { flushSync } from 'react-dom'
import { useDragOrder } from '../../../../ui/use-drag-order.ts'
import { useWords } from '../../../../words/use-words.ts'
import { moved } from './field-groups.ts'
import { FieldName } from './field-name.tsx'

type Props = { readonly fields: readonly string[]; readonly onChoose: (fields: readonly string[]) => void }

const STEPS: Readonly<Record<string, -1 | 1>> = { ArrowUp: -1, ArrowDown: 1 }

/** The columns in their order. Handles move them by pointer, or by the arrow keys. */
export function ChosenFields({ fields, onChoose }: Props) {
  const words = useWords('reports')
  const listRef = useRef<HTMLOListElement>(null)
  const move = (from: number, to: number) => onChoose(moved(fields, from, to))
  const drag = useDragOrder(move, () => [...(listRef.current?.children ?? [])])
  const moveByKeys = (event: KeyboardEvent<HTMLElement>) => {
    const step = STEPS[event.key]
    const handle = (event.target as Element).closest<HTMLElement>('[data-line]')
    if (step === undefined || handle === null || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    const from = Number(handle.dataset['line'])
    flushSync(() => move(from, from + step))
    // The row has another place in the document, which may take the focus away.
    handle.focus()
  }
  if (fields.length === 0) return <p className="quiet small">{words.noFields}</p>
  return (
    <>
      <p className="help" id="order-help">
        {words.orderHelp}
      </p>
      <ol className="chosen-fields" ref={listRef} onPointerDown={drag} onKeyDown={moveByKeys}>
        {fields.map((name, index) => (
          <ChosenField
            key={name}
            name={name}
            index={index}
            onRemove={() => onChoose(fields.filter((one) => one !== name))}
          />
        ))}
      </ol>
    </>
  )
}

type RowProps = { readonly name: string; readonly index: number; readonly onRemove: () => void }

function ChosenField({ name, index, onRemove }: RowProps) {
  const words = useWords('reports')
  return (
    <li>
      <button
        type="button"
        className="button quiet compact icon grip"
        data-line={index}
        aria-label={words.moveField({ name, place: String(index + 1) })}
        aria-describedby="order-help"
      >
        <GripVertical size={16} aria-hidden="true" />
      </button>
      <FieldName name={name} />
      <button
        type="button"
        className="button quiet compact icon"
        aria-label={words.removeField({ name })}
        onClick={onRemove}
      >
        <X size={16} aria-hidden="true" />
      </button>
    </li>
  )
}
