import { decimalsOfCurrency } from '../../kernel/currency.ts'
import { type Decimal, parseDecimal } from '../../kernel/decimal.ts'
import { exactDecimal } from '../../kernel/exact-number.ts'
import { writtenInstant } from '../../kernel/time/time-text.ts'
import type { TransactionSum } from './list-sum-store.ts'
import { methodOf, nameOf } from './listed-facts.ts'
import type { ListedTransaction } from './transaction-list.ts'

type JsonObject = Readonly<Record<string, unknown>>

/** A transaction as the list shows it. What no record says is left out. */
export function presentListed(transaction: ListedTransaction): JsonObject {
  const { id, merchantId, type, state, occurredAtMs, amount, currency, reference, company, email } = transaction
  const { lastFour, wallet, source, processor, declineFlag } = transaction
  return {
    ...{ id, organizationId: merchantId, type, state },
    submitTimeUtc: writtenInstant(Temporal.Instant.fromEpochMilliseconds(occurredAtMs)),
    amount: amount === null ? undefined : exactAmount(amount, currency),
    currency: given(currency),
    reference: given(reference),
    customer: { name: nameOf(transaction), company: given(company), email: given(email) },
    method: methodOf(transaction),
    wallet: given(wallet),
    lastFour: given(lastFour),
    application: given(source),
    processorMerchantId: given(processor),
    declineReason: given(declineFlag),
  }
}

export function presentTransactionSums(sums: readonly TransactionSum[]): JsonObject {
  return {
    count: sums.reduce((all, { count }) => all + Number(count), 0),
    sums: sums.map(({ currency, count, paymentCount, refundCount, externalCount, ...sum }) => ({
      ...{ currency, count, paymentCount },
      paymentAmount: exactAmount(sum.paymentAmount, currency),
      refundCount,
      refundAmount: exactAmount(sum.refundAmount, currency),
      externalCount,
      externalAmount: exactAmount(sum.externalAmount, currency),
    })),
  }
}

const ZERO: Decimal = { units: 0n, scale: 0 }

function exactAmount(text: string, currency: string): unknown {
  return exactDecimal(parseDecimal(text) ?? ZERO, decimalsOfCurrency(currency) ?? 2)
}

function given(text: string): string | undefined {
  return text === '' ? undefined : text
}
