import { useEffect, useRef } from 'react'
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
  const hasCounts = counts !== undefined
  const current = useRef<HTMLAnchorElement>(null)
  // On a phone the tabs are wider than the screen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: Another view is another current tab, and counts move it.
  useEffect(() => {
    // It returns a promise in some browsers, which an effect must not return.
    void current.current?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [state.view, hasCounts])
  return (
    <Tabs label={words.viewsLabel}>
      {VIEWS.map((view) => (
        <ListLink
          key={view}
          list={inView(state, view)}
          {...(view === state.view && { 'aria-current': 'page', ref: current })}
        >
          {words.views[view]}
          {counts !== undefined && <span className="count">{format.count(counts[view])}</span>}
        </ListLink>
      ))}
    </Tabs>
  )
}
