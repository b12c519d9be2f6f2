import { useDeferredValue, useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import { INVOICE_FIELDS } from '../../../../src/invoicing/rules/terms/invoice-fields.ts'
import { moneyText, percentText } from '../../../../src/kernel/language.ts'
import type { Money } from '../../../../src/kernel/money.ts'
import { useLanguage, useWords } from '../../words/use-words.ts'
import { EditorField } from './fields.tsx'
import type { EditorForm } from './form/editor-form.ts'
import { type ReadForm, readForm } from './form/read-form.ts'
import { LineGrid } from './lines/line-grid.tsx'
import { useEditor } from './use-editor.ts'

/** The charge: items, or one amount. Then its sum, as the service will compute it. */
export function ChargeFields({ onCancelAndNew }: { readonly onCancelAndNew: () => void }) {
  const words = useWords('editor')
  const { form, saved } = useEditor()
  const kind = useWatch({ control: form.control, name: 'kind' })
  const isItemized = saved?.form.kind === 'items'
  return (
    <section className="card" aria-labelledby="editor-items">
      <h2 id="editor-items">{words.kind}</h2>
      <fieldset className="segments" disabled={isItemized}>
        <legend className="hidden-text">{words.kind}</legend>
        {(['items', 'amount'] as const).map((value) => (
          <label key={value}>
            <input type="radio" value={value} {...form.register('kind')} />
            <span>{value === 'items' ? words.kindItems : words.kindAmount}</span>
          </label>
        ))}
      </fieldset>
      {isItemized && (
        <p className="help">
          {words.staysItemized}{' '}
          <button type="button" className="link" onClick={onCancelAndNew}>
            {words.cancelAndNew}
          </button>
        </p>
      )}
      {kind === 'items' ? <Itemized /> : <AmountOnly />}
    </section>
  )
}

function AmountOnly() {
  const words = useWords('editor')
  return <EditorField name="amount" kind="amount" label={words.amount} help={words.kindAmountHelp} maxLength={40} />
}

function Itemized() {
  const words = useWords('editor')
  const { form } = useEditor()
  const level = useWatch({ control: form.control, name: 'level' })
  return (
    <>
      <LineGrid />
      <div className="sum-fields">
        <div className="editor-pair">
          {level !== 'lines' && (
            <>
              <EditorField
                name="discount"
                kind="part"
                label={words.discount}
                placeholder={words.partHelp}
                maxLength={40}
              />
              <EditorField name="tax" kind="part" label={words.tax} placeholder={words.partHelp} maxLength={40} />
              <EditorField name="taxName" label={words.taxName} maxLength={INVOICE_FIELDS.taxType.lengthMax} />
            </>
          )}
          <EditorField name="freight" kind="amount" label={words.freight} maxLength={40} />
        </div>
        <Sums />
      </div>
    </>
  )
}

/** The whole form as it is typed, and read, for parts that depend on all of it. It follows the keys: they never wait for it. */
export function useTypedForm(): { readonly typed: EditorForm; readonly read: ReadForm } {
  const { form, saved } = useEditor()
  const now = useWatch({ control: form.control, compute: (typed: EditorForm) => typed }) as EditorForm
  const typed = useDeferredValue(now)
  const read = useMemo(() => readForm(typed, saved), [typed, saved])
  return { typed, read }
}

function Sums() {
  const words = useWords('editor')
  const language = useLanguage()
  const { read } = useTypedForm()
  const { subtotal, discount, tax, freight, freightTax, total } = read.totals
  const { discountPercent, tax: taxPart } = read.amounts
  const withRate = (label: string, rate: typeof discountPercent) =>
    rate === undefined ? label : `${label} ${percentText(rate, language)}`
  const parts: readonly (readonly [string, Money])[] = [
    [withRate(words.discount, discountPercent), { ...discount, minor: -discount.minor }],
    [withRate(words.tax, taxPart.rate), tax],
    [words.freight, freight],
    [words.freightTax, freightTax],
  ]
  const shown = parts.filter(([, { minor }]) => minor !== 0n)
  const isOwn = shown.reduce((sum, [, { minor }]) => sum + minor, subtotal.minor) !== total.minor
  return (
    <>
      <dl className="sums" aria-live="polite">
        {shown.length > 0 && <Sum label={words.subtotal} money={subtotal} />}
        {shown.map(([label, money]) => (
          <Sum key={label} label={label} money={money} />
        ))}
        <Sum label={words.total} money={total} isTotal />
      </dl>
      {isOwn && <p className="notice warning">{words.ownTotal}</p>}
    </>
  )
}

function Sum({
  label,
  money,
  isTotal = false,
}: {
  readonly label: string
  readonly money: Money
  readonly isTotal?: boolean
}) {
  const language = useLanguage()
  return (
    <div className={isTotal ? 'total' : undefined}>
      <dt>{label}</dt>
      <dd className="money">{moneyText(money, language)}</dd>
    </div>
  )
}
