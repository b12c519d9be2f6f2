import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Static } from 'typebox'
import type { Runs, Sample as SampleContract } from '../../../../../src/reporting/preview/contract.ts'
import { useApi } from '../../../api/api.ts'
import { ApiProblem } from '../../../api/api-problem.ts'
import type { Received } from '../../../api/exact-json.ts'
import { useDebounced } from '../../../ui/use-debounced.ts'
import { previewOf, scheduleOf } from './body.ts'
import type { ReportForm } from './form.ts'
import { isPreviewable } from './problems.ts'

export type Sample = Received<Static<typeof SampleContract>>

const QUIET_MS = 600

/** The first rows of the report, once nothing was changed for a moment. A refusal is that of the order. */
export function useSample(form: ReportForm) {
  const api = useApi()
  // The name and the schedule's recipients change nothing of the rows.
  const body = JSON.stringify({ ...previewOf(form), reportName: 'Preview' })
  const quiet = useDebounced(body, QUIET_MS)
  return useQuery({
    queryKey: [api.organizationId, 'report-sample', quiet],
    queryFn: ({ signal }) =>
      api.post<Static<typeof SampleContract>>('/portal/v1/report-samples', JSON.parse(quiet), { signal }),
    placeholderData: keepPreviousData,
    enabled: isPreviewable(form) && quiet === body,
    refetchOnWindowFocus: false,
    staleTime: 60_000,
    // Four lists of an organization are read at the same time.
    retry: (count, error) => count < 3 && error instanceof ApiProblem && error.status === 429,
  })
}

/** The next ten runs of the schedule; of an edited subscription, from where its last period ended. */
export function useRuns(form: ReportForm, { isEdit }: { readonly isEdit: boolean }) {
  const api = useApi()
  const body = JSON.stringify({ ...scheduleOf(form), timezone: form.zone, ...(isEdit && { reportName: form.name }) })
  const quiet = useDebounced(body, QUIET_MS)
  return useQuery({
    queryKey: [api.organizationId, 'report-runs', quiet],
    queryFn: ({ signal }) => api.post<Static<typeof Runs>>('/portal/v1/report-runs', JSON.parse(quiet), { signal }),
    placeholderData: keepPreviousData,
    // A schedule needs no fields.
    enabled: !form.isOnce && isPreviewable({ ...form, fields: ['any'] }),
    refetchOnWindowFocus: false,
  })
}
