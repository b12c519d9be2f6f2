import Type from 'typebox'
import { AppError } from '../kernel/errors.ts'
import { ActingFor, actorOf, recordAudit } from '../organizations/index.ts'
import type { Clock } from '../platform/clock/clock.ts'
import type { Engine } from '../platform/engine/engine.ts'
import { failureWhen } from '../platform/http/errors/failure-contract.ts'
import type { RoutePlugin } from '../platform/http/server/create-http-app.ts'
import type { Database } from '../platform/postgres/database.ts'
import { countOtherDemoTransactions } from './demo-store.ts'
import { type DemoPlan, demoTagOf } from './generate-demo.ts'
import { loadDemo } from './load-demo.ts'

type DemoRoutesDeps = {
  readonly database: Database
  readonly engine: Engine
  readonly clock: Clock
  readonly machineClock: Clock
}

/** Few enough for one request: the command makes more. */
const TRANSACTIONS = 2_000
const DAYS_OF_A_YEAR = 365
const SEED = 1

const Loaded = Type.Object({
  isNew: Type.Boolean({ description: 'False if the data had been loaded before.' }),
  records: Type.Integer({ description: 'Records of all kinds.' }),
  from: Type.String({ format: 'date', description: 'The first day of the year, in UTC.' }),
})

/** A year of sample payments for one merchant; registered in sandbox mode only. */
export function demoRoutes({ database, engine, clock, machineClock }: DemoRoutesDeps): RoutePlugin {
  return async (app) => {
    app.post(
      '/sandbox/v1/demo-data',
      {
        config: {
          scope: 'sandbox',
          documentedResponses: {
            400: failureWhen('The organization is not a merchant.'),
            409: failureWhen('DUPLICATE: other records have ids of demo data.'),
          },
        },
        schema: {
          operationId: 'loadDemoData',
          summary: 'Load a year of sample payments',
          description: `${TRANSACTIONS} transactions of the merchant, and what follows from them. Where the merchant has demo data already, nothing changes.`,
          tags: ['Sandbox'],
          querystring: ActingFor,
          response: { 200: Loaded },
        },
      },
      async (request) => {
        const { organizationId, type, timeZone } = request.organization
        if (type !== 'merchant') throw notMerchant()
        const at = clock.now()
        const plan = planOf({ organizationId, timeZone }, at)
        // Of another day, or of the command: a second year beside it would only confuse.
        const tagged = { tag: demoTagOf(plan), merchantIds: [organizationId] }
        const others = await countOtherDemoTransactions(engine, tagged)
        if (others > 0) return { isNew: false, records: others, from: plan.from }
        const { isNew, records } = await loadDemo({ engine }, { plan, organizationId, at })
        const count = Object.values(records).reduce((sum, one) => sum + one, 0)
        if (isNew) await recordLoading(database, request, { count, at: machineClock.now() })
        return { isNew, records: count, from: plan.from }
      },
    )
  }
}

/** The year that ends today. */
function planOf(
  { organizationId, timeZone }: { readonly organizationId: string; readonly timeZone: string },
  at: Temporal.Instant,
): DemoPlan {
  const from = at.toZonedDateTimeISO('UTC').toPlainDate().subtract({ days: DAYS_OF_A_YEAR })
  return {
    ...{ profile: 'shop-year', seed: SEED, from: from.toString(), transactions: TRANSACTIONS },
    merchants: [{ merchantId: organizationId, timeZone }],
  }
}

async function recordLoading(
  database: Database,
  request: Parameters<typeof actorOf>[0],
  { count, at }: { readonly count: number; readonly at: Temporal.Instant },
): Promise<void> {
  const { organizationId, by: actor } = actorOf(request)
  await database.transaction((tx) =>
    recordAudit(tx, {
      ...{ organizationId, at, actor, action: 'demo-data.loaded', subject: `organization:${organizationId}` },
      details: { records: count },
    }),
  )
}

function notMerchant(): AppError {
  const reason = 'must name a merchant'
  return new AppError('invalid', 'INVALID_DATA', `organizationId ${reason}.`, [{ field: 'organizationId', reason }])
}
