import { Link, useParams } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { advanced, type ListedJob } from '../../invoice-jobs/job.ts'
import { useJobs } from '../../invoice-jobs/queries.ts'
import { useJobTexts } from '../../invoice-jobs/use-job-texts.ts'
import { Empty } from '../../ui/empty.tsx'
import { Failed } from '../../ui/failed.tsx'
import { Page } from '../../ui/page.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { useWords } from '../../words/use-words.ts'
import { JobBadge } from './job-badge.tsx'

/** The latest actions on many invoices, the newest first. */
export function JobsPage() {
  const words = useWords('jobs')
  const shell = useWords('shell')
  const { organizationId } = useParams({ from: '/o/$organizationId' })
  const { data: jobs, isError, refetch } = useJobs()
  return (
    <Page
      title={words.recent}
      back={
        <Link to="/o/$organizationId/invoices" params={{ organizationId }} className="back-link">
          <ArrowLeft size={16} aria-hidden="true" />
          {shell.invoices}
        </Link>
      }
    >
      {jobs === undefined && (isError ? <Failed title={words.failed} onRetry={refetch} /> : <SkeletonLines />)}
      {jobs?.length === 0 && <Empty title={words.none}>{words.noneText}</Empty>}
      {jobs !== undefined && jobs.length > 0 && (
        <ul className="job-list" aria-label={words.recent}>
          {jobs.map((job) => (
            <JobRow key={job.jobId} job={job} />
          ))}
        </ul>
      )}
    </Page>
  )
}

function JobRow({ job }: { readonly job: ListedJob }) {
  const words = useWords('jobs')
  const texts = useJobTexts()
  const { organizationId } = useParams({ from: '/o/$organizationId' })
  const { jobId, action, status, invoices } = job
  const text = texts.progress(job)
  return (
    <li>
      <Link to="/o/$organizationId/invoices/-/jobs/$jobId" params={{ organizationId, jobId }} className="row-link">
        {texts.order(action, invoices.total)}
      </Link>
      <JobBadge status={status} />
      <span className="quiet small value">{texts.started(job)}</span>
      {status === 'RUNNING' ? (
        <span className="job-row-progress">
          <ProgressBar label={words.progress} value={advanced(job)} max={invoices.total} text={text} />
          <span className="quiet small">{text}</span>
        </span>
      ) : (
        <span className="quiet small">{texts.summary(job)}</span>
      )}
    </li>
  )
}
