import { Autocomplete } from '@base-ui/react/autocomplete'
import { type ComponentProps, type KeyboardEvent, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { percentText, priceText } from '../../../../../src/kernel/language.ts'
import { useLanguage, useWords } from '../../../words/use-words.ts'
import { useRegister } from '../fields.tsx'
import { parsed } from '../form/typed-texts.ts'
import { useEditor } from '../use-editor.ts'
import { type EarlierLine, fillLine, useEarlierLines } from './earlier-lines.ts'

type Props = Omit<ComponentProps<'input'>, 'name' | 'onChange' | 'onBlur' | 'ref'> & { readonly index: number }
type Key = KeyboardEvent<HTMLInputElement> & { readonly preventBaseUIHandler: () => void }

/** The name of an item. Lines of earlier invoices are suggested while it is typed; choosing one fills the row. */
export function ItemInput({ index, ...input }: Props) {
  const words = useWords('editor')
  const language = useLanguage()
  const register = useRegister()
  const { form } = useEditor()
  const name = `lines.${index}.item` as const
  const [text, currency] = useWatch({ control: form.control, name: [name, 'currency'] })
  const [isTyped, setTyped] = useState(false)
  const found = useEarlierLines(isTyped ? text : '', currency)
  const isOpen = isTyped && found.length > 0
  const choose = (line: EarlierLine) => {
    setTyped(false)
    fillLine(form, index, line, language)
    form.setFocus(`lines.${index}.quantity`)
  }
  const pressKey = (event: Key) => {
    // Without the list, keys belong to the grid: Enter adds a line, Alt and an arrow move it.
    if (!isOpen || event.altKey || event.nativeEvent.isComposing) event.preventBaseUIHandler()
  }
  return (
    <Autocomplete.Root
      mode="none"
      items={found}
      open={isOpen}
      onOpenChange={(open) => !open && setTyped(false)}
      value={text}
      onValueChange={(_, { reason }) => setTyped(reason === 'input-change')}
      itemToStringValue={(line: EarlierLine) => line.productName}
    >
      <Autocomplete.Input {...input} {...register(name)} onKeyDown={pressKey} />
      <Autocomplete.Portal>
        <Autocomplete.Positioner className="popup-place" align="start" sideOffset={4}>
          <Autocomplete.Popup className="popup suggestions" aria-label={words.earlierItems}>
            <Autocomplete.List>
              {(line: EarlierLine) => (
                <Autocomplete.Item
                  key={`${line.productName}\n${line.productSku}`}
                  value={line}
                  onClick={() => choose(line)}
                >
                  <Suggestion line={line} />
                </Autocomplete.Item>
              )}
            </Autocomplete.List>
          </Autocomplete.Popup>
        </Autocomplete.Positioner>
      </Autocomplete.Portal>
    </Autocomplete.Root>
  )
}

function Suggestion({
  line: { productName, productSku, unitPrice, taxRate, currency },
}: {
  readonly line: EarlierLine
}) {
  const language = useLanguage()
  const words = useWords('editor')
  const tax = taxRate !== undefined && /[1-9]/.test(taxRate) && `${words.tax} ${percentText(parsed(taxRate), language)}`
  return (
    <>
      <span className="suggested">
        <bdi>{productName}</bdi>
        <span className="detail">{[productSku, tax].filter(Boolean).join(' · ')}</span>
      </span>
      {unitPrice !== undefined && <span className="money">{priceText(parsed(unitPrice), currency, language)}</span>}
    </>
  )
}
