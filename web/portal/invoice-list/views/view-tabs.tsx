import { useFormat } from '../../format/use-format.ts'
import { Tabs } from '../../ui/tabs.tsx'
import { useWords } from '../../words/use-words.ts'
import { ListLink } from '../list-address.tsx'
import { inView, type ListState } from '../state/list-state.ts'
import { VIEWS, type View } from '../state/views.ts'

type Props = {
  readonly state: ListState
  /** Undefined while they are counted. */
  readonly counts?: Readonly<Record<View, number>> | undefined
}

export function ViewTabs({ state, counts }: Props) {
  const words = useWords('invoices')
  const format = useFormat()
  return (
    <Tabs label={words.viewsLabel} current={`${state.view} ${counts === undefined}`}>
      {VIEWS.map((view) => (
        <ListLink key={view} list={inView(state, view)} {...(view === state.view && { 'aria-current': 'page' })}>
          {words.views[view]}
          {counts !== undefined && <span className="count">{format.count(counts[view])}</span>}
        </ListLink>
      ))}
    </Tabs>
  )
}
