import type { ClickHouse } from '../../platform/clickhouse/clickhouse.ts'
import type { Transactions } from '../../platform/postgres/database.ts'
import { KINDS, type KindName, type RecordKind } from '../domain/catalogue/kinds.ts'
import { merchantParts } from '../merchant-parts.ts'
import {
  type CountedMonth,
  countByMonth,
  deleteRecords,
  dropMonth,
} from '../record-removal-store.ts'
import { lockKind } from '../record-store.ts'
import { ALL_KINDS } from '../record-table-sql.ts'
import { demoRows } from './demo-store.ts'

type Deps = { readonly db: Transactions; readonly clickhouse: ClickHouse }

/** The kind first whose last record says that all others are there. */
const KINDS_TO_CLEAR: readonly RecordKind[] = [
  KINDS['billing-summary'],
  ...ALL_KINDS.filter(({ name }) => name !== 'billing-summary'),
]

/** Removes the demo data of these merchants, or all of it, and nothing else; says how many rows of each kind that were. */
export async function clearDemo(
  deps: Deps,
  { merchantIds }: { readonly merchantIds: readonly string[] | undefined },
): Promise<Readonly<Record<KindName, number>>> {
  const parts = merchantIds === undefined ? [undefined] : merchantParts(merchantIds)
  const counts: [KindName, number][] = []
  for (const kind of KINDS_TO_CLEAR) {
    let rows = 0
    for (const part of parts) rows += await clearKind(deps, kind, demoRows(part))
    counts.push([kind.name, rows])
  }
  return Object.fromEntries(counts) as Record<KindName, number>
}

async function clearKind(
  { db, clickhouse }: Deps,
  kind: RecordKind,
  chosen: ReturnType<typeof demoRows>,
): Promise<number> {
  if ((await countByMonth(clickhouse, kind, chosen)).length === 0) return 0
  const { rows, isLeft } = await db.transaction(async (tx) => {
    // A month that holds nothing else is dropped; nobody may add to it between the look and the drop.
    await lockKind(tx, { kind, isCluster: clickhouse.isCluster })
    const months = await countByMonth(clickhouse, kind, chosen)
    const all = await countByMonth(clickhouse, kind, { where: 'true' })
    const whole = months.filter((found) => all.some((held) => isEqual(held, found)))
    for (const { month } of whole) await dropMonth(clickhouse, kind, month)
    const total = months.reduce((sum, month) => sum + month.rows, 0)
    return { rows: total, isLeft: whole.length < months.length }
  })
  if (isLeft) await deleteRecords(clickhouse, kind, chosen)
  return rows
}

function isEqual(a: CountedMonth, b: CountedMonth): boolean {
  return a.month === b.month && a.rows === b.rows
}
