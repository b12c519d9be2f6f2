import { queryOptions } from '@tanstack/react-query'
import type { Static } from 'typebox'
import type {
  LifeEntryContract,
  TransactionDetailContract,
} from '../../../../src/payments/transaction-life/contract.ts'
import type { Api } from '../../api/api.ts'
import type { Received } from '../../api/exact-json.ts'

type DetailBody = Static<typeof TransactionDetailContract>
export type TransactionDetail = Received<DetailBody>
export type LifeEntry = Received<Static<typeof LifeEntryContract>>
export type Token = NonNullable<TransactionDetail['token']>

/** The parts that the page shows of the transaction as API clients read it. */
export type Details = {
  readonly processorInformation?: {
    readonly transactionId?: string
    readonly approvalCode?: string
    readonly responseCode?: string
    readonly avs?: { readonly code?: string }
    readonly cardVerification?: { readonly resultCode?: string }
  }
  readonly reconciliationId?: string
  readonly clientReferenceInformation?: { readonly comments?: string }
  readonly orderInformation?: {
    readonly billTo?: {
      readonly phoneNumber?: string
      readonly address1?: string
      readonly locality?: string
      readonly postalCode?: string
      readonly country?: string
    }
  }
  readonly errorInformation?: { readonly message?: string }
}

/** Outcomes of calls that are on their way are asked for again while the page is open. */
const REFRESHED_EVERY_MS = 15_000

export const transactionQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: [api.organizationId, 'transaction', id],
    queryFn: ({ signal }) => api.get<DetailBody>(`/portal/v1/transactions/${encodeURIComponent(id)}`, { signal }),
    refetchInterval: REFRESHED_EVERY_MS,
  })
