import { Link } from '@tanstack/react-router'
import { ApiProblem } from '../../api/api-problem.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Problem } from '../../ui/problem.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { useWords } from '../../words/use-words.ts'
import { CheckCounts } from './check-counts.tsx'
import { CorrectedFile } from './corrected-file.tsx'
import { Missing } from './missing.tsx'
import { ProblemTable } from './problem-table.tsx'
import { type Check, useCheck } from './queries.ts'
import { RunForm } from './run-form.tsx'
import type { StepProps } from './step-props.ts'

/** The dry run: invoices that would be created, errors, and the button that starts. */
export function CheckStep({ file, choices, onChange }: StepProps) {
  const words = useWords('imports')
  const check = useCheck(file.importId, choices)
  if (check.isPending) {
    return (
      <div className="import-page">
        <p className="quiet" role="status">
          {words.checking}
        </p>
        <SkeletonLines count={6} />
      </div>
    )
  }
  if (check.isError) {
    const isRefused = check.error instanceof ApiProblem && [400, 422].includes(check.error.status)
    return isRefused ? (
      <Refused error={check.error} />
    ) : (
      <Problem error={check.error} onRetry={check.refetch} action={<ChangeColumns />} />
    )
  }
  return (
    <div className="import-page" aria-busy={check.isPlaceholderData}>
      <section className="card" aria-labelledby="checked">
        <h2 id="checked" tabIndex={-1} ref={focus}>
          {words.checked}
        </h2>
        <CheckCounts check={check.data} />
        <div className="actions">
          <ChangeColumns />
          {check.data.invoices.failed > 0 && <CorrectedFile choices={choices} />}
        </div>
      </section>
      <Missing choices={choices} />
      <RunForm
        importId={file.importId}
        choices={choices}
        onChange={onChange}
        check={check.data}
        isStale={check.isPlaceholderData}
      />
      <Problems check={check.data} fileName={file.fileName} />
    </div>
  )
}

/** The result is read out, and the keyboard goes on from it. */
function focus(heading: HTMLElement | null): void {
  heading?.focus({ preventScroll: true })
}

function ChangeColumns() {
  const words = useWords('imports')
  return (
    <Link className={buttonClass({ kind: 'plain' })} to="." search={{}}>
      {words.changeColumns}
    </Link>
  )
}

/** Choices that the service refuses as a whole, such as a field that was deleted since. */
function Refused({ error }: { readonly error: Error }) {
  return (
    <div className="import-page">
      <div className="notice" role="alert">
        <p lang="en" className="value">
          {error.message}
        </p>
      </div>
      <div>
        <ChangeColumns />
      </div>
    </div>
  )
}

function Problems({ check, fileName }: { readonly check: Check; readonly fileName: string | undefined }) {
  const words = useWords('imports')
  const { problems, totalProblems, warnings, totalWarnings } = check
  return (
    <>
      {problems.length > 0 && (
        <ProblemTable title={words.errors} problems={problems} total={totalProblems} fileName={fileName} hasValues />
      )}
      {warnings.length > 0 && (
        <ProblemTable
          title={words.warnings}
          text={words.warningsText}
          problems={warnings}
          total={totalWarnings}
          fileName={fileName}
        />
      )}
    </>
  )
}
