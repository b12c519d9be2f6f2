import { type RawBuilder, sql } from 'kysely'
import type { Organization } from '../../organizations/pure.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { isInNone, rareParts, searchPattern } from '../storage/search-text.ts'

type ListOwner = Pick<Organization, 'organizationId' | 'type'>

/** A part that none of them contains beside the whole rules out about 99 of 100 invoices. */
const SAMPLES = 128
/** Multiples of the golden ratio are spread evenly, and not in step with anything that returns every hundred invoices. */
const [STEP, STEPS] = [61_803_399, 100_000_000]
/** A shorter text has too few trigrams to leave some out. */
const SEARCH_LENGTH_MIN = 6

export type SearchConditions = {
  /**
   * Conditions on the searched column, which together are that it contains the text. Those that the index uses are on
   * `search_text`; the others are on an expression that it does not have.
   */
  readonly conditions: readonly RawBuilder<unknown>[]
  /** Whether none of the sampled texts contains it: fewer than one of a hundred do, most likely. */
  readonly isRare: boolean
}

export async function findSearchConditions(db: Db, owner: ListOwner, search: string): Promise<SearchConditions> {
  const { pattern, hasTrigram } = searchPattern(search)
  const whole = sql`(invoices.search_text || '') like ${pattern}`
  // A search of one or two letters reads the invoices and not the index, all of which it would need.
  if (!hasTrigram) return { conditions: [whole], isRare: false }
  const samples = search.length < SEARCH_LENGTH_MIN ? [] : await sampleSearchTexts(db, owner)
  const isRare = isInNone(search, samples)
  const parts = rareParts(search, samples)
  if (parts.length === 0) return { conditions: [sql`invoices.search_text like ${pattern}`], isRare }
  return { conditions: [...parts.map((part) => sql`invoices.search_text like ${part}`), whole], isRare }
}

/** Texts of invoices spread over a merchant's list. Each is one lookup by its position. */
async function sampleSearchTexts(db: Db, { organizationId, type }: ListOwner): Promise<readonly string[]> {
  if (type !== 'merchant') return []
  const { rows } = await sql<{ search_text: string }>`
    select sampled.search_text
    from invoice_counters counter
    cross join lateral generate_series(1, least(counter.last_position, ${SAMPLES}::bigint)) as sample (number)
    cross join lateral (
      select search_text from invoices where invoices.organization_id = counter.organization_id
        and invoices.position = 1 + counter.last_position * (sample.number * ${STEP}::bigint % ${STEPS}) / ${STEPS}::bigint
      limit 1
    ) sampled
    where counter.organization_id = ${organizationId}`.execute(db)
  return rows.map(({ search_text }) => search_text)
}
