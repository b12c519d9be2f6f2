import { ALL_KINDS, KINDS, type KindName, type RecordKind } from '../catalogue/kinds.ts'
import type { Engine } from '../platform/engine/engine.ts'
import type { Transactions } from '../platform/postgres/database.ts'
import { type CountedMonth, countByMonth, lockKind, merchantParts } from '../records/index.ts'
import { demoRows } from './demo-store.ts'

type Deps = { readonly db: Transactions; readonly engine: Engine }

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
    for (const part of parts) rows += await clearKind(deps, kind, demoRows(deps.engine.dialect, part))
    counts.push([kind.name, rows])
  }
  return Object.fromEntries(counts) as Record<KindName, number>
}

async function clearKind({ db, engine }: Deps, kind: RecordKind, chosen: string): Promise<number> {
  if ((await countByMonth(engine, kind, chosen)).length === 0) return 0
  const { rows, isLeft } = await db.transaction(async (tx) => {
    // A month that holds nothing else is dropped; nobody may add to it between the look and the drop.
    await lockKind(tx, { kind, isCluster: engine.isCluster })
    const months = await countByMonth(engine, kind, chosen)
    const all = await countByMonth(engine, kind, 'true')
    const whole = months.filter((found) => all.some((held) => isEqual(held, found)))
    for (const { month } of whole) await engine.removeMonth(kind.table, month)
    const total = months.reduce((sum, month) => sum + month.rows, 0)
    return { rows: total, isLeft: whole.length < months.length }
  })
  if (isLeft) await engine.change({ table: kind.table, where: chosen })
  return rows
}

function isEqual(a: CountedMonth, b: CountedMonth): boolean {
  return a.month === b.month && a.rows === b.rows
}
