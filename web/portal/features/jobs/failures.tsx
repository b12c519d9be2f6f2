import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { useApi } from '../../api/api.ts'
import { saveText } from '../../files/save-text.ts'
import { useFormat } from '../../format/use-format.ts'
import { failuresCsv } from '../../invoice-jobs/failures-csv.ts'
import { type Failure, type Job, reasonText } from '../../invoice-jobs/job.ts'
import { failuresQuery, useAllFailures } from '../../invoice-jobs/queries.ts'
import { EMPTY_STATE, searchOf } from '../../invoice-list/state/list-state.ts'
import { SELECTED_MAX } from '../../invoice-list/state/selection.ts'
import { Button } from '../../ui/button.tsx'
import { Failed } from '../../ui/failed.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useLanguage, useWords } from '../../words/use-words.ts'

/** The invoices that the job could not act on, with the reason of each. */
export function Failures({ job }: { readonly job: Job }) {
  const words = useWords('jobs')
  const format = useFormat()
  const { failed: count } = job.invoices
  const { data, isPending, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    failuresQuery(useApi(), job),
  )
  if (count === 0) return null
  const failures = data?.pages.flatMap((page) => page.failures) ?? []
  return (
    <section className="job-failures">
      <header>
        <h2>{words.failures({ count, text: format.count(count) })}</h2>
        <div className="failure-tools">
          <SaveFailures job={job} />
          {job.status !== 'RUNNING' && failures.length === count && <SelectFailed failures={failures} />}
        </div>
      </header>
      {isError && data === undefined && <Failed title={words.failed} onRetry={refetch} />}
      {isPending && !isError && <SkeletonLines />}
      {failures.length > 0 && <FailureTable failures={failures} />}
      {hasNextPage && (
        <Button kind="plain" isCompact onClick={() => void fetchNextPage()} isBusy={isFetchingNextPage}>
          {words.showMore}
        </Button>
      )}
    </section>
  )
}

/** All of them as a file, however many the page shows. */
function SaveFailures({ job: { jobId, action } }: { readonly job: Job }) {
  const words = useWords('jobs')
  const { refusals } = useWords('detail')
  const { exportCsv, columns } = useWords('invoices')
  const { failedText } = useWords('shell')
  const language = useLanguage()
  const { mutate, isPending } = useAllFailures(jobId)
  const heads = { number: words.number, customer: columns.customer, reason: words.reason }
  const reasons = { refusals, reasons: words.reasons }
  const save = () =>
    mutate(undefined, {
      onSuccess: (failures) => saveText(`${action}-failed.csv`, failuresCsv(failures, { heads, reasons, language })),
      onError: () => showToast(failedText),
    })
  return (
    <Button kind="plain" isCompact onClick={save} isBusy={isPending}>
      {!isPending && <Download size={16} aria-hidden="true" />}
      {exportCsv}
    </Button>
  )
}

/** The list with these invoices selected: to export them, or to try again. */
function SelectFailed({ failures }: { readonly failures: readonly Failure[] }) {
  const words = useWords('jobs')
  const { organizationId } = useParams({ from: '/o/$organizationId' })
  const keys = failures.filter(({ reason }) => reason !== 'NOT_FOUND').map(({ invoiceNumber }) => invoiceNumber)
  if (keys.length === 0 || keys.length > SELECTED_MAX) return null
  const search = searchOf({ ...EMPTY_STATE, selected: { kind: 'some', keys } })
  return (
    <Link to="/o/$organizationId/invoices" params={{ organizationId }} search={search} className="button plain compact">
      {words.selectFailed}
    </Link>
  )
}

function FailureTable({ failures }: { readonly failures: readonly Failure[] }) {
  const words = useWords('jobs')
  const { refusals } = useWords('detail')
  const { organizationId } = useParams({ from: '/o/$organizationId' })
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">{words.number}</th>
          <th scope="col">{words.reason}</th>
        </tr>
      </thead>
      <tbody>
        {failures.map((failure) => (
          <tr key={failure.invoiceNumber}>
            <td className="main value">
              {failure.reason === 'NOT_FOUND' ? (
                failure.invoiceNumber
              ) : (
                <Link
                  to="/o/$organizationId/invoices/$number"
                  params={{ organizationId, number: failure.invoiceNumber }}
                  className="row-link"
                >
                  {failure.invoiceNumber}
                </Link>
              )}
            </td>
            <td>{reasonText(failure, { refusals, reasons: words.reasons })}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
