import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { type ComponentProps, type ReactNode, useCallback, useMemo } from 'react'
import { readState, searchOf, type TransactionListState } from './state.ts'

/** The list of the page's address, and how to change it. */
export type TransactionListAddress = {
  readonly state: TransactionListState
  readonly change: (next: TransactionListState, options?: { readonly isReplacing?: boolean }) => void
}

export function useTransactionAddress(): TransactionListAddress {
  const search = useSearch({ strict: false })
  const navigate = useNavigate()
  return {
    state: useMemo(() => readState(search), [search]),
    change: useCallback(
      (next, { isReplacing = false } = {}) =>
        void navigate({ to: '.', search: searchOf(next), replace: isReplacing, resetScroll: false }),
      [navigate],
    ),
  }
}

type Props = Pick<ComponentProps<'a'>, 'className' | 'aria-label'> & {
  readonly list: TransactionListState
  readonly children?: ReactNode
}

/** By default, a link to a list with fewer parameters would count as the current one. */
const SAME_LIST = { exact: true, includeSearch: true } as const

export function TransactionsLink({ list, children, ...anchor }: Props) {
  return (
    <Link {...anchor} to="." search={searchOf(list)} activeOptions={SAME_LIST} resetScroll={false}>
      {children}
    </Link>
  )
}
