import { useSuspenseQuery } from '@tanstack/react-query'
import { type FormEvent, useDeferredValue, useRef, useState } from 'react'
import { useApi } from '../../../api/api.ts'
import { calendarDateIn } from '../../../format/dates.ts'
import { useOrganization } from '../../../session/organization.ts'
import { ProblemNotice } from '../../../ui/problem.tsx'
import { useWords } from '../../../words/use-words.ts'
import { fieldsQuery } from '../definitions.ts'
import { subscriptionsQuery } from '../queries.ts'
import { Curl } from './curl.tsx'
import { DefinitionPart } from './definition-part.tsx'
import { FieldPart } from './fields/field-part.tsx'
import { FilterPart } from './filter-part.tsx'
import type { ReportForm } from './form.ts'
import { OutputPart } from './output-part.tsx'
import { useSample } from './preview-queries.ts'
import { hasProblems, isPreviewable, problemsBefore, problemsOf } from './problems.ts'
import { NextRuns } from './runs.tsx'
import { SampleRows } from './sample.tsx'
import { Sentence } from './sentence.tsx'
import { SubmitPart } from './submit-part.tsx'
import { TimePart } from './time-part.tsx'
import { usePlace } from './use-place.ts'
import { useProblemText } from './use-problem-text.ts'
import { useReportForm, withFields } from './use-report-form.ts'

type Props = {
  /** Where the form is kept in the tab. */
  readonly kept: string
  readonly initial: ReportForm
  /** A subscription that is edited: its name and type stay. */
  readonly isEdit: boolean
}

/** A report on one screen: what, which columns, when, how, and what will come of it. */
export function Builder({ kept, initial, isEdit }: Props) {
  const words = useWords('reports')
  const api = useApi()
  const { timeZone } = useOrganization()
  const today = calendarDateIn(new Date().toISOString(), timeZone)
  const [typed, change] = useReportForm(kept, initial)
  // While the fields of another definition are loading, the page shows those of the former one.
  const definition = useDeferredValue(typed.definition)
  const { data: fields } = useSuspenseQuery(fieldsQuery(api, definition))
  const { data: subscribed } = useSuspenseQuery(subscriptionsQuery(api))
  const form = definition === typed.definition ? withFields(typed, fields) : typed
  const sample = useSample(form)
  const { place, isPending, error } = usePlace({ kept, isEdit })
  const [isTried, setTried] = useState(false)
  const formRef = useRef<HTMLFormElement>(null)
  const taken = isEdit || form.isOnce ? [] : subscribed.subscriptions.map(({ reportName }) => reportName)
  const before = problemsBefore(form, taken, words.problems)
  const problems = { ...problemsOf(sample.error), ...problemsOf(error), ...(isTried && before) }
  const problem = useProblemText(hasProblems(problemsOf(error)) ? null : error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!hasProblems(before)) return void place(form)
    // After the problems are there.
    requestAnimationFrame(() => focusFirstProblem(formRef.current))
  }
  const part = { form, change, problems }
  return (
    <form className="report-builder" ref={formRef} onSubmit={submit} noValidate aria-label={words.newReport}>
      <div className="builder-parts">
        <DefinitionPart {...part} isLocked={isEdit} />
        <FieldPart {...part} attributes={fields.attributes} />
        <FilterPart {...part} attributes={fields.attributes} />
        <TimePart {...part} isLocked={isEdit} today={today} />
        <OutputPart {...part} isLocked={isEdit} />
      </div>
      <aside className="builder-side" aria-label={words.whatHappens}>
        <div className="card">
          <Sentence form={form} />
          {problem !== undefined && <ProblemNotice>{problem}</ProblemNotice>}
          {isTried && hasProblems(before) && <ProblemNotice>{words.somethingMissing}</ProblemNotice>}
          <SubmitPart form={form} isEdit={isEdit} isBusy={isPending} subscribed={subscribed} />
        </div>
        <NextRuns form={form} isEdit={isEdit} />
        <Curl form={form} />
      </aside>
      <SampleRows sample={sample} attributes={fields.attributes} isPossible={isPreviewable(form)} />
    </form>
  )
}

/** A wrong field, or the first control of a part that has a problem. */
function focusFirstProblem(form: HTMLFormElement | null): void {
  const wrong = form?.querySelector<HTMLElement>('[aria-invalid=true]')
  const part = form?.querySelector('.part-problems')?.closest('.builder-part')
  const first = wrong ?? part?.querySelector<HTMLElement>('input, select, button')
  first?.focus()
}
