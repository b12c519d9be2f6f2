import { useSuspenseQuery } from '@tanstack/react-query'
import { useApi } from '../../../api/api.ts'
import { Field, SelectField, TextField } from '../../../ui/field.tsx'
import { Segments } from '../../../ui/segments.tsx'
import { useLanguage, useWords } from '../../../words/use-words.ts'
import { optionsQuery } from '../queries.ts'
import type { Frequency } from './form.ts'
import { Part, PartProblems } from './part.tsx'
import type { PartProps } from './part-props.ts'
import { PeriodFields } from './period-fields.tsx'
import { weekdayName } from './schedule-text.ts'

/** Once for some days, or again and again. */
export function TimePart(props: PartProps & { readonly isLocked: boolean; readonly today: string }) {
  const { form, change, problems, isLocked, today } = props
  const words = useWords('reports')
  return (
    <Part title={words.when}>
      {!isLocked && (
        <Segments
          label={words.when}
          value={form.isOnce ? 'once' : 'subscription'}
          options={[
            ['once', words.once],
            ['subscription', words.repeatedly],
          ]}
          onChoose={(kind) => change({ isOnce: kind === 'once' })}
        />
      )}
      <PartProblems problems={[...(problems.period ?? []), ...(problems.schedule ?? [])].slice(0, 5)} />
      {form.isOnce ? (
        <PeriodFields form={form} change={change} today={today} />
      ) : (
        <ScheduleFields form={form} change={change} />
      )}
      <ZoneField form={form} change={change} problems={problems} />
    </Part>
  )
}

type FieldsProps = Omit<PartProps, 'problems'>

const FREQUENCIES: readonly Frequency[] = ['DAILY', 'WEEKLY', 'MONTHLY', 'USER_DEFINED']
const WEEKDAYS = [2, 3, 4, 5, 6, 7, 1]
const DAYS_OF_MONTH = Array.from({ length: 31 }, (_, index) => index + 1)

function ScheduleFields({ form, change }: FieldsProps) {
  const words = useWords('reports')
  const { frequency } = form
  return (
    <div className="schedule-fields">
      <SelectField
        label={words.frequency}
        value={frequency}
        onChange={({ target }) =>
          change({ frequency: target.value as Frequency, startDay: target.value === 'WEEKLY' ? 2 : 1 })
        }
      >
        {FREQUENCIES.map((one) => (
          <option key={one} value={one}>
            {words.frequencies[one]}
          </option>
        ))}
      </SelectField>
      {(frequency === 'WEEKLY' || frequency === 'MONTHLY') && <DayField form={form} change={change} />}
      <TextField
        label={frequency === 'USER_DEFINED' ? words.firstTime : words.time}
        type="time"
        value={form.time}
        required
        onChange={({ target }) => change({ time: target.value === '' ? '00:00' : target.value })}
      />
      {frequency === 'USER_DEFINED' && <IntervalFields form={form} change={change} />}
    </div>
  )
}

function DayField({ form, change }: FieldsProps) {
  const words = useWords('reports')
  const language = useLanguage()
  const isWeekly = form.frequency === 'WEEKLY'
  return (
    <SelectField
      label={isWeekly ? words.weekday : words.dayOfMonth}
      help={!isWeekly && form.startDay > 28 ? words.lastDayHelp : undefined}
      value={String(form.startDay)}
      onChange={({ target }) => change({ startDay: Number(target.value) })}
    >
      {(isWeekly ? WEEKDAYS : DAYS_OF_MONTH).map((day) => (
        <option key={day} value={day}>
          {isWeekly ? weekdayName(day, language) : day}
        </option>
      ))}
    </SelectField>
  )
}

function IntervalFields({ form, change }: FieldsProps) {
  const words = useWords('reports')
  return (
    <>
      <TextField
        label={words.hours}
        inputMode="numeric"
        value={form.intervalHours}
        onChange={({ target }) => change({ intervalHours: target.value })}
      />
      <TextField
        label={words.minutes}
        inputMode="numeric"
        value={form.intervalMinutes}
        onChange={({ target }) => change({ intervalMinutes: target.value })}
      />
    </>
  )
}

function ZoneField({ form, change, problems }: PartProps) {
  const words = useWords('reports')
  const { data: options } = useSuspenseQuery(optionsQuery(useApi()))
  return (
    <Field label={words.zoneOfReport} help={words.zoneHelp} problem={problems.zone?.[0]}>
      {(ids) => (
        <select {...ids} value={form.zone} onChange={({ target }) => change({ zone: target.value })}>
          {options.timeZones.map((zone) => (
            <option key={zone} value={zone}>
              {zone.replaceAll('_', ' ')}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
