import { ALL_KINDS, KINDS, type KindName } from '../catalogue/kinds.ts'
import { AppError } from '../kernel/errors.ts'
import type { Engine } from '../platform/engine/engine.ts'
import { DemoLoader } from './demo-loader.ts'
import {
  countDemoRecords,
  countOtherDemoTransactions,
  type DemoTotal,
  hasDemoRecord,
  hasForeignRecords,
  sumDemoTransactions,
} from './demo-store.ts'
import { closingRecordOf, type DemoPlan, demoDays, demoTagOf } from './generate-demo.ts'

type Deps = { readonly engine: Engine }

type LoadDemo = {
  readonly plan: DemoPlan
  /** Who brings the records in. */
  readonly organizationId: string
  readonly at: Temporal.Instant
  /** Told now and then what part of the transactions has been made. */
  readonly onProgress?: (part: number) => void
}

export type DemoReport = {
  /** False where the same data were there before. */
  readonly isNew: boolean
  /** How many there are of each kind. */
  readonly records: Readonly<Record<KindName, number>>
  readonly totals: readonly DemoTotal[]
  /** Demo transactions that these merchants have besides, by other plans. */
  readonly otherTransactions: number
}

/**
 * Stores the year of the plan. The same plan has the same records, so a second run has nothing to do, and one
 * that follows an interrupted run stores all of them once more, which leaves each of them once.
 */
export async function loadDemo({ engine }: Deps, input: LoadDemo): Promise<DemoReport> {
  const { plan } = input
  const merchantIds = plan.merchants.map(({ merchantId }) => merchantId)
  const tagged = { tag: demoTagOf(plan), merchantIds }
  const isNew = !(await hasDemoRecord(engine, CLOSING_KIND, closingRecordOf(plan)))
  if (isNew) {
    await refuseForeignRecords(engine, tagged)
    await storeAll(engine, input)
  }
  const counts: [KindName, number][] = []
  for (const kind of ALL_KINDS) {
    counts.push([kind.name, await countDemoRecords(engine, kind, tagged)])
  }
  return {
    isNew,
    records: Object.fromEntries(counts) as Record<KindName, number>,
    totals: await sumDemoTransactions(engine, tagged),
    otherTransactions: await countOtherDemoTransactions(engine, tagged),
  }
}

const CLOSING_KIND = KINDS['billing-summary']

/** Nobody else's ids look like ours; where some do, they are not overwritten. */
async function refuseForeignRecords(
  engine: Engine,
  tagged: { readonly tag: string; readonly merchantIds: readonly string[] },
): Promise<void> {
  for (const kind of ALL_KINDS) {
    if (await hasForeignRecords(engine, kind, tagged)) {
      throw new AppError(
        'conflict',
        'DUPLICATE',
        `There are ${kind.name} records with ids that begin with ${tagged.tag} and are no demo data: choose another --seed.`,
      )
    }
  }
}

async function storeAll(engine: Engine, { plan, organizationId, at, onProgress }: LoadDemo): Promise<void> {
  const receivedAtMs = at.epochMilliseconds
  const loader = new DemoLoader(engine, { organizationId, receivedAtMs })
  const closing = closingRecordOf(plan)
  let transactions = 0
  for (const records of demoDays(plan)) {
    for (const told of records) {
      if (told.kind === 'transaction') transactions += 1
      if (isSame(told.record, closing)) loader.addLast(told)
      else loader.add(told)
    }
    onProgress?.(transactions / plan.transactions)
    await loader.send()
  }
  await loader.finish()
}

function isSame(record: RecordIdentity, { merchantId, recordId }: RecordIdentity): boolean {
  return record.recordId === recordId && record.merchantId === merchantId
}

type RecordIdentity = { readonly merchantId: string; readonly recordId: string }
