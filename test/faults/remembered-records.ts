import type { RecordInput } from '../../src/records/reading/record.ts'
import type { Random } from '../support/random/seeded-random.ts'

/** One version of a record that somebody tried to store. */
type Attempt = {
  readonly version: number
  readonly city: string
  readonly isDeleted: boolean
  /** Without a response, the outcome is unknown. */
  isAcknowledged: boolean
}

export type StoredRow = {
  readonly id: string
  readonly version: number
  readonly city: string
}

/** The attempts with each record; every record has one writer, which tries one version after the other. */
export class RememberedRecords {
  readonly #attempts = new Map<string, Attempt[]>()
  readonly #random: Random
  readonly #merchantId: string
  readonly #prefix: string

  constructor(options: { random: Random; merchantId: string; prefix: string }) {
    this.#random = options.random
    this.#merchantId = options.merchantId
    this.#prefix = options.prefix
  }

  /** A new record, or the next version of one that is known. */
  next(): RecordInput {
    const known = this.#attempts.size
    const chosen = this.#random.integer(0, 2 * known)
    const id = `${this.#prefix} ${Math.min(chosen, known)}`
    const attempts = this.#attempts.get(id) ?? []
    const attempt: Attempt = {
      version: attempts.length + 1,
      city: `city ${this.#random.integer(1, 1_000_000)}`,
      isDeleted: attempts.length > 0 && this.#random.integer(1, 5) === 1,
      isAcknowledged: false,
    }
    this.#attempts.set(id, [...attempts, attempt])
    return this.#inputOf(id, attempt)
  }

  /** Some acknowledged records, as they were sent: sending them again must change nothing. */
  again(count: number): readonly RecordInput[] {
    const acknowledged = [...this.#attempts].flatMap(([id, attempts]) =>
      attempts.filter(({ isAcknowledged }) => isAcknowledged).map((a) => this.#inputOf(id, a)),
    )
    if (acknowledged.length === 0) return []
    const from = this.#random.integer(0, acknowledged.length - 1)
    return acknowledged.slice(from, from + count)
  }

  acknowledge(records: readonly RecordInput[]): void {
    for (const { recordId, version = 1 } of records) {
      const attempt = this.#attempts.get(recordId)?.[version - 1]
      if (attempt !== undefined) attempt.isAcknowledged = true
    }
  }

  /** Notes that these attempts did not take effect. */
  forget(records: readonly RecordInput[]): void {
    for (const { recordId, version = 1 } of records) {
      const before = (this.#attempts.get(recordId) ?? []).filter((a) => a.version < version)
      this.#attempts.set(recordId, before)
    }
  }

  /** Ids of records that are not as they may be: gone, doubled, of an older version, or never sent. */
  wrongAmong(rows: readonly StoredRow[]): readonly string[] {
    const own = rows.filter(({ id }) => id.startsWith(`${this.#prefix} `))
    const stored = Map.groupBy(own, ({ id }) => id)
    const wrong = [...this.#attempts].filter(([id, attempts]) => {
      const [row, ...more] = stored.get(id) ?? []
      return more.length > 0 || !outcomesOf(attempts).has(row && `${row.version} ${row.city}`)
    })
    const unknown = [...stored.keys()].filter((id) => !this.#attempts.has(id))
    return [...wrong.map(([id]) => id), ...unknown]
  }

  get size(): number {
    return this.#attempts.size
  }

  #inputOf(recordId: string, { version, city, isDeleted }: Attempt): RecordInput {
    // Over two months and many moments, so that a batch reaches into several parts.
    const day = String((Number(recordId.split(' ').at(-1)) % 28) + 1).padStart(2, '0')
    const month = recordId.endsWith('7') ? '03' : '02'
    return {
      recordId,
      version,
      merchantId: this.#merchantId,
      occurredAt: `2026-${month}-${day}T10:00:00Z`,
      fields: { 'BillTo.City': city },
      ...(isDeleted ? { deleted: true } : {}),
    }
  }
}

/** How it may end: as the last acknowledged attempt or an unanswered one after it; undefined means absent. */
function outcomesOf(attempts: readonly Attempt[]): ReadonlySet<string | undefined> {
  const last = attempts.findLastIndex(({ isAcknowledged }) => isAcknowledged)
  const possible = attempts
    .slice(Math.max(0, last))
    .map(({ version, city, isDeleted }) => (isDeleted ? undefined : `${version} ${city}`))
  return new Set(last === -1 ? [undefined, ...possible] : possible)
}
