import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useApi } from '../../api/api.ts'
import { useFormat } from '../../format/use-format.ts'
import { advanced, type Job, personOf, reachedQuarter } from '../../invoice-jobs/job.ts'
import { searchOfList } from '../../invoice-jobs/list-of-job.ts'
import { jobQuery, useStopJob } from '../../invoice-jobs/queries.ts'
import { useJobTexts } from '../../invoice-jobs/use-job-texts.ts'
import { listSearch } from '../../invoice-list/state/list-state.ts'
import { useCanCreate } from '../../session/organization.ts'
import { Button } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useLanguage, useWords } from '../../words/use-words.ts'
import { Failures } from './failures.tsx'
import { JobBadge } from './job-badge.tsx'

/** An action on many invoices: how far it is, and what could not be done. */
export function JobPage() {
  const words = useWords('jobs')
  const { organizationId, jobId } = useParams({ from: '/o/$organizationId/invoices/-/jobs/$jobId' })
  const { data: job } = useSuspenseQuery(jobQuery(useApi(), jobId))
  const texts = useJobTexts()
  const title = texts.order(job.action, job.invoices.total)
  return (
    <Page
      title={title}
      heading={
        <>
          <span className="value">{title}</span> <JobBadge status={job.status} />
        </>
      }
      back={
        <Link to="/o/$organizationId/invoices/-/jobs" params={{ organizationId }} className="back-link">
          <ArrowLeft size={16} aria-hidden="true" />
          {words.recent}
        </Link>
      }
      action={job.status === 'RUNNING' ? <StopButton jobId={jobId} /> : <ToInvoices />}
    >
      <Progress job={job} />
      <Failures job={job} />
    </Page>
  )
}

function ToInvoices() {
  const words = useWords('jobs')
  const { organizationId } = useParams({ from: '/o/$organizationId' })
  const started = useSearch({ from: '/o/$organizationId/invoices/-/jobs/$jobId' })
  const search = listSearch(searchOfList(started))
  return (
    <Link to="/o/$organizationId/invoices" params={{ organizationId }} search={search} className="button plain">
      {started.list === undefined ? words.toInvoices : words.toList}
    </Link>
  )
}

function StopButton({ jobId }: { readonly jobId: string }) {
  const words = useWords('jobs')
  const { mutate, isPending } = useStopJob(jobId)
  if (!useCanCreate()) return null
  const stop = () =>
    mutate(undefined, {
      onSuccess: ({ status }) => {
        if (status === 'STOPPED') showToast(words.stopped)
      },
      onError: () => showToast(words.stopFailed),
    })
  return (
    <Button kind="plain" onClick={stop} isBusy={isPending}>
      {words.stop}
    </Button>
  )
}

function Progress({ job }: { readonly job: Job }) {
  const words = useWords('jobs')
  const texts = useJobTexts()
  const format = useFormat()
  const { status, invoices } = job
  const isRunning = status === 'RUNNING'
  return (
    <section className="card job-progress" aria-label={words.progress}>
      <p className="job-share">{texts.progress(job)}</p>
      <ProgressBar label={words.progress} value={advanced(job)} max={invoices.total} text={texts.progress(job)} />
      <Counts job={job} />
      <Announcement job={job} />
      <p className="quiet small">
        {texts.started(job)}
        {job.endedDate !== undefined && <span> · {words.ended({ time: format.instant(job.endedDate) })}</span>}
      </p>
      {isRunning && <p className="quiet small">{words.goesOn}</p>}
      <Notices job={job} />
    </section>
  )
}

function Counts({ job: { status, invoices } }: { readonly job: Job }) {
  const words = useWords('jobs')
  const format = useFormat()
  const { done, failed, waiting } = invoices
  const counts = [
    { label: words.done, count: done, isShown: true },
    { label: words.notDone, count: failed, isShown: true, className: failed > 0 ? 'bad' : undefined },
    { label: words.waiting, count: waiting, isShown: status === 'RUNNING' },
    { label: words.left, count: waiting, isShown: status !== 'RUNNING' && waiting > 0 },
  ]
  return (
    <dl className="job-counts">
      {counts
        .filter(({ isShown }) => isShown)
        .map(({ label, count, className }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className={className}>{format.count(count)}</dd>
          </div>
        ))}
    </dl>
  )
}

/** Says each quarter and the end, not every step. */
function Announcement({ job }: { readonly job: Job }) {
  const texts = useJobTexts()
  const words = useWords('jobs')
  const share = new Intl.NumberFormat(useLanguage(), { style: 'percent' }).format(reachedQuarter(job.invoices))
  const isRunning = job.status === 'RUNNING'
  return (
    <p className="hidden-text" role="status">
      {isRunning ? share : `${words.states[job.status]} ${texts.summary(job)}`}
    </p>
  )
}

/** Why it was stopped, and the mails that have not left yet. */
function Notices({ job: { stop, mails } }: { readonly job: Job }) {
  const words = useWords('jobs')
  const format = useFormat()
  const by = personOf(stop?.by)
  const stopped = by === undefined ? words.stopped : words.stoppedBy({ name: by })
  const held = mails?.resumeDate === undefined ? undefined : format.instant(mails.resumeDate)
  const waiting = mails && { count: mails.waiting, text: format.count(mails.waiting) }
  return (
    <>
      {stop !== undefined && <p className="notice plain value">{words.stoppedFor[stop.reason] ?? stopped}</p>}
      {waiting !== undefined && (
        <p className={held === undefined ? 'notice plain' : 'notice warning'}>
          {held === undefined ? words.mailsLeaving(waiting) : words.mailsHeld({ ...waiting, time: held })}
        </p>
      )}
    </>
  )
}
