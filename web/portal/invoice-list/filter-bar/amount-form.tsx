import { type FormEvent, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { useLanguage, useWords } from '../../words/use-words.ts'
import type { AmountFilter } from '../state/list-state.ts'
import { amountText } from './filter-texts.ts'
import { type AmountEnd, isReversed, readAmountEnd } from './typed-amount-end.ts'

const EXAMPLE = '1234.56'
type End = 'from' | 'to'
type FormProps = {
  readonly amount: AmountFilter | undefined
  readonly currency: string | undefined
  readonly onApply: (amount: AmountFilter | undefined) => void
}

/** Amounts as people type them. One that may mean two things is asked about, never guessed. */
export function AmountForm({ amount, currency, onApply }: FormProps) {
  const words = useWords('invoices')
  const [texts, setTexts] = useState({ from: amount?.from ?? '', to: amount?.to ?? '' })
  const [isChecked, setChecked] = useState(false)
  const ends = { from: readAmountEnd(texts.from, currency), to: readAmountEnd(texts.to, currency) }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    const { from, to } = ends
    if (from.kind !== 'amount' || to.kind !== 'amount' || isReversed(from.value, to.value)) return
    const isOff = from.value === undefined && to.value === undefined
    onApply(isOff ? undefined : { from: from.value, to: to.value })
  }
  const fieldOf = (end: End, label: string) => (
    <AmountField
      label={label}
      text={texts[end]}
      end={ends[end]}
      isReversed={end === 'from' && isReversed(amountOf(ends.from), amountOf(ends.to))}
      currency={currency}
      isChecked={isChecked}
      onType={(text) => setTexts({ ...texts, [end]: text })}
    />
  )
  return (
    <form onSubmit={submit} noValidate>
      {fieldOf('from', words.atLeast)}
      {fieldOf('to', words.atMost)}
      <Button type="submit" isCompact>
        {words.apply}
      </Button>
    </form>
  )
}

type FieldProps = {
  readonly label: string
  readonly text: string
  readonly end: AmountEnd
  readonly isReversed: boolean
  readonly currency: string | undefined
  readonly isChecked: boolean
  readonly onType: (text: string) => void
}

function AmountField({ label, text, end, isReversed: isWrongOrder, currency, isChecked, onType }: FieldProps) {
  const words = useWords('invoices')
  const language = useLanguage()
  const problems = {
    amount: isWrongOrder ? words.wrongOrder : undefined,
    ambiguous: words.whichAmount,
    wrong: words.wrongAmount({ example: amountText(EXAMPLE, undefined, language) }),
  }
  const problem = isChecked ? problems[end.kind] : undefined
  return (
    <div className="amount-end">
      <TextField
        label={label}
        problem={problem}
        inputMode="decimal"
        autoComplete="off"
        value={text}
        onChange={(event) => onType(event.target.value)}
      />
      {isChecked && end.kind === 'ambiguous' && (
        <div className="meanings">
          {end.meanings.map((meaning) => (
            <Button key={meaning} kind="plain" isCompact onClick={() => onType(unmistakable(meaning))}>
              {amountText(meaning, currency, language)}
            </Button>
          ))}
        </div>
      )}
    </div>
  )
}

function amountOf(end: AmountEnd): string | undefined {
  return end.kind === 'amount' ? end.value : undefined
}

/** One more decimal than three keeps 1.234 from being taken for thousands. */
function unmistakable(meaning: string): string {
  return /\.\d{3}$/.test(meaning) ? `${meaning}0` : meaning
}
