import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useFormat } from '../../format/use-format.ts'
import { useOrganization } from '../../session/organization.ts'
import { ChartFrame } from '../../ui/charts/chart-frame.tsx'
import { type ChartTable, magnitude } from '../../ui/charts/chart-table.ts'
import { ColumnsChart } from '../../ui/charts/columns-chart.tsx'
import { columnsSvg } from '../../ui/charts/svg-text.ts'
import { useLanguage, useWords } from '../../words/use-words.ts'
import { PaymentsLink } from './payments-link.tsx'
import type { ReceivedPayments } from './queries.ts'
import { searchOfMoved } from './search-of-moved.ts'

type Props = { readonly received: ReceivedPayments; readonly currency: string }

/** Payments by day, with those 30 days before as steps behind them. */
export function ReceivedChart({ received, currency }: Props) {
  const words = useWords('home')
  const language = useLanguage()
  const format = useFormat()
  const { name, organizationId } = useOrganization()
  const { now, before, values, compared } = useMemo(() => halvesOf(received), [received])
  const tickText = useMemo(() => {
    const compact = new Intl.NumberFormat(language, { notation: 'compact' })
    return (value: number) => compact.format(value)
  }, [language])
  const dayOf = (index: number) => format.day(now[index]?.date ?? '')
  const total = (sums: ReceivedPayments['total']) => format.amount(sums.paidAmount, currency)
  const readingOf = (index: number) => {
    const [day, earlier] = [now[index], before[index]]
    const count = day?.paidCount ?? 0
    return {
      now: words.dayNow({
        day: dayOf(index),
        amount: format.amount(day?.paidAmount ?? '0', currency),
        payments: words.paymentCount({ count, text: format.count(count) }),
      }),
      before: words.dayBefore({
        day: format.day(earlier?.date ?? ''),
        amount: format.amount(earlier?.paidAmount ?? '0', currency),
      }),
    }
  }
  const open = useOpenDay(currency)
  const hint = {
    now: words.labeled({ label: words.last30, value: total(received.total) }),
    before: words.labeled({ label: words.before30, value: total(received.previous) }),
  }
  const svg = () =>
    columnsSvg({
      title: `${words.byDay} (${currency})`,
      lines: [`${name} · ${format.zone}`, hint.now, hint.before],
      values,
      compared,
      tickText,
      nameOf: dayOf,
    })
  return (
    <ChartFrame
      title={words.byDay}
      table={useTable(received, currency)}
      fileName={`${organizationId}-received-${currency}-${received.to}`}
      svg={svg}
      nameOfRow={(index, name) => <DayName day={received.days.at(-1 - index)} name={name} currency={currency} />}
    >
      <ColumnsChart
        values={values}
        compared={compared}
        label={words.byDay}
        tickText={tickText}
        nameOf={dayOf}
        readingOf={readingOf}
        hint={hint}
        opening={{ text: words.openDay, onOpen: (index) => open(now[index]?.date ?? '') }}
      />
    </ChartFrame>
  )
}

/** Shows the payments that add up to a day. */
function useOpenDay(currency: string): (day: string) => void {
  const navigate = useNavigate({ from: '/o/$organizationId' })
  return (day) => {
    const search = searchOfMoved({ type: 'PAYMENT', currency, period: { from: day, to: day } })
    void navigate({ to: '/o/$organizationId/transactions', search })
  }
}

type DayNameProps = {
  readonly day: ReceivedPayments['days'][number] | undefined
  readonly name: string
  readonly currency: string
}

/** A day in the table leads to its payments, if there are any. */
function DayName({ day, name, currency }: DayNameProps) {
  if (day === undefined || day.paidCount === 0) return name
  return (
    <PaymentsLink period={{ from: day.date, to: day.date }} currency={currency}>
      {name}
    </PaymentsLink>
  )
}

/** The period and the one before, day by day. */
function halvesOf({ days, from }: ReceivedPayments) {
  const start = days.findIndex(({ date }) => date === from)
  const [before, now] = [days.slice(0, start), days.slice(start)]
  const magnitudes = (some: typeof days) => some.map(({ paidAmount }) => magnitude(paidAmount))
  return { now, before, values: magnitudes(now), compared: magnitudes(before) }
}

/** All days of both periods, the newest first. */
function useTable({ days }: ReceivedPayments, currency: string): ChartTable {
  const { columns } = useWords('home')
  const format = useFormat()
  const heads = [columns.day, columns.paid, columns.refunded, columns.external]
  const newest = days.toReversed()
  const amountsOf = ({ paidAmount, refundedAmount, externalAmount }: (typeof days)[number]) => [
    ...[paidAmount, refundedAmount, externalAmount],
  ]
  return {
    heads: heads.map((head, index) => (index === 0 ? head : `${head} (${currency})`)),
    rows: newest.map((day) => [
      format.date(day.date),
      ...amountsOf(day).map((amount) => format.amount(amount, currency)),
    ]),
    cells: newest.map((day) => [day.date, ...amountsOf(day)]),
  }
}
