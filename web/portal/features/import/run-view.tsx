import { Link } from '@tanstack/react-router'
import { CircleCheck, CircleStop } from 'lucide-react'
import { useState } from 'react'
import { calendarDateIn } from '../../format/dates.ts'
import { useFormat } from '../../format/use-format.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { useWords } from '../../words/use-words.ts'
import { Count } from './check-counts.tsx'
import { choicesOf } from './choices.ts'
import { CorrectedFile } from './corrected-file.tsx'
import { ProblemTable } from './problem-table.tsx'
import { type ImportFile, useFailures, useStopImport } from './queries.ts'

type Props = { readonly file: ImportFile }

/** A run: how far it is, or what it did. */
export function RunView({ file }: Props) {
  const isRunning = file.status === 'RUNNING'
  const failures = useFailures(file.importId, { isEnabled: !isRunning && file.invoices.failed > 0 })
  const words = useWords('imports')
  return (
    <div className="import-page">
      <section className="card" aria-labelledby="run">
        {isRunning ? <Progress file={file} /> : <Ended file={file} />}
        <Counts file={file} />
        {isRunning ? <StopRun importId={file.importId} /> : <NextSteps file={file} />}
      </section>
      {failures.data !== undefined && failures.data.length > 0 && (
        <ProblemTable
          title={words.errors}
          problems={failures.data}
          total={failures.data.length}
          fileName={file.fileName}
        />
      )}
    </div>
  )
}

/** The button that started or stopped the run has gone, and the keyboard goes on here. */
function focusIfLost(heading: HTMLElement | null): void {
  if (document.activeElement === document.body) heading?.focus({ preventScroll: true })
}

function Progress({ file: { rows } }: Props) {
  const words = useWords('imports')
  const format = useFormat()
  const text = words.rowsDone({ done: format.count(rows.done), total: format.count(rows.total) })
  return (
    <>
      <h2 id="run" tabIndex={-1} ref={focusIfLost}>
        {words.statuses.RUNNING}
      </h2>
      <div className="import-progress">
        <progress aria-label={words.progress} max={rows.total} value={rows.done} />
        <p className="quiet">{text}</p>
      </div>
      <p>{words.leave}</p>
    </>
  )
}

function Ended({ file: { status, stop, mails } }: Props) {
  const words = useWords('imports')
  const format = useFormat()
  const isComplete = status === 'COMPLETED'
  const reason = words.stops[stop?.reason as keyof typeof words.stops] ?? words.stops.other
  return (
    <div className="import-end" role="status">
      {isComplete ? <CircleCheck size={24} aria-hidden="true" /> : <CircleStop size={24} aria-hidden="true" />}
      <div>
        <h2 id="run" tabIndex={-1} ref={focusIfLost}>
          {isComplete ? words.completed : words.stopped}
        </h2>
        {stop !== undefined && <p>{reason}</p>}
        {mails !== undefined && (
          <p>{words.waitingMails({ count: mails.waiting, text: format.count(mails.waiting) })}</p>
        )}
      </div>
    </div>
  )
}

function Counts({ file: { invoices } }: Props) {
  const words = useWords('imports')
  const format = useFormat()
  const { imported, repeated, failed } = invoices
  return (
    <dl className="import-counts">
      <Count name={words.created} count={format.count(imported)} />
      <Count name={words.known} count={format.count(repeated)} />
      <Count name={words.wrong} count={format.count(failed)} isWrong={failed > 0} />
    </dl>
  )
}

/** The list of invoices created that day, another file, and the corrected one if lines failed. */
function NextSteps({ file }: Props) {
  const words = useWords('imports')
  const { timeZone } = useFormat()
  const { options, invoices, createdDate } = file
  const search = {
    view: options.delivery === 'draft' ? ('draft' as const) : ('all' as const),
    createdFrom: calendarDateIn(createdDate, timeZone),
  }
  return (
    <div className="actions">
      {invoices.imported > 0 && (
        <Link className={buttonClass()} to="/o/$organizationId/invoices" from="/o/$organizationId" search={search}>
          {words.toInvoices}
        </Link>
      )}
      {invoices.failed > 0 && <CorrectedFile choices={choicesOf(options, undefined)} />}
      <Link
        className={buttonClass({ kind: 'plain' })}
        to="/o/$organizationId/invoices/-/imports"
        from="/o/$organizationId"
      >
        {words.another}
      </Link>
    </div>
  )
}

function StopRun({ importId }: { readonly importId: string }) {
  const words = useWords('imports')
  const [isAsking, setAsking] = useState(false)
  const stop = useStopImport(importId)
  return (
    <div>
      <Button kind="plain" onClick={() => setAsking(true)}>
        {words.stop}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={words.stopTitle}
        confirmLabel={words.stop}
        isBusy={stop.isPending}
        isDanger
        onConfirm={() => stop.mutate(undefined, { onSuccess: () => setAsking(false) })}
      >
        <p>{words.stopText}</p>
        <FormProblem error={stop.error} />
      </ConfirmDialog>
    </div>
  )
}
