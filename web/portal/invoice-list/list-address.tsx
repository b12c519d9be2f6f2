import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import { EMPTY_STATE, type ListState, readListState, searchOf } from './state/list-state.ts'

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

type Props = Pick<ComponentProps<'a'>, 'className' | 'aria-label' | 'aria-current'> & {
  readonly list: ListState
  readonly children: ReactNode
}

/** Leads to the same page with another list. */
export function ListLink({ list, children, ...anchor }: Props) {
  return (
    <Link {...anchor} to="." search={searchOf(list)} resetScroll={false}>
      {children}
    </Link>
  )
}

/** The search parameters of a list that shows one view, for links from other pages. */
export function searchOfView(view: ListState['view']): ReturnType<typeof searchOf> {
  return searchOf({ ...EMPTY_STATE, view })
}
