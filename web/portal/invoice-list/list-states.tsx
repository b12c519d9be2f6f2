import { addressOf } from '../api/request.ts'
import { useFormat } from '../format/use-format.ts'
import { buttonClass } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { useWords } from '../words/use-words.ts'
import { ListLink } from './list-address.tsx'
import { ROWS_MAX } from './queries.ts'
import { isFiltered, type ListState, withoutFilters } from './state/list-state.ts'

/** An empty list explains itself: nothing matches, nothing is in the view, or there are no invoices at all. */
export function EmptyList({ state }: { readonly state: ListState }) {
  const words = useWords('invoices')
  if (isFiltered(state)) {
    return (
      <Empty
        title={words.noMatch}
        action={
          <ListLink className={buttonClass({ kind: 'plain' })} list={withoutFilters(state)}>
            {words.clearFilters}
          </ListLink>
        }
      >
        {words.noMatchText}
      </Empty>
    )
  }
  if (state.view !== 'all') return <Empty title={words.empty[state.view]} />
  return (
    <Empty
      title={words.empty.all}
      action={
        <a className={buttonClass({ kind: 'plain' })} href={addressOf('/docs')}>
          {words.emptyStep}
        </a>
      }
    >
      {words.emptyText}
    </Empty>
  )
}

/** Ends a list that is longer than anyone reads. */
export function TooMany({ text }: { readonly text?: string }) {
  const words = useWords('invoices')
  const format = useFormat()
  return <p className="notice plain">{text ?? words.tooMany({ count: ROWS_MAX, text: format.count(ROWS_MAX) })}</p>
}

const SKELETON_ROWS = 8

export function ListSkeleton() {
  const shell = useWords('shell')
  const rows = Array.from({ length: SKELETON_ROWS }, (_, row) => row)
  return (
    <div className="list-skeleton" role="status">
      <span className="hidden-text">{shell.loading}</span>
      {rows.map((row) => (
        <div key={row}>
          <span className="skeleton" />
          <span className="skeleton" />
          <span className="skeleton" />
        </div>
      ))}
    </div>
  )
}
