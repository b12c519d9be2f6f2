import { useFormat } from '../../../format/use-format.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/field.tsx'
import { useWords } from '../../../words/use-words.ts'
import { daysOf, piecesOf } from './body.ts'
import type { PartProps } from './part-props.ts'
import { PERIODS, periodOf } from './periods.ts'

type Props = Omit<PartProps, 'problems'> & { readonly today: string }

/** The days of a one-time report, both included; usual periods by one press. */
export function PeriodFields({ form, change, today }: Props) {
  const words = useWords('reports')
  return (
    <>
      <div className="period-choices">
        {PERIODS.map((period) => (
          <Button key={period} kind="plain" isCompact onClick={() => change(periodOf(period, today))}>
            {words.periods[period]}
          </Button>
        ))}
      </div>
      <div className="schedule-fields">
        <TextField
          label={words.firstDay}
          type="date"
          value={form.from}
          onChange={({ target }) => change({ from: target.value })}
        />
        <TextField
          label={words.lastDay}
          type="date"
          value={form.to}
          onChange={({ target }) => change({ to: target.value })}
        />
      </div>
      <PeriodNotice form={form} today={today} />
    </>
  )
}

/** A period that is too long, which is divided, or one that is not over. */
function PeriodNotice({ form, today }: Pick<Props, 'form' | 'today'>) {
  const words = useWords('reports')
  const format = useFormat()
  const days = daysOf(form)
  if (days > 31) {
    const pieces = piecesOf(form)
    const counts = { days: format.count(days), count: pieces?.length ?? 0, text: format.count(pieces?.length ?? 0) }
    return (
      <p className="notice warning" role="status">
        {pieces === undefined ? words.muchTooLong(counts) : words.tooLong(counts)}
      </p>
    )
  }
  if (form.to >= today && days > 0) return <p className="notice plain">{words.notOver}</p>
  return null
}
