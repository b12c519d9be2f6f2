import { useInfiniteQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useApi } from '../../../api/api.ts'
import { Button } from '../../../ui/button.tsx'
import { Failed } from '../../../ui/failed.tsx'
import { FormProblem } from '../../../ui/form-problem.tsx'
import { ListSearch } from '../../../ui/list-search.tsx'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import { useWords } from '../../../words/use-words.ts'
import { merchantsQuery } from '../merchants/queries.ts'
import { MoreShown } from '../more-shown.tsx'
import { type Group, useChangeGroup } from './queries.ts'

/** Finds merchants below the organization and adds them to the group. */
export function AddMembers({ group }: { readonly group: Group }) {
  const words = useWords('administration')
  const id = useId()
  const [search, setSearch] = useState<string>()
  return (
    <section className="card" aria-labelledby={id}>
      <h2 id={id}>{words.addMerchants}</h2>
      <ListSearch label={words.search} search={search} onSearch={setSearch} />
      <Found group={group} search={search} />
    </section>
  )
}

type FoundProps = { readonly group: Group; readonly search: string | undefined }

function Found({ group, search }: FoundProps) {
  const words = useWords('administration')
  const change = useChangeGroup(group.name)
  const list = useInfiniteQuery(merchantsQuery(useApi(), { search, type: 'merchant' }))
  if (list.isPending) return <SkeletonLines />
  if (list.isError) return <Failed title={words.failed} onRetry={list.refetch} />
  const merchants = list.data.pages.flatMap((page) => page.merchants)
  const members = new Set(group.merchants.map(({ organizationId }) => organizationId))
  if (merchants.length === 0) return <p className="quiet">{words.noneFound}</p>
  return (
    <>
      <FormProblem error={change.error} />
      <ul className="member-list">
        {merchants.map(({ organizationId, name }) => (
          <li key={organizationId}>
            <span className="value">
              {name}
              <code className="quiet small">{organizationId}</code>
            </span>
            {members.has(organizationId) ? (
              <span className="quiet small">{words.added}</span>
            ) : (
              <Button
                kind="plain"
                isCompact
                aria-label={words.addTo({ name })}
                disabled={change.isPending}
                onClick={() => change.mutate({ add: [organizationId] })}
              >
                {words.add}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <MoreShown list={list} shown={merchants.length} total={list.data.pages.at(-1)?.total ?? 0} />
    </>
  )
}
