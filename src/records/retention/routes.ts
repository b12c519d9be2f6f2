import type { Static } from 'typebox'
import { ActingFor, actorOf } from '../../organizations/index.ts'
import type { Organization } from '../../organizations/pure.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import { failureWhen } from '../../platform/http/errors/failure-contract.ts'
import type { RoutePlugin } from '../../platform/http/server/create-http-app.ts'
import type { Database, Db } from '../../platform/postgres/database.ts'
import { changeRetention } from './change-retention.ts'
import { RetentionChange, RetentionContract } from './contract.ts'
import { loadRetention } from './retention-store.ts'

type RetentionRoutesDeps = {
  readonly database: Database
  readonly machineClock: Clock
  /** Of organizations without a setting. */
  readonly retentionMonths: number
}

const PATH = '/organizations/v1/retention'
const config = { scope: 'organization', isForPeople: true } as const
const tags = ['Organizations']

/** How long an organization's records are kept. */
export function retentionRoutes({ database, machineClock, retentionMonths }: RetentionRoutesDeps): RoutePlugin {
  return async (app) => {
    app.get(
      PATH,
      {
        config,
        schema: {
          operationId: 'getRetention',
          summary: 'Get how long records are kept',
          tags,
          querystring: ActingFor,
          response: { 200: RetentionContract },
        },
      },
      async ({ organization }) => retentionOf(database.db, organization, retentionMonths),
    )
    app.put(
      PATH,
      {
        config: {
          ...config,
          needsConfirmation: true,
          documentedResponses: { 403: failureWhen('Your role does not include it, or confirm your password first.') },
        },
        schema: {
          operationId: 'setRetention',
          summary: 'Change how long records are kept',
          description:
            'For the organization and all below it that have no setting. Older records are deleted within a day.',
          tags,
          querystring: ActingFor,
          body: RetentionChange,
          response: { 200: RetentionContract },
        },
      },
      async (request) => {
        const months = request.body.months ?? undefined
        await changeRetention({ db: database, machineClock }, actorOf(request), { months })
        return retentionOf(database.db, request.organization, retentionMonths)
      },
    )
  }
}

async function retentionOf(
  db: Db,
  { organizationId, path }: Organization,
  usual: number,
): Promise<Static<typeof RetentionContract>> {
  const { settings, monthsOf } = await loadRetention(db, usual)
  const own = settings.find((setting) => setting.organizationId === organizationId)
  const above = path.slice(0, -1)
  return { months: monthsOf(path), ownMonths: own?.months ?? null, usualMonths: monthsOf(above) }
}
