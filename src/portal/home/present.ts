import { dueDatesOf, OWED_AGES } from '../../invoicing/pure.ts'
import { decimalsOfCurrency, isCurrency } from '../../kernel/currency.ts'
import type { Decimal } from '../../kernel/decimal.ts'
import { exactDecimal, exactNumber } from '../../kernel/exact-number.ts'
import { type Money, plus, zero } from '../../kernel/money.ts'
import { writtenInstant } from '../../kernel/time/time-text.ts'
import type { Needs } from './find-needs.ts'
import type { LoadedHome } from './load-home.ts'
import { type HomePeriod, PERIOD_DAYS } from './period.ts'
import { currenciesOf, type DaySums, sumsByDay, totalOf } from './sums.ts'

/** Home in one currency: that which is asked for, or the one with the most items. */
export function presentHome(home: LoadedHome, asked: string | undefined): object {
  const { period, timeZone, owed, hasInvoices, needs, received } = home
  const known = currenciesOf([
    ...owed.map(({ currency, parts }) => ({
      currency,
      count: OWED_AGES.reduce((all, { age }) => all + parts[age].count, 0),
    })),
    // Senders of records may name any currency; amounts of unknown ones cannot be written.
    ...(received?.sums ?? []).filter(({ currency }) => isCurrency(currency)),
  ])
  const currency = asked ?? known[0] ?? null
  return {
    today: period.to.toString(),
    timeZone,
    currency,
    currencies: known,
    hasInvoices,
    owed: currency === null ? null : presentOwed(home, currency),
    ...(received !== undefined && {
      received: currency === null || received === null ? null : presentReceived(received, { currency, period }),
    }),
    needs: presentNeeds(needs),
  }
}

function presentOwed({ owed, period }: LoadedHome, currency: string): object {
  const own = owed.find((one) => one.currency === currency)
  const parts = OWED_AGES.map(({ age }) => {
    const { count, balance } = own?.parts[age] ?? { count: 0, balance: zero(currency) }
    return { age, count, balance, ...dueDatesOf(age, period.to) }
  })
  const late = parts.filter(({ age }) => age !== 'notDue')
  const sum = (some: typeof parts): Money => some.map(({ balance }) => balance).reduce(plus, zero(currency))
  const count = (some: typeof parts): number => some.reduce((all, part) => all + part.count, 0)
  return {
    ...{ count: count(parts), amount: exactNumber(sum(parts)) },
    ...{ overdueCount: count(late), overdueAmount: exactNumber(sum(late)) },
    parts: parts.map(({ age, count: invoices, balance, dueFrom, dueTo }) => ({
      ...{ age, count: invoices, amount: exactNumber(balance) },
      ...{ dueFrom: dueFrom?.toString() ?? null, dueTo: dueTo?.toString() ?? null },
    })),
  }
}

type Received = NonNullable<LoadedHome['received']>

function presentReceived(
  { sums, funded, isComplete }: Received,
  { currency, period }: { readonly currency: string; readonly period: HomePeriod },
): object {
  const days = sumsByDay(sums, currency)
  const write = (amount: Decimal): unknown => exactDecimal(amount, decimalsOfCurrency(currency) ?? 0)
  const present = ({ paid, refunded, external }: DaySums) => ({
    ...{ paidAmount: write(paid.amount), paidCount: paid.count },
    ...{ refundedAmount: write(refunded.amount), refundedCount: refunded.count },
    ...{ externalAmount: write(external.amount), externalCount: external.count },
  })
  return {
    ...{ from: period.from.toString(), to: period.to.toString() },
    ...{ previousFrom: period.previousFrom.toString(), previousTo: period.previousTo.toString(), isComplete },
    total: present(totalOf(days.slice(PERIOD_DAYS))),
    previous: present(totalOf(days.slice(0, PERIOD_DAYS))),
    ...(funded !== undefined && { settled: presentSettled(funded, currency, write) }),
    days: days.map((day, index) => ({ date: period.previousFrom.add({ days: index }).toString(), ...present(day) })),
  }
}

function presentSettled(
  funded: NonNullable<Received['funded']>,
  currency: string,
  write: (amount: Decimal) => unknown,
): object | null {
  const own = funded.find((one) => one.currency === currency)
  if (own === undefined) return null
  const { PURCHASES, REFUNDS, FEES, CHARGEBACKS } = own.totals
  return {
    ...{ purchaseAmount: write(PURCHASES), refundAmount: write(REFUNDS), feeAmount: write(FEES) },
    ...{ chargebackAmount: write(CHARGEBACKS), netAmount: write(own.net) },
  }
}

function presentNeeds(needs: Needs): object {
  const { reviews, disputes, declined, refusedMails, webhooks, reports } = needs
  const ofInvoice = (place: { readonly organizationId: string; readonly invoiceNumber: string }, amount: Money) => {
    const { organizationId, invoiceNumber } = place
    const { customerName = null, customerEmail = null } = needs.invoiceOf(place) ?? {}
    return {
      ...{ organizationId, organizationName: needs.nameOf(organizationId), invoiceId: invoiceNumber },
      ...{ customerName, customerEmail, amount: exactNumber(amount), currency: amount.currency },
    }
  }
  return {
    reviews: grouped(reviews, ({ receivedAt, decideBy, ...one }) => ({
      ...{ ...ofInvoice(one, one.amount), paymentId: one.paymentId, receivedAt: writtenInstant(receivedAt) },
      decideBy: decideBy === null ? null : writtenInstant(decideBy),
    })),
    disputes: grouped(disputes, ({ kind, occurredAt, ...one }) => ({
      ...{ ...ofInvoice(one, one.amount), paymentId: one.paymentId, kind, occurredAt: writtenInstant(occurredAt) },
    })),
    declined: grouped(declined, ({ reason, declinedAt, ...one }) => ({
      ...{ ...ofInvoice(one, one.amount), paymentId: one.paymentId, reason, declinedAt: writtenInstant(declinedAt) },
    })),
    refusedMails: grouped(refusedMails, ({ mailId, to, reason, failedAt, ...one }) => {
      const balance = needs.invoiceOf(one)?.balance
      return balance && { ...ofInvoice(one, balance), mailId, to, reason, refusedAt: writtenInstant(failedAt) }
    }),
    webhooks: grouped(webhooks, (one) => one),
    reports: grouped(reports, ({ reportId, reportName: name, reason, failedAt }) => ({
      ...{ reportId, name, reason, failedAt: writtenInstant(failedAt) },
    })),
  }
}

type Group<T> = { readonly count: number; readonly first: readonly T[] }

function grouped<T>(found: Group<T> | undefined, present: (one: T) => object | undefined): object | undefined {
  return found && { count: found.count, entries: found.first.flatMap((one) => present(one) ?? []) }
}
