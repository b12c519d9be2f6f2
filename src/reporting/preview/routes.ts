import { ActingFor, actorOf } from '../../organizations/index.ts'
import { acceptUntypedJson } from '../../platform/http/bodies/json-body.ts'
import type { RoutePlugin } from '../../platform/http/server/create-http-app.ts'
import { goneSignal } from '../../platform/http/server/gone-signal.ts'
import { LISTING_REFUSALS, READING_REFUSALS } from '../http/refusal-contract.ts'
import { localTime } from '../reports/report-times.ts'
import { OrderContract } from '../reports/terms/order-contract.ts'
import { loadTermsContext } from '../reports/terms/read-terms.ts'
import { presentRuns } from '../subscriptions/present.ts'
import type { RunSettings } from '../subscriptions/run-subscription.ts'
import { Runs, RunsBody, Sample } from './contract.ts'
import { auditSample, loadSample, type SampleDeps } from './load-sample.ts'
import { readRuns, readSample } from './read-preview.ts'
import { upcomingSchedule } from './upcoming-schedule.ts'

export type PreviewDeps = SampleDeps & RunSettings

const DOCUMENTED = { tags: ['Portal'], querystring: ActingFor }

const SAMPLES = {
  config: {
    isServedByCopy: true,
    scope: 'reports:manage',
    isList: true,
    documentedBody: OrderContract,
    documentedResponses: { 200: Sample, ...LISTING_REFUSALS },
  },
  schema: {
    operationId: 'getReportSample',
    summary: 'Preview the first 50 rows of a report',
    description:
      'The body is that of a one-time report or of a subscription, whose sample is its last full period, and is refused for the same reasons. Nothing is ordered. A sample that takes more than ten seconds gets 503.',
    ...DOCUMENTED,
  },
} as const
const RUNS = {
  config: {
    isServedByCopy: true,
    scope: 'reports:read',
    documentedBody: RunsBody,
    documentedResponses: { 200: Runs, ...READING_REFUSALS },
  },
  schema: {
    operationId: 'getReportRuns',
    summary: 'Preview the next runs of a subscription',
    description: 'Of a schedule that has not been saved. Nothing is changed.',
    ...DOCUMENTED,
  },
} as const

/** The rows of an order and the runs of a schedule, before there is one. */
export function previewRoutes(deps: PreviewDeps): RoutePlugin {
  const { db } = deps.database
  return async (app) => {
    acceptUntypedJson(app)
    app.post('/portal/v1/report-samples', SAMPLES, async (request, reply) => {
      const { organization, body } = request
      const input = readSample(body, await loadTermsContext(db, organization, body), deps.clock.now())
      const { columns, rows, hasMore } = await loadSample(
        deps,
        organization.organizationId,
        input,
        goneSignal(reply.raw),
      )
      if (rows.length > 0) await auditSample(deps, actorOf(request), input)
      const { period, terms } = input
      return {
        reportStartTime: localTime(period.startsAt, terms.timeZone),
        reportEndTime: localTime(period.endsAt, terms.timeZone),
        columns: [...columns],
        rows: rows.map((row) => [...row]),
        hasMore,
      }
    })
    app.post('/portal/v1/report-runs', RUNS, async (request) => {
      const { organization, body } = request
      const { organizationId } = organization
      const asked = readRuns(body, await loadTermsContext(db, organization, body))
      const schedule = await upcomingSchedule(deps, { ...asked, organizationId })
      return { organizationId, ...presentRuns(schedule, asked.timeZone) }
    })
  }
}
