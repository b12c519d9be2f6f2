import { useWords } from '../../words/use-words.ts'
import { type ShownState, stateOf } from './report-states.ts'

const LOOKS: Readonly<Record<ShownState, string>> = {
  waiting: 'open',
  queued: 'partial',
  running: 'open',
  ready: 'paid',
  noData: '',
  failed: 'overdue',
  canceled: 'canceled',
  replaced: '',
}

/** The state of a report as a word on its color. */
export function ReportBadge(props: Parameters<typeof stateOf>[0]) {
  const words = useWords('reports')
  const state = stateOf(props)
  return <span className={`badge ${LOOKS[state]}`.trim()}>{words.states[state]}</span>
}
