import type { ClickHouse } from '../../platform/clickhouse/clickhouse.ts'
import type { Transactions } from '../../platform/postgres/database.ts'
import { KINDS, type KindName, type RecordKind } from '../domain/catalogue/kinds.ts'
import { lockKind } from '../record-store.ts'
import { ALL_KINDS } from '../record-table-sql.ts'
import {
  type DemoMonth,
  type DemoScope,
  deleteDemoRows,
  demoMonths,
  dropMonth,
} from './demo-store.ts'

type Deps = { readonly db: Transactions; readonly clickhouse: ClickHouse }

/** The kind first whose last record says that all others are there. */
const KINDS_TO_CLEAR: readonly RecordKind[] = [
  KINDS['billing-summary'],
  ...ALL_KINDS.filter(({ name }) => name !== 'billing-summary'),
]

/** Removes demo data and nothing else; says how many rows of each kind there were. */
export async function clearDemo(
  deps: Deps,
  scope: DemoScope,
): Promise<Readonly<Record<KindName, number>>> {
  const counts: [KindName, number][] = []
  for (const kind of KINDS_TO_CLEAR) {
    const months = await demoMonths(deps.clickhouse, kind, scope)
    if (months.length > 0) await clearKind(deps, kind, scope)
    counts.push([kind.name, months.reduce((sum, { demoRows }) => sum + demoRows, 0)])
  }
  return Object.fromEntries(counts) as Record<KindName, number>
}

async function clearKind(
  { db, clickhouse }: Deps,
  kind: RecordKind,
  scope: DemoScope,
): Promise<void> {
  const left = await db.transaction(async (tx) => {
    // What holds demo data alone is dropped; nobody may add to it between the look and the drop.
    await lockKind(tx, { kind, isCluster: clickhouse.isCluster })
    const months = await demoMonths(clickhouse, kind, scope)
    for (const { month } of months.filter(isDemoAlone)) await dropMonth(clickhouse, kind, month)
    return months.filter((found) => !isDemoAlone(found))
  })
  if (left.length > 0) await deleteDemoRows(clickhouse, kind, scope)
}

function isDemoAlone({ otherRows }: DemoMonth): boolean {
  return otherRows === 0
}
