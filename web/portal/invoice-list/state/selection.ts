// pure

/** Some invoices by their keys, or all that match the filters, loaded or not. */
export type Selection = { readonly kind: 'some'; readonly keys: readonly string[] } | { readonly kind: 'all' }

/** As many as the API takes by number, and as an address can have. */
export const SELECTED_MAX = 200
/** No number of an invoice begins with it. */
const ALL = '*'
/** An invoice number, after its merchant where a list has several. */
const KEY = /^(?:[\w-]{1,32}:)?[A-Za-z0-9][A-Za-z0-9 ._/-]{0,25}$/

type Keyed = { readonly id: string; readonly organizationId?: string }

/** The identity of an invoice within a list, as the API names it: `A1001`, or `shop1:A1001`. */
export function keyOfInvoice({ id, organizationId }: Keyed): string {
  return organizationId === undefined ? id : `${organizationId}:${id}`
}

/** Reads what `selectionText` writes. */
export function readSelection(text: string | undefined): Selection | undefined {
  if (text === ALL) return { kind: 'all' }
  return selectionOf((text ?? '').split(',').filter((key) => KEY.test(key)))
}

export function selectionText(selection: Selection): string {
  return selection.kind === 'all' ? ALL : selection.keys.join(',')
}

/** The first keys, as many as can be selected; undefined for none. */
function selectionOf(keys: readonly string[]): Selection | undefined {
  const some = [...new Set(keys)].slice(0, SELECTED_MAX)
  return some.length === 0 ? undefined : { kind: 'some', keys: some }
}

type Change = {
  readonly keys: readonly string[]
  readonly isSelected: boolean
  /** The keys of all loaded rows. */
  readonly loaded: readonly string[]
}

/**
 * The selection after some rows are ticked or unticked. Who unticks one of all has looked at the loaded rows: these stay
 * selected, and invoices that were never seen do not.
 */
export function withSelected(selection: Selection | undefined, change: Change): Selection | undefined {
  const { keys, isSelected, loaded } = change
  if (selection?.kind === 'all' && isSelected) return selection
  const before = selection?.kind === 'all' ? loaded : (selection?.keys ?? [])
  if (isSelected) return selectionOf([...before, ...keys])
  const removed = new Set(keys)
  return selectionOf(before.filter((key) => !removed.has(key)))
}

/** Answers for each row whether it is selected. */
export function selectedKeys(selection: Selection | undefined): (key: string) => boolean {
  if (selection?.kind === 'all') return () => true
  const keys = new Set(selection?.keys)
  return (key) => keys.has(key)
}

/** Whether all loaded rows are selected, some, or none: the state of the box in the head. */
export function headState(selection: Selection | undefined, loaded: readonly string[]): 'all' | 'some' | 'none' {
  if (selection === undefined) return 'none'
  return loaded.slice(0, SELECTED_MAX).every(selectedKeys(selection)) ? 'all' : 'some'
}
