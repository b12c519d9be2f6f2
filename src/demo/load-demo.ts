import { ALL_KINDS, KINDS, type KindName } from '../catalogue/kinds.ts'
import { AppError } from '../kernel/errors.ts'
import type { Engine } from '../platform/engine/engine.ts'
import { DemoLoader } from './demo-loader.ts'
import {
  countDemoRecords,
  countOtherDemoTransactions,
  type DemoTotal,
  hasDemoRecord,
  hasOtherRecords,
  sumDemoTransactions,
} from './demo-store.ts'
import { closingRecordOf, type DemoPlan, demoDays, demoTagOf } from './generate-demo.ts'

type Deps = { readonly engine: Engine }

type LoadDemo = {
  readonly plan: DemoPlan
  /** The organization that sends the records. */
  readonly organizationId: string
  readonly at: Temporal.Instant
  /** Called with the fraction of the transactions that has been generated. */
  readonly onProgress?: (part: number) => void
}

export type DemoReport = {
  /** False if the data had been loaded before. */
  readonly isNew: boolean
  /** The number of records by kind. */
  readonly records: Readonly<Record<KindName, number>>
  readonly totals: readonly DemoTotal[]
  /** The number of demo transactions that these merchants have from other plans. */
  readonly otherTransactions: number
}

/**
 * Stores the year of the plan. The same plan gives the same records, so a second run has nothing to do, and a run after
 * an interrupted one stores all records again, which leaves each of them once.
 */
export async function loadDemo({ engine }: Deps, input: LoadDemo): Promise<DemoReport> {
  const { plan } = input
  const merchantIds = plan.merchants.map(({ merchantId }) => merchantId)
  const tagged = { tag: demoTagOf(plan), merchantIds }
  const isNew = !(await hasDemoRecord(engine, CLOSING_KIND, closingRecordOf(plan)))
  if (isNew) {
    await refuseOtherRecords(engine, tagged)
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

/** Refuses to overwrite records of others whose ids happen to begin with the tag. */
async function refuseOtherRecords(
  engine: Engine,
  tagged: { readonly tag: string; readonly merchantIds: readonly string[] },
): Promise<void> {
  for (const kind of ALL_KINDS) {
    if (await hasOtherRecords(engine, kind, tagged)) {
      throw new AppError(
        'conflict',
        'DUPLICATE',
        `Some ${kind.name} records have ids that begin with ${tagged.tag} but are not demo data. Choose another --seed.`,
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
    for (const made of records) {
      if (made.kind === 'transaction') transactions += 1
      if (isSame(made.record, closing)) loader.addLast(made)
      else loader.add(made)
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
