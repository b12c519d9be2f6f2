import type { Job } from '../../invoice-jobs/job.ts'
import { useWords } from '../../words/use-words.ts'

const LOOKS: Readonly<Record<Job['status'], string>> = { RUNNING: 'open', COMPLETED: 'paid', STOPPED: 'partial' }

/** The state of a job in the colors of statuses. */
export function JobBadge({ status }: Pick<Job, 'status'>) {
  const words = useWords('jobs')
  return <span className={`badge ${LOOKS[status]}`}>{words.states[status]}</span>
}
