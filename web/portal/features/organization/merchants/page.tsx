import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useApi } from '../../../api/api.ts'
import { useOrganization } from '../../../session/organization.ts'
import { Button } from '../../../ui/button.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { Failed } from '../../../ui/failed.tsx'
import { ListSearch } from '../../../ui/list-search.tsx'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import { useWords } from '../../../words/use-words.ts'
import { LinkDialog } from '../invite-dialog.tsx'
import { MoreShown } from '../more-shown.tsx'
import { OrganizationPage } from '../organization-page.tsx'
import { CreateMerchantDialog } from './create-merchant-dialog.tsx'
import { MerchantTable } from './merchant-table.tsx'
import { merchantsQuery } from './queries.ts'

const FROM = '/o/$organizationId/organization/merchants'

/** The organizations below one: each is opened, and new ones are created and handed over to their owners. */
export function MerchantsPage() {
  const words = useWords('administration')
  const { search } = useSearch({ from: FROM })
  const navigate = useNavigate({ from: FROM })
  const { name } = useOrganization()
  const [isCreating, setCreating] = useState(false)
  const [link, setLink] = useState<string>()
  const create = (
    <Button onClick={() => setCreating(true)}>
      <Plus size={16} aria-hidden="true" />
      {words.createMerchant}
    </Button>
  )
  return (
    <OrganizationPage section="merchants" action={create}>
      <p className="quiet value">{words.merchantsIntro({ organization: name })}</p>
      <div className="log-filters">
        <ListSearch
          label={words.search}
          search={search}
          onSearch={(text) => void navigate({ search: text === undefined ? {} : { search: text }, replace: true })}
        />
      </div>
      <Merchants search={search} />
      {isCreating && <CreateMerchantDialog onClose={() => setCreating(false)} onLink={setLink} />}
      {link !== undefined && <LinkDialog link={link} onClose={() => setLink(undefined)} />}
    </OrganizationPage>
  )
}

function Merchants({ search }: { readonly search: string | undefined }) {
  const words = useWords('administration')
  const list = useInfiniteQuery(merchantsQuery(useApi(), { search }))
  if (list.isPending) return <SkeletonLines count={6} />
  if (list.isError) return <Failed title={words.failed} onRetry={list.refetch} />
  const merchants = list.data.pages.flatMap((page) => page.merchants)
  const total = list.data.pages.at(-1)?.total ?? 0
  if (merchants.length === 0 && search !== undefined) return <Empty title={words.noneFound} />
  if (merchants.length === 0) return <Empty title={words.noMerchants}>{words.noMerchantsText}</Empty>
  return (
    <>
      <MerchantTable merchants={merchants} isStale={list.isPlaceholderData} />
      <MoreShown list={list} shown={merchants.length} total={total} />
    </>
  )
}
