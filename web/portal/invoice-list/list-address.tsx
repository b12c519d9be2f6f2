import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import { type ListState, readListState, searchOf } from './state/list-state.ts'

/** The list of the page's address, and how to change it. */
export type ListAddress = {
  readonly state: ListState
  readonly change: (next: ListState, options?: { readonly isReplacing?: boolean }) => void
}

/** The address is the state of the list: a reload, a bookmark and a second window show the same. */
export function useListAddress(): ListAddress {
  const search = useSearch({ strict: false })
  const navigate = useNavigate()
  return {
    state: readListState(search),
    change: (next, { isReplacing = false } = {}) =>
      void navigate({ to: '.', search: searchOf(next), replace: isReplacing, resetScroll: false }),
  }
}

type Props = Pick<ComponentProps<'a'>, 'className' | 'aria-label' | 'aria-current' | 'ref'> & {
  readonly list: ListState
  readonly children?: ReactNode
}

/** By default, a link to a list with fewer parameters would count as the current one. */
const SAME_LIST = { exact: true, includeSearch: true } as const

/** Leads to the same page with another list. */
export function ListLink({ list, children, ...anchor }: Props) {
  return (
    <Link {...anchor} to="." search={searchOf(list)} activeOptions={SAME_LIST} resetScroll={false}>
      {children}
    </Link>
  )
}
