import { SelectField } from '../../ui/field.tsx'
import { useWords } from '../../words/use-words.ts'
import type { Choices } from './choices.ts'
import type { StepProps } from './step-props.ts'

/** How the file writes amounts and dates. Nothing is guessed: what may mean two things is an error until it is said. */
export function NotationFields({ choices, onChange }: Omit<StepProps, 'file'>) {
  const words = useWords('imports')
  const set = (change: Partial<Choices>) => onChange({ ...choices, ...change })
  return (
    <section className="card" aria-labelledby="notation">
      <h2 id="notation">{words.notation}</h2>
      <div className="import-fields">
        <SelectField
          label={words.amounts}
          value={choices.decimalMark ?? ''}
          onChange={({ target }) => set({ decimalMark: (target.value || undefined) as Choices['decimalMark'] })}
        >
          <option value="">{words.askMe}</option>
          <option value="comma">1.234,56</option>
          <option value="point">1,234.56</option>
        </SelectField>
        <SelectField
          label={words.dates}
          value={choices.dateOrder ?? ''}
          onChange={({ target }) => set({ dateOrder: (target.value || undefined) as Choices['dateOrder'] })}
        >
          <option value="">{words.askMe}</option>
          <option value="DMY">{words.dayFirst({ date: '31/12/2026' })}</option>
          <option value="MDY">{words.monthFirst({ date: '12/31/2026' })}</option>
        </SelectField>
      </div>
    </section>
  )
}
