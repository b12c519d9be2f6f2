import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useApi } from '../../../api/api.ts'
import { SelectField, TextField } from '../../../ui/field.tsx'
import { useWords } from '../../../words/use-words.ts'
import { optionsQuery } from '../queries.ts'
import { ON_DEMAND, type OnDemandSearch, onDemandSearch, ROLL_UPS, WITH_GROUPS } from './on-demand-search.ts'
import type { askedOf } from './queries.ts'

type Props = { readonly search: OnDemandSearch; readonly asked: ReturnType<typeof askedOf> }

/** Which report, for which days. The address has it all. */
export function OnDemandForm({ search, asked: { report, from, to } }: Props) {
  const words = useWords('reports')
  const navigate = useNavigate({ from: '/o/$organizationId/reports/-/on-demand' })
  const change = (changed: Readonly<Record<string, string>>) => {
    const { page: _, ...kept } = search
    void navigate({ to: '.', search: onDemandSearch({ ...kept, ...changed }), replace: true, resetScroll: false })
  }
  return (
    <div className="on-demand-form">
      <SelectField label={words.report} value={report} onChange={({ target }) => change({ report: target.value })}>
        {ON_DEMAND.map((name) => (
          <option key={name} value={name}>
            {words.onDemandNames[name]}
          </option>
        ))}
      </SelectField>
      <DayField key={`from ${from}`} label={words.firstDay} day={from} onDay={(day) => change({ from: day })} />
      <DayField key={`to ${to}`} label={words.lastDay} day={to} onDay={(day) => change({ to: day })} />
      {report === 'payment-batch-summaries' && (
        <SelectField
          label={words.by}
          value={search.rollUp ?? 'day'}
          onChange={({ target }) => change({ rollUp: target.value })}
        >
          {ROLL_UPS.map((rollUp) => (
            <option key={rollUp} value={rollUp}>
              {words.rollUps[rollUp]}
            </option>
          ))}
        </SelectField>
      )}
      {WITH_GROUPS.has(report) && <GroupField group={search.group} onGroup={(group) => change({ group })} />}
    </div>
  )
}

type DayProps = { readonly label: string; readonly day: string; readonly onDay: (day: string) => void }

/** Nothing is asked while a day is typed. */
function DayField({ label, day, onDay }: DayProps) {
  return (
    <TextField
      label={label}
      type="date"
      defaultValue={day}
      onBlur={({ target }) => target.value !== '' && target.value !== day && onDay(target.value)}
      onKeyDown={({ key, currentTarget }) => key === 'Enter' && currentTarget.blur()}
    />
  )
}

type GroupProps = { readonly group: string | undefined; readonly onGroup: (group: string) => void }

function GroupField({ group = '', onGroup }: GroupProps) {
  const words = useWords('reports')
  const { data } = useQuery(optionsQuery(useApi()))
  if (data === undefined || data.merchantGroups.length === 0) return null
  return (
    <SelectField label={words.merchants} value={group} onChange={({ target }) => onGroup(target.value)}>
      <option value="">{words.everyMerchant}</option>
      {data.merchantGroups.map(({ groupName }) => (
        <option key={groupName} value={groupName}>
          {groupName}
        </option>
      ))}
    </SelectField>
  )
}
