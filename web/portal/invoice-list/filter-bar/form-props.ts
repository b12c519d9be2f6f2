import type { ListState } from '../state/list-state.ts'

/** The list as it is, and a way to change it, which closes the form. */
export type FormProps = { readonly state: ListState; readonly onApply: (change: Partial<ListState>) => void }
