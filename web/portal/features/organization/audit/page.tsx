import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useApi } from '../../../api/api.ts'
import { useFormat } from '../../../format/use-format.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { Failed } from '../../../ui/failed.tsx'
import { ListSearch } from '../../../ui/list-search.tsx'
import { More } from '../../../ui/more.tsx'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import { useWords } from '../../../words/use-words.ts'
import { OrganizationPage } from '../organization-page.tsx'
import { AuditTable } from './audit-table.tsx'
import { type AuditSearch, filterOf, PERIODS, type Period } from './filters.ts'
import { auditQuery, csvAddress } from './queries.ts'
import { VerifyDialog } from './verify-dialog.tsx'

const FROM = '/o/$organizationId/organization/audit'

/** Who did what to the organization. */
export function AuditPage() {
  const words = useWords('audit')
  const shell = useWords('shell')
  const { zone } = useFormat()
  const api = useApi()
  const address = useSearch({ from: FROM })
  const [isVerifying, setVerifying] = useState(false)
  const filter = filterOf(address, Date.now())
  const verify = (
    <Button kind="plain" onClick={() => setVerifying(true)}>
      {words.verify}
    </Button>
  )
  return (
    <OrganizationPage section="audit" action={verify}>
      <p className="quiet">{words.intro}</p>
      <div className="log-filters">
        <Filters address={address} />
        <a className={buttonClass({ kind: 'plain', isCompact: true })} href={csvAddress(api, filter)} download>
          <Download size={16} aria-hidden="true" />
          {words.download}
        </a>
      </div>
      <Entries address={address} />
      <p className="zone quiet small">{shell.timesIn(zone)}</p>
      {isVerifying && <VerifyDialog onClose={() => setVerifying(false)} />}
    </OrganizationPage>
  )
}

function Filters({ address: { search, period } }: { readonly address: AuditSearch }) {
  const words = useWords('audit')
  const navigate = useNavigate({ from: FROM })
  const change = (text: string | undefined, chosen: Period) =>
    void navigate({
      search: { ...(text === undefined ? {} : { search: text }), ...(chosen === 'all' ? {} : { period: chosen }) },
      replace: true,
    })
  return (
    <>
      <ListSearch label={words.search} search={search} onSearch={(text) => change(text, period ?? 'all')} />
      <select
        className="compact-select"
        aria-label={words.period}
        value={period ?? 'all'}
        onChange={({ target }) => change(search, PERIODS.find((one) => one === target.value) ?? 'all')}
      >
        {PERIODS.map((one) => (
          <option key={one} value={one}>
            {words.periods[one]}
          </option>
        ))}
      </select>
    </>
  )
}

function Entries({ address }: { readonly address: AuditSearch }) {
  const words = useWords('audit')
  const list = useInfiniteQuery(auditQuery(useApi(), filterOf(address, Date.now())))
  if (list.isPending) return <SkeletonLines count={6} />
  if (list.isError) return <Failed title={words.failed} onRetry={list.refetch} />
  const entries = list.data.pages.flatMap((page) => page.entries)
  const isFiltered = address.search !== undefined || address.period !== undefined
  if (entries.length === 0) return <Empty title={isFiltered ? words.noneFound : words.none} />
  return (
    <>
      <AuditTable entries={entries} isStale={list.isPlaceholderData} />
      <More list={list} label={words.more} />
    </>
  )
}
