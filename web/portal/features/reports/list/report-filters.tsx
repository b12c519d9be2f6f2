import { useNavigate } from '@tanstack/react-router'
import { Button } from '../../../ui/button.tsx'
import { ListSearch } from '../../../ui/list-search.tsx'
import { useWords } from '../../../words/use-words.ts'
import { useDefinitions } from '../definitions.ts'
import { STATE_CHOICES, type StateChoice } from '../report-states.ts'
import { useDefinitionName } from '../use-definition-name.ts'
import { isFiltered, type ReportSearch, reportSearch, SINCE_DAYS } from './list-search.ts'

type Props = { readonly search: ReportSearch }

/** Every filter stands in the address. */
export function ReportFilters({ search }: Props) {
  const words = useWords('reports')
  const definitionName = useDefinitionName()
  const { data: definitions = [] } = useDefinitions()
  const change = useChange(search)
  const names = definitions
    .map(({ reportDefinitionName: name }) => [name, definitionName(name)] as const)
    .toSorted(([, a], [, b]) => a.localeCompare(b))
  const states = Object.keys(STATE_CHOICES) as readonly StateChoice[]
  const kinds = [
    ['once', words.oneTime],
    ['subscription', words.ofSubscriptions],
  ] as const
  const since = SINCE_DAYS.map((days) => [days, words.lastDays({ count: Number(days), text: days })] as const)
  return (
    <div className="report-filters">
      <ListSearch
        search={search.search}
        onSearch={(text) => change({ search: text })}
        label={words.searchName}
        placeholder={words.searchName}
      />
      <Filter label={words.status} value={search.state} onChange={(state) => change({ state: state as StateChoice })}>
        {states.map((state) => [state, words.stateChoices[state]] as const)}
      </Filter>
      <Filter label={words.type} value={search.definition} onChange={(definition) => change({ definition })}>
        {names}
      </Filter>
      <Filter label={words.kind} value={search.kind} onChange={(kind) => change({ kind: kind as 'once' })}>
        {kinds}
      </Filter>
      <Filter label={words.made} value={search.since} onChange={(days) => change({ since: days })}>
        {since}
      </Filter>
      {isFiltered(search) && (
        <Button kind="quiet" isCompact onClick={() => change(undefined)}>
          {words.clearFilters}
        </Button>
      )}
    </div>
  )
}

type Change = { readonly [Name in keyof ReportSearch]?: ReportSearch[Name] | undefined }

function useChange(search: ReportSearch) {
  const navigate = useNavigate({ from: '/o/$organizationId/reports' })
  return (changed: Change | undefined) => {
    const { limit: _, ...kept } = search
    const next = changed === undefined ? {} : reportSearch({ ...kept, ...changed })
    void navigate({ to: '.', search: next, replace: true, resetScroll: false })
  }
}

type FilterProps = {
  readonly label: string
  readonly value: string | undefined
  readonly onChange: (value: string | undefined) => void
  readonly children: readonly (readonly [value: string, text: string])[]
}

function Filter({ label, value = '', onChange, children }: FilterProps) {
  const words = useWords('reports')
  return (
    <label className="report-filter">
      <span className="hidden-text">{label}</span>
      <select
        className="compact-select"
        value={value}
        onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
      >
        <option value="">{words.filterAll({ name: label })}</option>
        {children.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
}
