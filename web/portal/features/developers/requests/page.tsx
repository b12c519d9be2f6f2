import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useApi } from '../../../api/api.ts'
import { useFormat } from '../../../format/use-format.ts'
import { useSession } from '../../../session/session.ts'
import { Empty } from '../../../ui/empty.tsx'
import { Failed } from '../../../ui/failed.tsx'
import { ListSearch } from '../../../ui/list-search.tsx'
import { More } from '../../../ui/more.tsx'
import { Segments } from '../../../ui/segments.tsx'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import { useWords } from '../../../words/use-words.ts'
import { DevelopersPage } from '../developers-page.tsx'
import { METHODS, type Method, OUTCOMES, type Outcome, type RequestSearch } from './filters.ts'
import { requestsQuery } from './queries.ts'
import { RequestDialog } from './request-dialog.tsx'
import { RequestTable } from './request-table.tsx'

const FROM = '/o/$organizationId/developers/requests'

/** Requests of programs and people, to find out why one failed. */
export function RequestsPage() {
  const words = useWords('requests')
  const shell = useWords('shell')
  const { zone } = useFormat()
  const { mode } = useSession()
  const address = useSearch({ from: FROM })
  const navigate = useNavigate({ from: FROM })
  const change = (search: RequestSearch) => void navigate({ search, replace: true })
  return (
    <DevelopersPage section="requests">
      <p className="quiet">
        {words.intro} {mode === 'sandbox' && words.sandboxBodies}
      </p>
      <Filters address={address} onChange={change} />
      <Requests address={address} />
      <p className="zone quiet small">{shell.timesIn(zone)}</p>
      {address.selected !== undefined && (
        <RequestDialog
          id={address.selected}
          onClose={() => {
            const { selected: _, ...rest } = address
            change(rest)
          }}
        />
      )}
    </DevelopersPage>
  )
}

type FilterProps = { readonly address: RequestSearch; readonly onChange: (address: RequestSearch) => void }

function Filters({ address: { outcome, method, search }, onChange }: FilterProps) {
  const words = useWords('requests')
  const choose = (chosen: Outcome, named: Method | undefined, text: string | undefined) =>
    onChange({
      ...(chosen === 'all' ? {} : { outcome: chosen }),
      ...(named === undefined ? {} : { method: named }),
      ...(text === undefined ? {} : { search: text }),
    })
  const shown = outcome ?? 'all'
  return (
    <div className="log-filters">
      <ListSearch label={words.search} search={search} onSearch={(text) => choose(shown, method, text)} />
      <Segments
        label={words.outcome}
        value={shown}
        options={OUTCOMES.map((one) => [one, words.outcomes[one]] as const)}
        onChoose={(chosen) => choose(chosen, method, search)}
      />
      <select
        className="compact-select"
        aria-label={words.method}
        value={method ?? ''}
        onChange={({ target }) =>
          choose(
            shown,
            METHODS.find((one) => one === target.value),
            search,
          )
        }
      >
        <option value="">{words.anyMethod}</option>
        {METHODS.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </select>
    </div>
  )
}

function Requests({ address }: { readonly address: RequestSearch }) {
  const words = useWords('requests')
  const list = useInfiniteQuery(requestsQuery(useApi(), address))
  if (list.isPending) return <SkeletonLines count={6} />
  if (list.isError) return <Failed title={words.failed} onRetry={list.refetch} />
  const requests = list.data.pages.flatMap((page) => page.requests)
  const isFiltered = [address.outcome, address.method, address.search].some((filter) => filter !== undefined)
  if (requests.length === 0 && isFiltered) return <Empty title={words.noneFound} />
  if (requests.length === 0) return <Empty title={words.none}>{words.noneText}</Empty>
  return (
    <>
      <RequestTable requests={requests} isStale={list.isPlaceholderData} />
      <More list={list} label={words.more} />
    </>
  )
}
