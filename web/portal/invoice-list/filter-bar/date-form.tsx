import { Check } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useFormat } from '../../format/use-format.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { useWords } from '../../words/use-words.ts'
import type { DateFilter } from '../state/list-state.ts'
import { isDate, type Period } from '../state/periods.ts'

type Props = {
  readonly dates: DateFilter | undefined
  readonly periods: readonly Period[]
  readonly onApply: (dates: DateFilter) => void
}

/** Periods that move with today, and days from the browser's own calendar. */
export function DateForm({ dates: now, onApply, periods }: Props) {
  const words = useWords('invoices')
  const { zone } = useFormat()
  const [problem, setProblem] = useState<string>()
  const days = now?.kind === 'days' ? now : undefined
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const [from, to] = [form.get('from'), form.get('to')].map((date) => (isDate(date) ? date : undefined))
    if (from === undefined && to === undefined) return setProblem(words.wrongDate)
    if (from !== undefined && to !== undefined && from > to) return setProblem(words.wrongOrder)
    onApply({ kind: 'days', from, to })
  }
  return (
    <>
      <ul className="popup-list">
        {periods.map((period) => {
          const isChosen = now?.kind === 'period' && now.period === period
          return (
            <li key={period}>
              <button type="button" aria-pressed={isChosen} onClick={() => onApply({ kind: 'period', period })}>
                {words.periods[period]}
                {isChosen && <Check size={16} aria-hidden="true" />}
              </button>
            </li>
          )
        })}
      </ul>
      <form className="range" onSubmit={submit} noValidate>
        <TextField label={words.from} type="date" name="from" defaultValue={days?.from} problem={problem} />
        <TextField label={words.to} type="date" name="to" defaultValue={days?.to} />
        <Button type="submit" isCompact>
          {words.apply}
        </Button>
        <p className="quiet small">{words.zone({ zone })}</p>
      </form>
    </>
  )
}
