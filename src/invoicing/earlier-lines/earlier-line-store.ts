import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/database.ts'
import type { StoredTerms } from '../storage/stored-terms.ts'
import { type EarlierLine, MatchingLines } from './earlier-line.ts'

/** Merchants repeat recent items, so the newest invoices suffice, and the time does not grow with their number. */
const INVOICES_MAX = 1_000
/** Most searches are answered from the first window. */
const WINDOW = 250

export type LineSearch = {
  readonly organizationId: string
  readonly search: string
  /** Undefined for any. */
  readonly currency: string | undefined
  readonly limit: number
}

/** Lines of the newest invoices whose name or SKU contains the text, newest first. */
export async function findEarlierLines(db: Db, query: LineSearch): Promise<readonly EarlierLine[]> {
  const matching = new MatchingLines(query.search, query.limit)
  let before: string | undefined
  for (let read = 0; read < INVOICES_MAX && !matching.isFull; read += WINDOW) {
    const rows = await readWindow(db, query, before)
    for (const line of rows.flatMap(earlierLines)) matching.add(line)
    before = rows.at(-1)?.position
    if (rows.length < WINDOW) break
  }
  return matching.lines
}

type StoredLine = NonNullable<StoredTerms['lines']>[number]
type Row = { readonly position: string; readonly currency: string; readonly lines: readonly StoredLine[] | null }

async function readWindow(
  db: Db,
  { organizationId, currency }: LineSearch,
  before: string | undefined,
): Promise<readonly Row[]> {
  // The lines of another currency are not read, but their invoices count, so that the time has a bound.
  const lines =
    currency === undefined ? sql`terms -> 'lines'` : sql`case when currency = ${currency} then terms -> 'lines' end`
  const { rows } = await sql<Row>`
    select position::text as position, currency, ${lines} as lines from invoices
    where organization_id = ${organizationId} ${before === undefined ? sql`` : sql`and position < ${before}::bigint`}
    order by position desc limit ${WINDOW}`.execute(db)
  return rows
}

function earlierLines({ lines, currency }: Row): readonly EarlierLine[] {
  return (lines ?? []).map(({ productName = '', productSku = '', unitPrice, taxRate }) => {
    return { productName, productSku, unitPrice, taxRate, currency }
  })
}
