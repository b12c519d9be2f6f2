import type { RecordKind } from '../../catalogue/kinds.ts'
import type { Engine } from '../../platform/engine/engine.ts'
import type { Transactions } from '../../platform/postgres/database.ts'
import { countByMonth } from '../storage/count-by-month.ts'
import { merchantParts } from '../storage/query-parts.ts'
import type { DeliverySource } from '../storage/record-batch.ts'
import { lockKind } from '../storage/record-store.ts'
import { recordsFrom } from './record-removal-store.ts'

type Deps = { readonly db: Transactions; readonly engine: Engine }

type Removal = {
  readonly kind: RecordKind
  /** Where the records came from. */
  readonly source: DeliverySource
  /** Undefined: of all merchants. */
  readonly merchantIds: readonly string[] | undefined
}

/** Removes the kind's records of a source and returns the number of rows. */
export async function removeRecords(deps: Deps, { kind, source, merchantIds }: Removal): Promise<number> {
  let rows = 0
  for (const part of merchantIds === undefined ? [undefined] : merchantParts(merchantIds)) {
    rows += await removeRows(deps, kind, recordsFrom(deps.engine.dialect, source, part))
  }
  return rows
}

/** Removes all records of the kind, from every source. */
export async function removeEveryRecord(deps: Deps, kind: RecordKind): Promise<void> {
  await removeRows(deps, kind, 'true')
}

async function removeRows({ db, engine }: Deps, kind: RecordKind, where: string): Promise<number> {
  if ((await countByMonth(engine, kind, where)).length === 0) return 0
  const { rows, isLeft } = await db.transaction(async (tx) => {
    // A month with no other rows is dropped. The lock keeps writers from adding some between the count and the drop.
    await lockKind(tx, { kind, isCluster: engine.isCluster })
    const months = await countByMonth(engine, kind, where)
    const all = new Map((await countByMonth(engine, kind, 'true')).map((counted) => [counted.month, counted.rows]))
    const whole = months.filter((counted) => all.get(counted.month) === counted.rows)
    for (const { month } of whole) await engine.removeMonth(kind.table, month)
    return { rows: months.reduce((sum, month) => sum + month.rows, 0), isLeft: whole.length < months.length }
  })
  if (isLeft) await engine.change({ table: kind.table, where })
  return rows
}
