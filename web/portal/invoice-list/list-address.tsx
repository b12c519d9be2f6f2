import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { type ComponentProps, type ReactNode, useCallback, useMemo } from 'react'
import { type ListState, readListState, searchOf, withoutOtherSelection } from './state/list-state.ts'

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
    state: useMemo(() => readListState(search), [search]),
    change: useCallback(
      (next, { isReplacing = false } = {}) =>
        void navigate({
          to: '.',
          search: (before) => searchOf(withoutOtherSelection(readListState(before), next)),
          replace: isReplacing,
          resetScroll: false,
        }),
      [navigate],
    ),
  }
}

type Props = Pick<ComponentProps<'a'>, 'className' | 'aria-label' | 'aria-current' | 'ref'> & {
  readonly list: ListState
  readonly children?: ReactNode
}

/** By default, a link to a list with fewer parameters would count as the current one. */
const SAME_LIST = { exact: true, includeSearch: true } as const

/** Leads to the same page with another list, in which nothing is selected. */
export function ListLink({ list, children, ...anchor }: Props) {
  return (
    <Link
      {...anchor}
      to="."
      search={searchOf({ ...list, selected: undefined })}
      activeOptions={SAME_LIST}
      resetScroll={false}
    >
      {children}
    </Link>
  )
}
