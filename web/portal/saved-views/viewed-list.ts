import type { ReactElement } from 'react'

/** A view that someone named. Shared ones are seen by everyone in the organization. */
export type SavedView = {
  readonly viewId: string
  readonly name: string
  readonly isShared: boolean
  readonly list: ViewedList['list']
  /** Whether the reader may rename, change or delete it. */
  readonly canChange: boolean
  /** The parameters of the list's address, without a question mark. */
  readonly query: string
  readonly columns: readonly string[]
}

/** A list whose filters, order and columns can be saved under a name. */
export type ViewedList = {
  readonly list: 'invoices' | 'transactions'
  /** The view that was opened. */
  readonly saved: string | undefined
  /** The parts of the list that are saved. */
  readonly parts: Pick<SavedView, 'query' | 'columns'>
  readonly isUnchanged: (view: SavedView) => boolean
  readonly linkTo: (view: SavedView) => ReactElement
  /** Marks the list as what a view shows. */
  readonly onSaved: (viewId: string | undefined) => void
  /** Says that the listed things stay when a view is deleted. */
  readonly notes: { readonly own: string; readonly shared: string }
}
