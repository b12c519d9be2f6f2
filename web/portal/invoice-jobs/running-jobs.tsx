import { Link } from '@tanstack/react-router'
import { useOrganization } from '../session/organization.ts'
import { ProgressBar } from '../ui/progress-bar.tsx'
import { useWords } from '../words/use-words.ts'
import { advanced, type ListedJob } from './job.ts'
import { useJobs } from './queries.ts'
import { useJobTexts } from './use-job-texts.ts'

const SHOWN_MAX = 3

/** Jobs that run, each with the way to its page. */
export function RunningJobs() {
  const words = useWords('jobs')
  const running = useJobs().data?.filter(({ status }) => status === 'RUNNING') ?? []
  if (running.length === 0) return null
  return (
    <ul className="running-jobs" aria-label={words.recent}>
      {running.slice(0, SHOWN_MAX).map((job) => (
        <RunningJob key={job.jobId} job={job} />
      ))}
    </ul>
  )
}

function RunningJob({ job }: { readonly job: ListedJob }) {
  const words = useWords('jobs')
  const texts = useJobTexts()
  const { organizationId } = useOrganization()
  const { jobId, action, invoices } = job
  const text = texts.progress(job)
  return (
    <li className="notice plain">
      <Link to="/o/$organizationId/invoices/-/jobs/$jobId" params={{ organizationId, jobId }}>
        {texts.order(action, invoices.total)}
      </Link>
      <ProgressBar label={words.progress} value={advanced(job)} max={invoices.total} text={text} />
      <span className="quiet numbers">{text}</span>
    </li>
  )
}
