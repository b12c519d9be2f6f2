import type { Movement } from './sale.ts'
import type { Fees } from './settlement/fees.ts'

/** Requests for one service. */
type Use = { processed: number; notProcessed: number }

/** Fees for one kind of card, in one currency, for payments or for refunds. */
export type FeeSum = {
  readonly cardType: string
  readonly currency: string
  readonly isRefund: boolean
  count: number
  amount: number
  percentage: number
  perItem: number
}

/** Counts what a merchant uses in a month. */
export class Bill {
  #uses = new Map<string, Use>()
  #feeSums = new Map<string, FeeSum>()

  count(application: string, isProcessed: boolean): void {
    const use = this.#uses.getOrInsertComputed(application, () => ({ processed: 0, notProcessed: 0 }))
    if (isProcessed) use.processed += 1
    else use.notProcessed += 1
  }

  addFees({ sale, application, amount }: Movement, { total, perItem }: Fees): void {
    const [cardType, currency] = [sale.customer.card.type, sale.currency.code]
    const key = `${cardType} ${currency} ${application}`
    const sum = this.#feeSums.getOrInsertComputed(key, () => ({
      ...{ cardType, currency, isRefund: application === 'ics_credit' },
      ...{ count: 0, amount: 0, percentage: 0, perItem: 0 },
    }))
    sum.count += 1
    sum.amount += amount
    sum.percentage += total - perItem
    sum.perItem += perItem
  }

  /** Returns the counts and starts a new month. */
  close(): {
    readonly uses: ReadonlyMap<string, Readonly<Use>>
    readonly feeSums: readonly FeeSum[]
  } {
    const closed = { uses: this.#uses, feeSums: [...this.#feeSums.values()] }
    this.#uses = new Map()
    this.#feeSums = new Map()
    return closed
  }
}
