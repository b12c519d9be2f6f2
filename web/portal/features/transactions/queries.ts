import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { Static } from 'typebox'
import type {
  ListedTransactionContract,
  TransactionListContract,
  TransactionSumsContract,
} from '../../../../src/payments/transaction-list/contract.ts'
import { type Api, useApi } from '../../api/api.ts'
import type { Received } from '../../api/exact-json.ts'
import { useToday } from '../../invoice-list/queries.ts'
import { filterQuery, sortText, type TransactionListState } from './list/state.ts'

const PATH = '/portal/v1/transaction-list'
const PAGE_SIZE = 100
/** A reader who scrolls further looks for something that filters find. */
const PAGES_MAX = 100
export const ROWS_MAX = PAGES_MAX * PAGE_SIZE

type Page = Received<Static<typeof TransactionListContract>>
export type ListedTransaction = Received<Static<typeof ListedTransactionContract>>
export type TransactionSums = Received<Static<typeof TransactionSumsContract>>
export type CurrencySum = TransactionSums['sums'][number]

function pagesOf(api: Api, state: TransactionListState, today: string) {
  const query = {
    ...filterQuery(state, today),
    ...(state.sort !== undefined && { sort: sortText(state.sort) }),
    limit: PAGE_SIZE,
  }
  return infiniteQueryOptions({
    queryKey: [api.organizationId, 'transactions', 'list', query],
    queryFn: ({ pageParam, signal }) =>
      api.get<Static<typeof TransactionListContract>>(PATH, {
        query: { ...query, ...(pageParam !== '' && { after: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ next }: Page, pages: readonly Page[]) =>
      next === null || pages.length >= PAGES_MAX ? undefined : next,
    placeholderData: keepPreviousData,
  })
}

export function useTransactionPages(state: TransactionListState) {
  return useInfiniteQuery(pagesOf(useApi(), state, useToday()))
}

/** Count and sums of all transactions that match, not only of those that are loaded. */
export function useTransactionSums(state: TransactionListState) {
  const [api, today] = [useApi(), useToday()]
  const query = filterQuery(state, today)
  return useQuery({
    queryKey: [api.organizationId, 'transactions', 'sums', query],
    queryFn: ({ signal }) => api.get<Static<typeof TransactionSumsContract>>(`${PATH}/sums`, { query, signal }),
  })
}
