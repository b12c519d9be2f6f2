import type { RecordKind } from '../../catalogue/kinds.ts'
import type { Engine, QueryOptions } from '../../platform/engine/engine.ts'

/** A month such as 202603 and the number of its matching rows; every version counts. */
type CountedMonth = { readonly month: string; readonly rows: number }

/** Counts the rows of each month that match the condition, or evaluates `count` over them. */
export async function countByMonth(
  engine: Engine,
  kind: RecordKind,
  where: string,
  { count = 'count(*)', ...options }: QueryOptions & { readonly count?: string } = {},
): Promise<readonly CountedMonth[]> {
  const month = engine.dialect.textOf(engine.dialect.month('occurred_at'))
  return engine.rows<CountedMonth>(
    `select ${month} as "month", ${count} as "rows" from ${kind.table} where ${where}
      group by "month" order by "month"`,
    options,
  )
}
