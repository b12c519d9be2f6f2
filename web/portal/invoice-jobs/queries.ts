import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { Static } from 'typebox'
import type { InvoiceJobFailures, InvoiceJobList, InvoiceJobResponse } from '../../../src/invoicing/bulk/contract.ts'
import { type Api, useApi } from '../api/api.ts'
import { ApiProblem } from '../api/api-problem.ts'
import {
  type Failure,
  type FailurePage,
  type Job,
  type JobOrder,
  jobPollMs,
  jobsPollMs,
  type ListedJob,
} from './job.ts'

const PATH = '/portal/v1/invoice-jobs'
const FAILURES_PAGE = 100
/** As many as the API gives, for a file of all of them. */
const FILE_PAGE = 1_000

const keyOf = (api: Api) => [api.organizationId, 'jobs'] as const
const isVisible = (): boolean => document.visibilityState === 'visible'

/** The job with its progress, asked for again until it is over and its mails have left. */
export const jobQuery = (api: Api, jobId: string) =>
  queryOptions({
    queryKey: [...keyOf(api), jobId],
    queryFn: async ({ signal, client, queryKey }) => {
      const job = await api.get<Static<typeof InvoiceJobResponse>>(pathOf(jobId), { signal })
      refetchAfterEnd(client, api, { before: [client.getQueryData<Job>(queryKey)], after: [job] })
      return job
    },
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data === undefined ? false : jobPollMs(data, { isVisible: isVisible() }),
    refetchIntervalInBackground: true,
  })

const jobsQuery = (api: Api) =>
  queryOptions({
    queryKey: [...keyOf(api), 'list'],
    queryFn: async ({ signal, client, queryKey }): Promise<readonly ListedJob[]> => {
      const { jobs } = await api.get<Static<typeof InvoiceJobList>>(PATH, { signal })
      refetchAfterEnd(client, api, {
        before: client.getQueryData<readonly ListedJob[]>(queryKey) ?? [],
        after: jobs,
      })
      return jobs
    },
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data === undefined ? false : jobsPollMs(data, { isVisible: isVisible() }),
    refetchIntervalInBackground: true,
  })

/** The organization's latest jobs, the newest first. */
export function useJobs() {
  return useQuery(jobsQuery(useApi()))
}

/** The invoices that the job could not act on. More of them are asked for when their number has changed. */
export const failuresQuery = (api: Api, { jobId, invoices: { failed } }: Pick<Job, 'jobId' | 'invoices'>) =>
  infiniteQueryOptions({
    queryKey: [...keyOf(api), jobId, 'failures', failed],
    queryFn: async ({ pageParam: offset, signal }) =>
      loadFailures(api, jobId, { offset, limit: FAILURES_PAGE, signal }),
    initialPageParam: 0,
    getNextPageParam: ({ totalFailures }, _, offset) =>
      offset + FAILURES_PAGE < totalFailures ? offset + FAILURES_PAGE : undefined,
    placeholderData: keepPreviousData,
    enabled: failed > 0,
  })

/** Loads all of them, page by page. */
export function useAllFailures(jobId: string) {
  const api = useApi()
  return useMutation({
    mutationFn: async (): Promise<readonly Failure[]> => {
      const failures: Failure[] = []
      // A job has at most 50,000 invoices.
      let isLast = false
      while (!isLast) {
        const page = await loadFailures(api, jobId, { offset: failures.length, limit: FILE_PAGE })
        failures.push(...page.failures)
        isLast = page.failures.length < FILE_PAGE
      }
      return failures
    },
  })
}

type FailureRange = { readonly offset: number; readonly limit: number; readonly signal?: AbortSignal }

async function loadFailures(api: Api, jobId: string, { signal, ...query }: FailureRange): Promise<FailurePage> {
  const path = `${pathOf(jobId)}/failures`
  return api.get<Static<typeof InvoiceJobFailures>>(path, { query, ...(signal && { signal }) })
}

/** Starts a job. A repeated press of the button is one request to the service, since both have the same key. */
export function useStartJob() {
  const [api, client] = [useApi(), useQueryClient()]
  return useMutation({
    mutationFn: ({ key, ...order }: JobOrder & { readonly key: string }) =>
      api.post<Static<typeof InvoiceJobResponse>>(PATH, order, { headers: { 'idempotency-key': key } }),
    onSuccess: (job) => {
      client.setQueryData(jobQuery(api, job.jobId).queryKey, job)
      return client.invalidateQueries({ queryKey: jobsQuery(api).queryKey })
    },
    onError: (error) => {
      const isOutdated = error instanceof ApiProblem && error.reason === 'SELECTION_CHANGED'
      return isOutdated ? client.invalidateQueries({ queryKey: [api.organizationId, 'invoices'] }) : undefined
    },
  })
}

export function useStopJob(jobId: string) {
  const [api, client] = [useApi(), useQueryClient()]
  return useMutation({
    mutationFn: () => api.post<Static<typeof InvoiceJobResponse>>(`${pathOf(jobId)}/stop`),
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(api) }),
  })
}

function pathOf(jobId: string): string {
  return `${PATH}/${encodeURIComponent(jobId)}`
}

type Looks = {
  readonly before: readonly (Pick<Job, 'jobId' | 'status'> | undefined)[]
  readonly after: Looks['before']
}

/** A job that ran at the last look and has ended since has changed the organization's invoices. */
function refetchAfterEnd(client: QueryClient, api: Api, { before, after }: Looks): void {
  const running = new Set(before.filter((job) => job?.status === 'RUNNING').map((job) => job?.jobId))
  if (!after.some((job) => job?.status !== 'RUNNING' && running.has(job?.jobId))) return
  const [, jobs] = keyOf(api)
  void client.invalidateQueries({
    queryKey: [api.organizationId],
    predicate: ({ queryKey: [, about] }) => about !== jobs,
  })
}
