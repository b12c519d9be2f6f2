import { infiniteQueryOptions, keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Static } from 'typebox'
import type {
  CreatedMerchant,
  MerchantList,
  MerchantRequest,
} from '../../../../../src/organizations/administration/contract.ts'
import { type Api, apiFor, useApi } from '../../../api/api.ts'
import type { Received } from '../../../api/exact-json.ts'

type MerchantPage = Received<Static<typeof MerchantList>>
export type Merchant = MerchantPage['merchants'][number]

const MERCHANTS = '/organizations/v1/merchants'
const PAGE = 50

type Chosen = { readonly search: string | undefined; readonly type?: 'merchant' }

export const merchantsQuery = (api: Api, { search, type }: Chosen) =>
  infiniteQueryOptions({
    queryKey: [api.organizationId, 'merchants', { search, type }],
    queryFn: async ({ pageParam: offset, signal }): Promise<MerchantPage> =>
      api.get<Static<typeof MerchantList>>(MERCHANTS, { query: { search, type, offset, limit: PAGE }, signal }),
    initialPageParam: 0,
    getNextPageParam: ({ total }, _, offset) => (offset + PAGE < total ? offset + PAGE : undefined),
    placeholderData: keepPreviousData,
  })

type NewMerchant = Static<typeof MerchantRequest> & {
  readonly owner: { readonly email: string; readonly role: 'owner' | 'admin' } | undefined
}

export type MerchantMade = {
  readonly organizationId: string
  /** `failed`: the organization is there, and nobody is invited. */
  readonly invitation: 'none' | 'sent' | 'failed'
  /** The link of the invitation, where no mail server is configured. */
  readonly link?: string | undefined
}

/** Creates an organization, and invites the person who takes over. */
export function useCreateMerchant() {
  const api = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ owner, ...merchant }: NewMerchant): Promise<MerchantMade> => {
      const { organizationId } = await api.post<Static<typeof CreatedMerchant>>(MERCHANTS, merchant)
      return owner === undefined
        ? { organizationId, invitation: 'none' }
        : { organizationId, ...(await invited(organizationId, owner)) }
    },
    onSettled: () => client.invalidateQueries({ queryKey: [api.organizationId, 'merchants'] }),
  })
}

async function invited(
  organizationId: string,
  owner: NonNullable<NewMerchant['owner']>,
): Promise<Pick<MerchantMade, 'invitation' | 'link'>> {
  try {
    const { link } = await apiFor(organizationId).post<{ readonly link?: string }>(
      '/organizations/v1/invitations',
      owner,
    )
    return { invitation: 'sent', link }
  } catch {
    // The organization stays. The page says so, and the person invites again there.
    return { invitation: 'failed' }
  }
}
