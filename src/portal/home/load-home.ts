import { invoiceCare } from '../../invoicing/index.ts'
import { findIdsBelow } from '../../organizations/index.ts'
import type { Organization } from '../../organizations/pure.ts'
import { paymentCare } from '../../payments/index.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Engine } from '../../platform/engine/engine.ts'
import { EngineUnavailable } from '../../platform/engine/engine-unavailable.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { untilCommittedRecordsLoaded } from '../../records/index.ts'
import { sumFunded } from '../../reporting/index.ts'
import { findNeeds, type Permission } from './find-needs.ts'
import { type HomePeriod, periodUntil } from './period.ts'

export type HomeDeps = {
  readonly database: Pick<Database, 'db'>
  readonly engine: Engine
  /** The product's clock. */
  readonly clock: Clock
}

type Asked = {
  readonly organization: Organization
  readonly may: (permission: Permission) => boolean
}

/** Everything that Home is about, in all currencies. */
export type LoadedHome = Awaited<ReturnType<typeof loadHome>>

/** A payment that was made a moment ago is in the record store by then, unless there are very many. */
const LOADED_MS_MAX = 1_000

export async function loadHome({ database, engine, clock }: HomeDeps, { organization, may }: Asked) {
  const { db } = database
  const { timeZone } = organization
  const at = clock.now()
  const period = periodUntil(at.toZonedDateTimeISO(timeZone).toPlainDate())
  const [owed, hasInvoices, needs, received] = await Promise.all([
    invoiceCare.sumOwed(db, organization, { today: period.to }),
    invoiceCare.hasInvoices(db, organization),
    findNeeds(db, { organization, may, at }),
    may('payments:read') ? findReceived({ database, engine }, { organization, may, period }) : undefined,
  ])
  return { period, timeZone, owed, hasInvoices, needs, received }
}

/** Null where the record store cannot be asked now: the rest of the page does not need it. */
async function findReceived(
  { database, engine }: Pick<HomeDeps, 'database' | 'engine'>,
  { organization, may, period }: Asked & { readonly period: HomePeriod },
) {
  const { timeZone, organizationId } = organization
  const merchantIds = await findIdsBelow(database.db, organizationId, { type: 'merchant' })
  const waiting = { organizationIds: merchantIds, kinds: paymentCare.receivedKinds, withinMs: LOADED_MS_MAX }
  const isComplete = await untilCommittedRecordsLoaded(database, waiting)
  const firstDay = period.previousFrom
  const of30Days = {
    merchantIds,
    fromMs: startOf(period.from, timeZone),
    toMs: startOf(period.to.add({ days: 1 }), timeZone),
  }
  try {
    const [sums, funded] = await Promise.all([
      paymentCare.sumReceived(engine, { merchantIds, timeZone, firstDay, lastDay: period.to }),
      may('reports:read') ? sumFunded(engine, of30Days) : undefined,
    ])
    return { sums, funded, isComplete }
  } catch (error) {
    if (error instanceof EngineUnavailable) return null
    throw error
  }
}

function startOf(day: Temporal.PlainDate, timeZone: string): number {
  return day.toZonedDateTime(timeZone).toInstant().epochMilliseconds
}
